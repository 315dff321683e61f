import { Button, Group, Modal, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { type FileItem, isFolderItem } from '#contract/files';
import type { JsonValue } from '#contract/values';
import { foldersOf } from './depot-value';

const texts = {
  title: (name: string) => `Move ${name}`,
  to: 'Destination folder',
  top: 'All files (top level)',
  move: 'Move',
  cancel: 'Cancel',
};

interface Props {
  value: JsonValue | undefined;
  item: FileItem;
  /** The folder it is in. */
  from: readonly string[];
  onClose(): void;
  /** Resolves with true when it was moved. */
  onMove(to: string): Promise<boolean>;
}

/** Asks for the folder a file or folder goes to. */
export function MoveDialog({ value, item, from, onClose, onMove }: Props) {
  const [to, setTo] = useState('');
  const [busy, setBusy] = useState(false);
  const here = from.join('/');
  const own = [...from, item.name].join('/');
  const inside = (path: string) => isFolderItem(item) && (path === own || path.startsWith(`${own}/`));
  const choices = foldersOf(value).filter((path) => path !== here && !inside(path));
  const chosen = choices.includes(to) ? to : choices[0];
  return (
    <Modal opened onClose={onClose} title={texts.title(item.name)}>
      <Stack gap="md">
        <Radio.Group label={texts.to} value={chosen ?? null} onChange={setTo}>
          <Stack gap={6} mt={6}>
            {choices.map((path) => (
              <Radio key={path} value={path} label={path === '' ? texts.top : path} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            disabled={chosen === undefined}
            loading={busy}
            onClick={async () => {
              setBusy(true);
              if (chosen !== undefined && (await onMove(chosen))) onClose();
              else setBusy(false);
            }}
          >
            {texts.move}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
