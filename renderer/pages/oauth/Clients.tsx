/** Apps that may request access. */
import { Button, Stack, Text } from '@mantine/core';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { oauthClientsQuery } from '../../api/oauth';
import { statusQuery } from '../../api/queries';
import { ErrorState } from '../../ui/ErrorState';
import { Nothing } from '../../ui/Nothing';
import { Snippet } from '../../ui/Snippet';
import { Waiting } from '../../ui/Waiting';
import { ClientTable } from './ClientTable';
import { ConnectedAppsPage } from './ConnectedAppsPage';
import { NewClientDialog } from './NewClientDialog';

const texts = {
  create: 'Add app',
  empty: 'No apps yet',
  emptyHint:
    'Add an app with its redirect URIs. If the settings allow it, AI clients can also register themselves.',
  address: 'Server URL to enter in the app:',
  name: 'the server URL',
};

export function Clients() {
  const { data: status } = useQuery(statusQuery());
  const list = useQuery({ ...oauthClientsQuery(), enabled: status?.edition === 'pro' });
  const [creating, setCreating] = useState(false);
  const clients = list.data?.clients ?? [];
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  return (
    <ConnectedAppsPage view="oauth-clients" actions={clients.length > 0 && create}>
      {list.isPending && <Waiting shape="table" />}
      {list.isError && <ErrorState error={list.error} retry={() => void list.refetch()} />}
      {list.isSuccess && clients.length === 0 && (
        <Nothing icon={IconPlugConnected} title={texts.empty} hint={texts.emptyHint}>
          {create}
        </Nothing>
      )}
      {clients.length > 0 && <ClientTable clients={clients} />}
      {list.data?.enabled && (
        <Stack gap="xs" mt="lg">
          <Text size="sm" c="dimmed">
            {texts.address}
          </Text>
          <Snippet name={texts.name} code={list.data.issuer} />
        </Stack>
      )}
      <NewClientDialog opened={creating} onClose={() => setCreating(false)} />
    </ConnectedAppsPage>
  );
}
