import { UnstyledButton } from '@mantine/core';
import { IconPhotoEdit } from '@tabler/icons-react';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { counted } from '../../ui/format';
import { isMissing } from './missing-images';
import { PerBlock } from './per-block';
import classes from './styledtext.module.css';

const texts = {
  count: (count: number) => `${counted(count, 'image', 'images')} without alternative text`,
  next: 'Go to the next image without alternative text',
};

/** Whether a node is an image that says nothing; an empty alternative text says that it is decorative. */
const isUndescribed = ({ type, attrs }: DocumentNode): boolean =>
  (type.name === 'image' || type.name === 'figureImage') && attrs.alt === null && !isMissing(attrs.src);

function placesIn(part: DocumentNode): number[] {
  const places: number[] = [];
  if (isUndescribed(part)) places.push(0);
  part.descendants((node, at) => {
    if (isUndescribed(node)) places.push(at);
  });
  return places;
}

/** Selects the next one behind the selection, after the last one the first. */
function selectNext({ state, view }: Editor): void {
  const places = placesIn(state.doc);
  const next = places.find((at) => at >= state.selection.to) ?? places[0];
  if (next === undefined) return;
  view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, next)).scrollIntoView());
}

/** How many images of a text have no alternative text; leads from one to the next, to write it. */
export function UndescribedImages({ editor, onFound }: { editor: Editor; onFound(): void }) {
  const [blocks] = useState(() => new PerBlock((block) => placesIn(block).length));
  const count = useEditorState({
    editor,
    selector: () => blocks.of(editor.state.doc).reduce((sum, one) => sum + one, 0),
  });
  if (!count) return null;
  return (
    <UnstyledButton
      className={classes.undescribed}
      title={texts.next}
      onClick={() => {
        selectNext(editor);
        onFound();
      }}
    >
      <IconPhotoEdit size={14} aria-hidden="true" /> {texts.count(count)}
    </UnstyledButton>
  );
}
