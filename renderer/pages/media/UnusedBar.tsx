/** What can be done with files that nothing names: chosen ones go to the trash. */
import { Button, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_REMOVED, type MediaFile } from '#contract/media';
import { keys } from '../../api/keys';
import { removeUnused } from '../../api/media';
import { restoreTrash } from '../../api/mutations';
import { refresh } from '../../api/stale';
import { confirmDanger } from '../../ui/confirm';
import { counted } from '../../ui/format';
import { notifyFailed, notifyUndo } from '../../ui/notify';

const texts = {
  hint: 'These files are stored with objects, but no field or text uses them.',
  all: 'Select all shown',
  none: 'Clear selection',
  remove: (count: number) => (count === 0 ? 'Move to trash' : `Move ${files(count)} to trash`),
  ask: (count: number) => `Move ${files(count)} to the trash?`,
  warning: 'Pages outside Plinth may still link to them. You can restore them from the trash for 30 days.',
  confirm: 'Move to trash',
  removed: (count: number) => `${files(count)} moved to the trash.`,
  rejected: (count: number) => `${files(count)} could not be moved`,
  failed: 'Could not move the files to the trash',
  undoFailed: 'Could not restore all files',
};

const files = (count: number) => counted(count, 'file', 'files');

interface Props {
  chosen: readonly MediaFile[];
  shown: readonly MediaFile[];
  onChoose(files: readonly MediaFile[]): void;
}

export function UnusedBar({ chosen, shown, onChoose }: Props) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function bringBack(entries: readonly string[]) {
    try {
      for (const entry of entries) await restoreTrash(client, entry);
    } catch (error) {
      notifyFailed(texts.undoFailed, error);
    }
    await refresh(client, keys.media);
  }

  async function remove() {
    setBusy(true);
    try {
      const { trashed, rejected } = await removeUnused(chosen.slice(0, MAX_REMOVED));
      const count = Math.min(chosen.length, MAX_REMOVED) - rejected.length;
      onChoose([]);
      if (count > 0) {
        const entries = trashed.map(({ id }) => id);
        notifyUndo(texts.removed(count), () => void bringBack(entries));
      }
      const [first] = rejected;
      if (first) {
        notifyFailed(texts.rejected(rejected.length), new Error(`${first.path}: ${first.reason}`));
      }
    } catch (error) {
      notifyFailed(texts.failed, error);
    }
    setBusy(false);
    void refresh(client, keys.trash, keys.health);
    await refresh(client, keys.media);
  }

  const all = chosen.length === shown.length;
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed">
        {texts.hint}
      </Text>
      <Group gap="xs">
        <Button variant="default" size="compact-sm" onClick={() => onChoose(all ? [] : shown)}>
          {all ? texts.none : texts.all}
        </Button>
        <Button
          variant="light"
          color="red"
          size="compact-sm"
          leftSection={<IconTrash size={15} />}
          disabled={chosen.length === 0}
          loading={busy}
          onClick={() =>
            confirmDanger({
              title: texts.ask(chosen.length),
              message: texts.warning,
              confirm: texts.confirm,
              onConfirm: () => void remove(),
            })
          }
        >
          {texts.remove(chosen.length)}
        </Button>
      </Group>
    </Group>
  );
}
