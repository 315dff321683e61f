/** What the app needs: its client ID, and the secret, which is shown only here. */
import { Button, Group, Stack, Text } from '@mantine/core';
import type { CreatedOAuthClient } from '#contract/oauth';
import { Snippet } from '../../ui/Snippet';

const texts = {
  id: 'Client ID',
  secret: 'Client secret',
  once: 'Copy the secret now. You won’t see it again: only a hash is stored.',
  open: 'This app has no secret. It uses PKCE instead.',
  done: 'Done',
};

export function CreatedClientView({ made, onClose }: { made: CreatedOAuthClient; onClose: () => void }) {
  return (
    <Stack gap="md">
      <Text size="sm" fw={500}>
        {texts.id}
      </Text>
      <Snippet name={texts.id} code={made.client.id} />
      {made.secret === null ? (
        <Text size="sm">{texts.open}</Text>
      ) : (
        <>
          <Text size="sm" fw={500}>
            {texts.secret}
          </Text>
          <Snippet name={texts.secret} code={made.secret} />
          <Text size="sm">{texts.once}</Text>
        </>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {texts.done}
        </Button>
      </Group>
    </Stack>
  );
}
