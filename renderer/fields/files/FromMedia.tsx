/** A button that offers the files of the folder: the chosen ones are copied into the object. */
import { Button, type ButtonProps } from '@mantine/core';
import { IconLibraryPhoto } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import type { ChosenFile } from '../../api/media';
import { OnceOpened } from '../../ui/OnceOpened';

const MediaPicker = lazy(async () => ({ default: (await import('../../media/MediaPicker')).MediaPicker }));

const texts = { choose: 'From Media…' };

interface Props extends Pick<ButtonProps, 'variant' | 'size'> {
  /** Only images are offered. */
  images: boolean;
  many: boolean;
  disabled?: boolean;
  onChoose(files: readonly ChosenFile[]): void;
}

export function FromMedia({ images, many, disabled = false, onChoose, ...look }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        {...look}
        leftSection={<IconLibraryPhoto size={15} stroke={1.6} aria-hidden />}
        disabled={disabled}
        onClick={() => setOpened(true)}
      >
        {texts.choose}
      </Button>
      <OnceOpened opened={opened}>
        <MediaPicker
          opened={opened}
          images={images}
          many={many}
          onClose={() => setOpened(false)}
          onChoose={(files) => {
            setOpened(false);
            onChoose(files);
          }}
        />
      </OnceOpened>
    </>
  );
}
