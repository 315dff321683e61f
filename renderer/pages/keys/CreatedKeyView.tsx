/** The only sight of a key. */
import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { CreatedKey } from '#contract/access';
import { useAnnounce } from '../../ui/Announcer';
import { Snippet } from '../../ui/Snippet';
import { firstRequest } from './scope';

const texts = {
  once: 'Copy the key now. You won’t see it again: only a hash is stored.',
  key: 'API key',
  copy: 'Copy key',
  copied: 'Copied',
  announce: 'Key copied to the clipboard.',
  header: 'Send it in the X-API-Key header, or as Authorization: Bearer.',
  use: 'Send it in the X-API-Key header, or as Authorization: Bearer. Try it:',
  request: 'A request',
  done: 'Done',
};

export function CreatedKeyView({ made, onClose }: { made: CreatedKey; onClose: () => void }) {
  const announce = useAnnounce();
  const request = firstRequest(window.location.origin, made);
  return (
    <Stack gap="md">
      <Text size="sm">{texts.once}</Text>
      <Snippet name={texts.key} code={made.key} />
      <Text size="sm">{request === undefined ? texts.header : texts.use}</Text>
      {request !== undefined && <Snippet name={texts.request} code={request} />}
      <Group justify="flex-end" gap="xs">
        <CopyButton value={made.key} timeout={2000}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              onClick={() => {
                copy();
                announce(texts.announce);
              }}
              data-autofocus
            >
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>{texts.done}</Button>
      </Group>
    </Stack>
  );
}
