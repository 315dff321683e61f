import type { Editor } from '@tiptap/react';
import { useEffect, useState } from 'react';

/** The view of an editor that is in no page throws when it is asked for its element. */
function isMounted(editor: Editor): boolean {
  try {
    return editor.view.dom.isConnected;
  } catch {
    return false;
  }
}

/** Whether an editor is in the page: an effect can run before it is, or after it has been replaced. */
export function useMounted(editor: Editor): boolean {
  const [mounted, setMounted] = useState<Editor>();
  useEffect(() => {
    const update = () => setMounted(isMounted(editor) ? editor : undefined);
    update();
    editor.on('mount', update);
    editor.on('unmount', update);
    return () => {
      editor.off('mount', update);
      editor.off('unmount', update);
    };
  }, [editor]);
  return mounted === editor;
}
