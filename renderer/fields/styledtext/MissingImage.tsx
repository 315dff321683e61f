import { Button, FileButton, Loader, Text } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { useContext } from 'react';
import { IMAGE_TYPES } from '../files/DropTarget';
import { EditorContext } from './editor-context';
import classes from './html-card.module.css';
import { fileNameIn } from './missing-images';

const texts = {
  missing: 'Image was not pasted',
  why: 'Its file was not on the clipboard. Choose it before you leave this page: until then, the text is saved without the image.',
  choose: 'Choose its file…',
  adding: 'Adding the file…',
};

/** The place of an image that was pasted without its bytes, where its file is chosen. */
export function MissingImage({ src, alt, editor }: { src: string; alt: string; editor: Editor }) {
  const { copies } = useContext(EditorContext);
  const copy = copies.stateOf(src);
  const isBusy = copy?.state === 'fetching';
  const named = [alt === '' ? '' : `“${alt}”`, fileNameIn(src)].filter((part) => part !== '').join(' · ');
  return (
    <>
      <IconPhotoOff size={18} stroke={1.5} aria-hidden />
      <span className={classes.words}>
        <Text span size="xs" fw={600}>
          {texts.missing}
        </Text>
        {named !== '' && (
          <Text span size="xs">
            {named}
          </Text>
        )}
        <Text span size="xs" c={copy?.state === 'failed' ? 'red' : 'dimmed'}>
          {copy?.state === 'failed' ? copy.reason : texts.why}
        </Text>
      </span>
      {copies.enabled && (
        <FileButton
          accept={IMAGE_TYPES.join(',')}
          onChange={(file) => file && void copies.put(editor, src, file)}
        >
          {(button) => (
            <Button
              {...button}
              size="compact-sm"
              variant="default"
              leftSection={isBusy ? <Loader size={12} /> : undefined}
              disabled={isBusy}
            >
              {isBusy ? texts.adding : texts.choose}
            </Button>
          )}
        </FileButton>
      )}
    </>
  );
}
