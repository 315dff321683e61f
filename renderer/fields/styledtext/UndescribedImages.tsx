import { UnstyledButton } from '@mantine/core';
import { IconPhotoEdit } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { counted } from '../../ui/format';
import { isMissing } from './missing-images';
import classes from './styledtext.module.css';
import { useSoughtImages } from './useSoughtImages';

const texts = {
  count: (count: number) => `${counted(count, 'image', 'images')} without alternative text`,
  next: 'Go to the next image without alternative text',
};

/** How many images of a text have no alternative text; leads from one to the next, to write it. */
export function UndescribedImages({ editor, onFound }: { editor: Editor; onFound(): void }) {
  // An empty alternative text says that the image is decorative.
  const { count, showNext } = useSoughtImages(editor, ({ alt, src }) => alt === null && !isMissing(src));
  if (count === 0) return null;
  return (
    <UnstyledButton
      className={classes.undescribed}
      title={texts.next}
      onClick={() => {
        showNext();
        onFound();
      }}
    >
      <IconPhotoEdit size={14} aria-hidden="true" /> {texts.count(count)}
    </UnstyledButton>
  );
}
