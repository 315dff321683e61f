/** Pasting into the text: what comes is cleaned, and what was lost is told. */
import { closeHistory } from '@tiptap/pm/history';
import type { EditorProps } from '@tiptap/pm/view';
import type { Editor } from '@tiptap/react';
import { type RefObject, useRef, useState } from 'react';
import { parseHtml } from './canonical';
import type { PasteReport } from './PasteNotice';
import { cleanPaste } from './paste';
import { otherHost } from './useCopies';

export interface Pasting {
  /** What is to be told; undefined when nothing is. */
  report: PasteReport | undefined;
  close(): void;
  undo(): void;
  /** Pastes again, with what was dropped kept as HTML. */
  pasteAsHtml(): void;
  props: Required<Pick<EditorProps, 'transformPastedHTML' | 'handlePaste'>>;
}

/** @param plain Only the words are wanted. */
export function usePasting(own: RefObject<Editor | null>, plain: boolean): Pasting {
  const [report, setReport] = useState<PasteReport>();
  const only = useRef(plain);
  only.current = plain;

  function tell(html: string, clean: string, dropped: PasteReport['dropped']): void {
    const images = [...parseHtml(clean).querySelectorAll('img')].map(
      (image) => image.getAttribute('src') ?? '',
    );
    const pictures = [...new Set(images.filter((src) => otherHost(src) !== undefined))];
    // The text is inserted after this has run.
    queueMicrotask(() => {
      const editor = own.current;
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
      const text = only.current ? event.clipboardData?.getData('text/plain') : undefined;
      if (text === undefined || text === '') return false;
      queueMicrotask(() => setReport(undefined));
      return view.pasteText(text);
    },
  }));

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
  };
}
