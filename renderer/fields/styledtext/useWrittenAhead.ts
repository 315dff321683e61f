/** The first letter typed into a long text must not wait until the HTML of all its blocks is written. */
import type { Editor } from '@tiptap/react';
import { useEffect } from 'react';
import { whenIdle } from '../../ui/when-idle';
import type { HtmlWriter } from './document';

export function useWrittenAhead(editor: Editor, writer: HtmlWriter, isMounted: boolean): void {
  useEffect(() => {
    if (!isMounted) return undefined;
    let stop = () => {};
    const goOn = () => {
      stop = whenIdle((hasTime) => {
        if (!editor.isDestroyed && !writer.ahead(editor.state.doc, hasTime)) goOn();
      });
    };
    goOn();
    return () => stop();
  }, [editor, writer, isMounted]);
}
