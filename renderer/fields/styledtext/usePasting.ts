/** Pasting into the text: what comes is cleaned, and what was lost is told. */
import { closeHistory } from '@tiptap/pm/history';
import type { EditorProps, EditorView } from '@tiptap/pm/view';
import type { Editor } from '@tiptap/react';
import { type RefObject, useRef, useState } from 'react';
import { embedHtml } from './blocks/embed-address';
import { isInNote } from './blocks/footnotes';
import { parseHtml } from './canonical';
import type { PasteReport } from './PasteNotice';
import { cleanPaste, type Pasted } from './paste';
import { imagesBeside, withBytes } from './paste-images';
import { looksLikeMarkdown, markdownToHtml } from './paste-markdown';
import { type Copies, dataAmong, otherHost } from './useCopies';

export interface Pasting {
  /** What is to be told; undefined when nothing is. */
  report: PasteReport | undefined;
  close(): void;
  undo(): void;
  /** Pastes again, with what was dropped kept as HTML. */
  pasteAsHtml(): void;
  /** Pastes Markdown again, with its signs. */
  pasteAsText(): void;
  /** Knows of the keys that paste without formatting. */
  onKeyDown(event: KeyboardEvent): void;
  props: Required<Pick<EditorProps, 'transformPastedHTML' | 'handlePaste'>>;
}

/** Whether the caret is where text is code. */
const isInCode = ({ state }: EditorView): boolean => state.selection.$from.parent.type.spec.code === true;

/** Whether the caret is in a paragraph that is empty and not in another block. */
function isInEmptyParagraph({ state: { selection } }: Editor): boolean {
  const { $from, empty } = selection;
  const { parent } = $from;
  return empty && parent.type.name === 'paragraph' && parent.content.size === 0 && $from.depth === 1;
}

/** Puts a player in the place of an empty paragraph; undo leaves the address as a link. */
function embed(editor: Editor, address: string, html: string): void {
  const link = { type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] };
  editor.chain().focus().insertContent(link).run();
  editor.view.dispatch(closeHistory(editor.state.tr));
  const { $from } = editor.state.selection;
  editor
    .chain()
    .insertContentAt({ from: $from.before(), to: $from.after() }, { type: 'htmlBlock', attrs: { html } })
    .run();
}

/** Pastes HTML with the images whose bytes are beside it. False when there are none. */
function pasteImages(view: EditorView, clipboard: DataTransfer): boolean {
  const beside = imagesBeside(clipboard);
  if (beside === undefined) return false;
  void withBytes(beside).then((html) => {
    if (!view.isDestroyed) view.pasteHTML(html);
  });
  return true;
}

/** A report of what was made of Markdown, added to that of what was dropped. */
const withMarkdown =
  (markdown: string, html: string, after: PasteReport['after']) =>
  (last: PasteReport | undefined): PasteReport => ({
    ...(last ?? { dropped: new Map(), missing: 0, html, pictures: [], after }),
    markdown,
  });

/** The addresses of the images in pasted HTML, and those of them that are on other sites. */
function imagesIn(html: string): { images: string[]; pictures: string[] } {
  const images = [...parseHtml(html).querySelectorAll('img')].map((image) => image.getAttribute('src') ?? '');
  return { images, pictures: [...new Set(images.filter((src) => otherHost(src) !== undefined))] };
}

interface Options {
  /** Only the words are wanted. */
  plain: boolean;
  copies: Copies;
  /** Hosts whose players the text may hold. */
  embedHosts: readonly string[];
  /** Levels of headings that the text offers. */
  levels: readonly number[];
}

/** What is known of the place that is pasted into. */
const cleaning = (place: Pick<Editor, 'state'>, { embedHosts, levels, copies }: Options) => ({
  inNote: isInNote(place),
  places: copies.enabled,
  embedHosts,
  levels,
});

export function usePasting(own: RefObject<Editor | null>, options: Options): Pasting {
  const [report, setReport] = useState<PasteReport>();
  const latest = useRef(options);
  latest.current = options;
  const withoutFormat = useRef(false);

  function tell(html: string, { html: clean, dropped, missing }: Pasted): void {
    const { images, pictures } = imagesIn(clean);
    // The text is inserted after this has run.
    queueMicrotask(() => {
      const editor = own.current;
      const { copies } = latest.current;
      if (editor && copies.enabled) void copies.fetch(editor, dataAmong(images));
      const nothing = dropped.size === 0 && missing === 0 && pictures.length === 0;
      setReport(
        nothing || !editor ? undefined : { dropped, missing, html, pictures, after: editor.state.doc },
      );
    });
  }

  const [props] = useState<Pasting['props']>(() => ({
    transformPastedHTML(html, view) {
      const pasted = cleanPaste(html, cleaning(view, latest.current));
      tell(html, pasted);
      return pasted.html;
    },
    handlePaste(view, event) {
      // Undo takes back what was pasted, and nothing that was typed before.
      view.dispatch(closeHistory(view.state.tr));
      const { copies, plain } = latest.current;
      const wantsImages = copies.enabled && !plain && !withoutFormat.current;
      if (wantsImages && event.clipboardData && pasteImages(view, event.clipboardData)) return true;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const isFormatted = event.clipboardData?.types.includes('text/html') === true;
      if (text === '') return false;
      if (plain) {
        queueMicrotask(() => setReport(undefined));
        return view.pasteText(text);
      }
      return !withoutFormat.current && !isInCode(view) && takeText(text, isFormatted);
    },
  }));

  /** Takes an address that can be embedded, and Markdown. False for any other text. */
  function takeText(text: string, isFormatted: boolean): boolean {
    const editor = own.current;
    if (editor === null) return false;
    const address = text.trim();
    const player =
      isInEmptyParagraph(editor) &&
      /^https?:\/\/\S+$/.test(address) &&
      embedHtml(address, latest.current.embedHosts);
    if (player) {
      embed(editor, address, player);
      return true;
    }
    if (isFormatted || !looksLikeMarkdown(text)) return false;
    void markdownToHtml(text).then((html) => {
      if (editor.isDestroyed) return;
      editor.view.pasteHTML(html);
      const { doc: after } = editor.state;
      // After the report of what was dropped.
      queueMicrotask(() => setReport(withMarkdown(text, html, after)));
    });
    return true;
  }

  return {
    report,
    props,
    close: () => setReport(undefined),
    undo() {
      own.current?.chain().undo().focus().run();
      setReport(undefined);
    },
    pasteAsHtml() {
      const editor = own.current;
      if (editor === null || report === undefined) return;
      editor.commands.undo();
      editor
        .chain()
        .focus()
        .insertContent(cleanPaste(report.html, { ...cleaning(editor, latest.current), keep: true }).html)
        .run();
      setReport(undefined);
    },
    pasteAsText() {
      const editor = own.current;
      if (editor === null || report?.markdown === undefined) return;
      editor.chain().undo().focus().run();
      editor.view.pasteText(report.markdown);
      setReport(undefined);
    },
    onKeyDown(event) {
      withoutFormat.current =
        (event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === 'v';
    },
  };
}
