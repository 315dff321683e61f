/** Moving the blocks of the selection over their neighbors. */
import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { Command, EditorState } from '@tiptap/pm/state';
import { type Editor, Extension } from '@tiptap/react';

/** Nodes whose parts belong together: a block in one of them moves with it. */
const WHOLE = new Set(['listItem', 'figure', 'table', 'tableRow']);

const rangeOf = ({ selection: { $from, $to } }: EditorState) =>
  $from.blockRange($to, ({ type }: DocumentNode) => !WHOLE.has(type.name));

/** Moves the selected blocks, or list items, one place up (-1) or down (1) among their neighbors. */
const moveSelected =
  (direction: -1 | 1): Command =>
  (state, dispatch) => {
    const range = rangeOf(state);
    const neighbor = range?.parent.maybeChild(direction === -1 ? range.startIndex - 1 : range.endIndex);
    if (!range || !neighbor) return false;
    const { tr } = state;
    // The neighbor moves, so that the selection stays where it is.
    const size = neighbor.nodeSize;
    if (direction === -1) tr.delete(range.start - size, range.start).insert(range.end - size, neighbor);
    else tr.delete(range.end, range.end + size).insert(range.start, neighbor);
    dispatch?.(tr.scrollIntoView());
    return true;
  };

/** Makes a copy of the selected blocks below them. */
const duplicateSelected: Command = (state, dispatch) => {
  const range = rangeOf(state);
  if (!range) return false;
  dispatch?.(state.tr.insert(range.end, state.doc.slice(range.start, range.end).content).scrollIntoView());
  return true;
};

/** Deletes the selected blocks. */
const deleteSelected: Command = (state, dispatch) => {
  const range = rangeOf(state);
  if (!range) return false;
  dispatch?.(state.tr.delete(range.start, range.end).scrollIntoView());
  return true;
};

const run =
  (command: Command) =>
  (editor: Editor): void => {
    command(editor.state, editor.view.dispatch);
    editor.commands.focus();
  };

export const blockActions = {
  up: run(moveSelected(-1)),
  down: run(moveSelected(1)),
  duplicate: run(duplicateSelected),
  remove: run(deleteSelected),
};

export const MoveKeys = Extension.create({
  name: 'moveKeys',
  // The keys are used up at an end as well: the form has others with Alt.
  addKeyboardShortcuts: () => ({
    'Alt-Shift-ArrowUp': ({ editor }) => {
      blockActions.up(editor);
      return true;
    },
    'Alt-Shift-ArrowDown': ({ editor }) => {
      blockActions.down(editor);
      return true;
    },
  }),
});
