import { redoDepth, undoDepth } from '@tiptap/pm/history';
import type { EditorView } from '@tiptap/pm/view';

/**
 * Leaves the keys of undo and redo to the form where the text has no steps of its own left; the editor would use them up
 * otherwise. True: the editor does not handle the key.
 */
export function leaveUndo({ state }: EditorView, event: KeyboardEvent): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
  const key = event.key.toLowerCase();
  if (key === 'y' || (key === 'z' && event.shiftKey)) return redoDepth(state) === 0;
  return key === 'z' && undoDepth(state) === 0;
}
