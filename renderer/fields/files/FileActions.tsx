import { Button, FileButton, Group } from '@mantine/core';
import type { ReactNode } from 'react';

const texts = { replace: 'Replace…', details: 'Details…', remove: 'Remove' };

interface Props {
  accept: string[] | undefined;
  locked: boolean;
  /** A required file can be replaced only. */
  required: boolean;
  onFile(file: File): void;
  onDetails(): void;
  onRemove(): void;
  /** What else can be done, in front. */
  children?: ReactNode;
}

/** What can be done with the one file of a field. */
export function FileActions({ accept, locked, required, onFile, onDetails, onRemove, children }: Props) {
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
