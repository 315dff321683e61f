import { Button, FileButton, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ChosenFile } from '../../api/media';
import { FromMedia } from './FromMedia';

const texts = { replace: 'Replace…', details: 'Details…', remove: 'Remove' };

interface Props {
  accept: string[] | undefined;
  locked: boolean;
  /** A required file can be replaced only. */
  required: boolean;
  /** Only images can take its place. */
  images: boolean;
  onFile(file: File | ChosenFile): void;
  onDetails(): void;
  onRemove(): void;
  /** What else can be done, in front. */
  children?: ReactNode;
}

/** What can be done with the one file of a field. */
export function FileActions(props: Props) {
  const { accept, locked, required, images, onFile, onDetails, onRemove, children } = props;
  return (
    <Group gap={6} mt={6}>
      {children}
      <FileButton
        {...(accept && { accept: accept.join(',') })}
        onChange={(file) => file && onFile(file)}
        disabled={locked}
      >
        {(button) => (
          <Button {...button} variant="default" size="compact-sm" disabled={locked}>
            {texts.replace}
          </Button>
        )}
      </FileButton>
      <FromMedia
        images={images}
        many={false}
        disabled={locked}
        onChoose={([file]) => file !== undefined && onFile(file)}
      />
      <Button variant="default" size="compact-sm" onClick={onDetails}>
        {texts.details}
      </Button>
      {!required && (
        <Button variant="subtle" color="red" size="compact-sm" disabled={locked} onClick={onRemove}>
          {texts.remove}
        </Button>
      )}
    </Group>
  );
}
