/** Pasting into the text: what comes is cleaned, and what was lost is told. */
import { closeHistory } from '@tiptap/pm/history';
import type { EditorProps, EditorView } from '@tiptap/pm/view';
import type { Editor } from '@tiptap/react';
import { type RefObject, useRef, useState } from 'react';
import { embedHtml } from './blocks/embed-address';
import { parseHtml } from './canonical';
import type { PasteReport } from './PasteNotice';
import { cleanPaste } from './paste';
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

interface Options {
  /** Only the words are wanted. */
  plain: boolean;
  copies: Copies;
}

export function usePasting(own: RefObject<Editor | null>, options: Options): Pasting {
  const [report, setReport] = useState<PasteReport>();
  const latest = useRef(options);
  latest.current = options;
  const withoutFormat = useRef(false);

  function tell(html: string, clean: string, dropped: PasteReport['dropped']): void {
    const images = [...parseHtml(clean).querySelectorAll('img')].map(
      (image) => image.getAttribute('src') ?? '',
    );
    const pictures = [...new Set(images.filter((src) => otherHost(src) !== undefined))];
    // The text is inserted after this has run.
    queueMicrotask(() => {
      const editor = own.current;
      const { copies } = latest.current;
      if (editor && copies.enabled) void copies.fetch(editor, dataAmong(images));
      const nothing = dropped.size === 0 && pictures.length === 0;
      setReport(nothing || !editor ? undefined : { dropped, html, pictures, after: editor.state.doc });
    });
  }

  const [props] = useState<Pasting['props']>(() => ({
    transformPastedHTML(html) {
      const { html: clean, dropped } = cleanPaste(html);
      tell(html, clean, dropped);
      return clean;
    },
    handlePaste(view, event) {
      // Undo takes back what was pasted, and nothing that was typed before.
      view.dispatch(closeHistory(view.state.tr));
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const isFormatted = event.clipboardData?.types.includes('text/html') === true;
      if (text === '') return false;
      if (latest.current.plain) {
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
    const { $from, empty } = editor.state.selection;
    const { parent } = $from;
    const isEmptyParagraph = empty && parent.type.name === 'paragraph' && parent.content.size === 0;
    const address = text.trim();
    const player =
      isEmptyParagraph && $from.depth === 1 && /^https?:\/\/\S+$/.test(address) && embedHtml(address);
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
      queueMicrotask(() =>
        setReport((last) => ({
          ...(last ?? { dropped: new Map(), html, pictures: [], after }),
          markdown: text,
        })),
      );
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
      editor.chain().focus().insertContent(cleanPaste(report.html, true).html).run();
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
