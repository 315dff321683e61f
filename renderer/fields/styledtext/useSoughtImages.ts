import type { Node as DocumentNode } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { PerBlock } from './per-block';

/** The attributes of an image, and whether it is one that is sought. */
type IsSought = (attrs: DocumentNode['attrs']) => boolean;

function placesIn(part: DocumentNode, isSought: IsSought): number[] {
  const isOne = ({ type, attrs }: DocumentNode) =>
    (type.name === 'image' || type.name === 'figureImage') && isSought(attrs);
  const places: number[] = [];
  if (isOne(part)) places.push(0);
  part.descendants((node, at) => {
    if (isOne(node)) places.push(at);
  });
  return places;
}

/** How many images of a text are sought. */
export const countImages = (text: DocumentNode, isSought: IsSought): number =>
  placesIn(text, isSought).length;

/** How many images of a text are sought; `showNext` selects the one behind the selection, after the last one the first. */
export function useSoughtImages(editor: Editor, isSought: IsSought): { count: number; showNext(): void } {
  const [blocks] = useState(() => new PerBlock((block) => placesIn(block, isSought).length));
  const count = useEditorState({
    editor,
    selector: () => blocks.of(editor.state.doc).reduce((sum, one) => sum + one, 0),
  });
  return {
    count: count ?? 0,
    showNext() {
      const { state, view } = editor;
      const places = placesIn(state.doc, isSought);
      const next = places.find((at) => at >= state.selection.to) ?? places[0];
      if (next === undefined) return;
      view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, next)).scrollIntoView());
    },
  };
}
