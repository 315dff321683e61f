/** OAuth clients with their scopes and redirect URIs, and how to remove them. */
import { Badge, Code, Group, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { OAuthClient } from '#contract/oauth';
import { deleteOAuthClient } from '../../api/oauth';
import { DeedButton } from '../../ui/confirm';
import { counted } from '../../ui/format';
import { NameCell, QuietCell, RecordTable } from '../../ui/RecordTable';
import { TimeAgo } from '../../ui/TimeAgo';
import { scopesInWords } from './scope-words';

const texts = {
  columns: ['Name', 'Can request', 'Redirect URIs', 'Created', 'Actions'] as const,
  dynamic: 'Registered itself',
  secret: 'Confidential',
  access: (count: number) => counted(count, 'access', 'accesses'),
  none: 'No access',
  remove: 'Delete',
  removeName: (name: string) => `Delete ${name}`,
  ask: (name: string) => `Delete the app “${name}”?`,
  warning: 'It loses all access immediately and can no longer request any.',
  removed: (name: string) => `“${name}” was deleted and no longer has access.`,
  failed: 'Could not delete the app',
};

const hostOf = (uri: string): string => (URL.canParse(uri) ? new URL(uri).host : uri);

export function ClientTable({ clients }: { clients: readonly OAuthClient[] }) {
  const queries = useQueryClient();
  return (
    <RecordTable columns={texts.columns}>
      {clients.map((client) => (
        <Table.Tr key={client.id}>
          <NameCell name={client.name} width={280}>
            <Code style={{ overflowWrap: 'anywhere' }}>{client.id}</Code>
            <Group gap={6} mt={4}>
              {client.dynamic && (
                <Badge size="xs" variant="light" color="yellow">
                  {texts.dynamic}
                </Badge>
              )}
              {client.confidential && (
                <Badge size="xs" variant="light" color="gray">
                  {texts.secret}
                </Badge>
              )}
              <Text size="xs" c="dimmed">
                {client.grants === 0 ? texts.none : texts.access(client.grants)}
              </Text>
            </Group>
            <Text size="xs" c="dimmed" hiddenFrom="sm" mt={2}>
              {scopesInWords(client.scopes)}
            </Text>
          </NameCell>
          <Table.Td visibleFrom="sm" maw={220}>
            {scopesInWords(client.scopes)}
          </Table.Td>
          <Table.Td visibleFrom="sm" maw={220}>
            <Text size="sm" truncate title={client.redirectUris.join('\n')}>
              {client.redirectUris.map(hostOf).join(', ')}
            </Text>
          </Table.Td>
          <QuietCell>
            <TimeAgo value={client.created} />
          </QuietCell>
          <Table.Td ta="right">
            <DeedButton
              name={texts.removeName(client.name)}
              title={texts.ask(client.name)}
              message={texts.warning}
              confirm={texts.remove}
              act={() => deleteOAuthClient(queries, client.id)}
              done={texts.removed(client.name)}
              failed={texts.failed}
            />
          </Table.Td>
        </Table.Tr>
      ))}
    </RecordTable>
  );
}
