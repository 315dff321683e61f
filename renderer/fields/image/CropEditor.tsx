/** The crop dialog of an image value, loaded when it is opened. */
import { Button } from '@mantine/core';
import { IconCrop } from '@tabler/icons-react';
import { lazy, useEffect, useRef, useState } from 'react';
import type { FileItem } from '#contract/files';
import { originalSize, readEdit } from '#contract/image-edit';
import { OnceOpened } from '../../ui/OnceOpened';
import { canBeEdited, reshaped } from './crop';
import { textIn, withQuery } from './image-value';

const texts = { crop: 'Crop…', label: (name: string) => `Crop and rotate ${name}` };

const CropDialog = lazy(async () => ({ default: (await import('./CropDialog')).CropDialog }));

/** Largest sides of the image in the dialog, in pixels. */
const SIDES = 'w=1600&h=1200&fit=inside';

interface Props {
  item: FileItem;
  onChange(item: FileItem): void;
  onClose(): void;
  /** What has the focus afterwards. */
  returnTo(): HTMLElement | null | undefined;
}

export function CropEditor({ item, onChange, onClose, returnTo }: Props) {
  const back = useRef(returnTo);
  back.current = returnTo;
  // The dialog is loaded after it was asked for, too late to know what had the focus.
  useEffect(() => () => back.current()?.focus(), []);
  const hash = textIn(item, 'hash');
  const query = `${SIDES}${hash === '' ? '' : `&hash=${hash}`}`;
  return (
    <OnceOpened opened>
      <CropDialog
        name={item.name}
        srcOf={(edit) => withQuery(textIn(item, 'url'), `${query}&edit=${edit}`)}
        original={originalSize(item)}
        edit={readEdit(item.edit)}
        onApply={(edit) => {
          onChange(reshaped(item, edit));
          onClose();
        }}
        onClose={onClose}
      />
    </OnceOpened>
  );
}

/** Opens the dialog; nothing for an image that cannot be cropped. */
export function CropButton({
  item,
  locked,
  onChange,
}: Omit<Props, 'onClose' | 'returnTo'> & { locked: boolean }) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!canBeEdited(item.mime) || textIn(item, 'url') === '') return null;
  return (
    <>
      <Button
        ref={button}
        variant="default"
        size="compact-sm"
        disabled={locked}
        leftSection={<IconCrop size={15} stroke={1.6} aria-hidden />}
        aria-label={texts.label(item.name)}
        onClick={() => setOpened(true)}
      >
        {texts.crop}
      </Button>
      {opened && (
        <CropEditor
          item={item}
          onChange={onChange}
          onClose={() => setOpened(false)}
          returnTo={() => button.current}
        />
      )}
    </>
  );
}
