/** Asks before a version is restored over changes that are not saved. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { Unsaved } from './restore-target';

const texts = {
  title: 'Restore over unsaved changes?',
  one: (label: string) => `“${label}” has changes that are not saved. Restoring it discards them.`,
  all: (labels: string) => `These fields have changes that are not saved: ${labels}.`,
  choices:
    'You can keep them, as unsaved changes of the restored version, or discard them. Nothing is overwritten until you save.',
  cancel: 'Cancel',
  keep: 'Restore and keep changes',
  discard: 'Restore and discard changes',
};

interface Question {
  labels: readonly string[];
  /** A version is restored as a whole, so that the changes can be kept on top of it. */
  whole: boolean;
}

/** What to do with the changes; undefined: do not restore. */
export function askUnsaved({ labels, whole }: Question): Promise<Unsaved | undefined> {
  return new Promise((resolve) => {
    const id = crypto.randomUUID();
    const answer = (choice: Unsaved | undefined) => {
      resolve(choice);
      modals.close(id);
    };
    modals.open({
      modalId: id,
      title: texts.title,
      onClose: () => resolve(undefined),
      children: (
        <Stack>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {whole ? texts.all(labels.map((label) => `“${label}”`).join(', ')) : texts.one(labels.join(', '))}
          </Text>
          {whole && <Text size="sm">{texts.choices}</Text>}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" data-autofocus onClick={() => answer(undefined)}>
              {texts.cancel}
            </Button>
            {whole && (
              <Button variant="default" onClick={() => answer('keep')}>
                {texts.keep}
              </Button>
            )}
            <Button color="red" onClick={() => answer('discard')}>
              {texts.discard}
            </Button>
          </Group>
        </Stack>
      ),
    });
  });
}
