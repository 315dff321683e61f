import { UnstyledButton } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { confirmDanger } from '../../ui/confirm';
import { closeNotice, notifyAction } from '../../ui/notify';
import { useForm } from '../form-context';
import { isMissing } from './missing-images';
import classes from './styledtext.module.css';
import { countImages, useSoughtImages } from './useSoughtImages';

const texts = {
  count: (count: number) =>
    count === 1
      ? '1 image without its file is not saved'
      : `${count} images without their files are not saved`,
  next: 'Go to the next image without its file',
  saved: (count: number) =>
    count === 1
      ? 'Saved without 1 image: its file is missing.'
      : `Saved without ${count} images: their files are missing.`,
  show: 'Show',
  leave: 'Edit HTML without these images?',
  lost: (count: number) =>
    count === 1
      ? '1 image has no file yet. HTML has no place for it: choose its file first, or paste it again later.'
      : `${count} images have no files yet. HTML has no places for them: choose their files first, or paste them again later.`,
  edit: 'Edit HTML',
};

/** Leads from the visual editor to the HTML, which has no places for images without their files: it asks where there are any. */
export function leaveForHtml(editor: Editor, onLeave: () => void): void {
  const count = countImages(editor.state.doc, ({ src }) => isMissing(src));
  if (count === 0) onLeave();
  else
    confirmDanger({
      title: texts.leave,
      message: texts.lost(count),
      confirm: texts.edit,
      onConfirm: onLeave,
    });
}

/** How many images of a text have no file, which each save says as well; leads from one to the next. */
export function MissingImages({ editor }: { editor: Editor }) {
  const { store } = useForm();
  const images = useSoughtImages(editor, ({ src }) => isMissing(src));
  const latest = useRef(images);
  latest.current = images;

  useEffect(() => {
    let { savedAt } = store.get();
    let notice: string | undefined;
    return store.subscribe(() => {
      const last = savedAt;
      savedAt = store.get().savedAt;
      const { count, showNext } = latest.current;
      if (savedAt === last || count === 0) return;
      if (notice !== undefined) closeNotice(notice);
      notice = notifyAction(texts.saved(count), texts.show, showNext);
    });
  }, [store]);

  if (images.count === 0) return null;
  return (
    <UnstyledButton className={classes.undescribed} title={texts.next} onClick={images.showNext}>
      <IconPhotoOff size={14} aria-hidden="true" /> {texts.count(images.count)}
    </UnstyledButton>
  );
}
