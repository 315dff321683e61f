/**
 * Keys to the beginning and the end of a text. Browsers do not look into blocks that are out of sight in a long text
 * (`content-visibility`): the caret would come before the last block instead of behind it.
 */
import { GapCursor } from '@tiptap/pm/gapcursor';
import type { Node } from '@tiptap/pm/model';
import { NodeSelection, Selection, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { Extension } from '@tiptap/react';

/** Frames in which blocks that came into sight get their own heights, so that the caret moves. */
const FRAMES = 3;

function keepInSight(view: EditorView, frame = 1): void {
  const { state } = view;
  requestAnimationFrame(() => {
    if (view.isDestroyed || view.state !== state) return;
    view.dispatch(state.tr.scrollIntoView());
    if (frame < FRAMES) keepInSight(view, frame + 1);
  });
}

/** The caret there: a letter typed where the text begins or ends with a card must not replace the card. */
function caretAt(doc: Node, to: 'start' | 'end'): Selection {
  const found = to === 'start' ? Selection.atStart(doc) : Selection.atEnd(doc);
  if (!(found instanceof NodeSelection)) return found;
  return new GapCursor(to === 'start' ? found.$from : found.$to);
}

function jump(view: EditorView, to: 'start' | 'end', isExtending: boolean): true {
  const { doc, selection, tr } = view.state;
  const end = caretAt(doc, to);
  const next = isExtending ? TextSelection.between(selection.$anchor, end.$head) : end;
  view.dispatch(tr.setSelection(next).scrollIntoView());
  keepInSight(view);
  return true;
}

/** Of macOS, too, where Home and End alone scroll. */
const KEYS: Record<string, 'start' | 'end'> = {
  'Mod-Home': 'start',
  'Cmd-ArrowUp': 'start',
  'Mod-End': 'end',
  'Cmd-ArrowDown': 'end',
};

export const JumpKeys = Extension.create({
  name: 'jumpKeys',
  addKeyboardShortcuts() {
    const shortcuts: Record<string, () => boolean> = {};
    for (const [key, to] of Object.entries(KEYS)) {
      shortcuts[key] = () => jump(this.editor.view, to, false);
      shortcuts[`Shift-${key}`] = () => jump(this.editor.view, to, true);
    }
    return shortcuts;
  },
});
