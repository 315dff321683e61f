/** Over the page when Plinth serves another folder than the one the page was opened on: nothing can be saved from here. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../t';

const texts = {
  title: 'Plinth is now serving another folder',
  belongs: (own: string, other: string) =>
    `This window was opened for the folder ${own}. Plinth is now serving ${other}, so you cannot save from here.`,
  kept: (own: string) =>
    `Your unsaved changes are kept on this computer and can be restored when ${own} is open again.`,
  thisFolder: 'it was opened with',
  another: 'another folder',
  stay: 'Stay on this page',
  open: 'Open the other folder',
};

const quoted = (name: string | null, otherwise: string) => (name === null ? otherwise : `“${name}”`);

interface Props {
  /** What the folders are called, as far as it is known. */
  own: string | null;
  other: string | null;
}

export function OtherFolderDialog({ own, other }: Props) {
  const [opened, setOpened] = useState(true);
  const [mine, theirs] = [quoted(own, texts.thisFolder), quoted(other, texts.another)];
  return (
    <Modal opened={opened} onClose={() => setOpened(false)} title={texts.title}>
      <Stack style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm">{texts.belongs(mine, theirs)}</Text>
        <Text size="sm">{texts.kept(own === null ? t('that folder') : mine)}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => setOpened(false)} data-autofocus>
            {texts.stay}
          </Button>
          <Button onClick={() => location.assign('/admin/')}>{texts.open}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
