/** The keys there are: what each opens, when it was last used, and the way to end it. */
import { Code, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { KeySummary } from '#contract/access';
import { revokeApiKey } from '../../api/api-keys';
import { collectionsQuery } from '../../api/queries';
import { DeedButton } from '../../ui/confirm';
import { NameCell, QuietCell, RecordTable } from '../../ui/RecordTable';
import { TimeAgo } from '../../ui/TimeAgo';
import { PendingBadge } from '../trust/PendingBadge';
import { methodsInWords, pathInWords } from './scope';

const texts = {
  columns: ['Name', 'Access', 'Last used', 'Created', 'Actions'] as const,
  suggests: 'suggestions only',
  never: 'Never',
  used: 'used',
  neverUsed: 'never used',
  revoke: 'Revoke',
  revokeName: (name: string) => `Revoke ${name}`,
  ask: (name: string) => `Revoke the API key “${name}”?`,
  warning: 'Requests with this key are rejected from now on. This cannot be undone.',
  revoked: (name: string) => `API key “${name}” revoked.`,
  failed: 'Could not revoke the API key',
};

export function KeyTable({ apiKeys }: { apiKeys: readonly KeySummary[] }) {
  const client = useQueryClient();
  const { data: collections = [] } = useQuery(collectionsQuery());
  const titles = new Map(collections.map((item) => [item.name, item.title]));

  return (
    <RecordTable columns={texts.columns}>
      {apiKeys.map((key) => (
        <Table.Tr key={key.id}>
          <NameCell name={key.name} width={260}>
            {key.pending && <PendingBadge />}
            {key.prefix !== '' && <Code>{`${key.prefix}…${key.last4}`}</Code>}
            <Text size="xs" c="dimmed" hiddenFrom="sm" component="div" mt={2}>
              <Opens apiKey={key} titles={titles} />
              <TimeAgo value={key.lastUsed} before={texts.used} otherwise={texts.neverUsed} />
            </Text>
          </NameCell>
          <Table.Td visibleFrom="sm" maw={320}>
            <Opens apiKey={key} titles={titles} />
          </Table.Td>
          <QuietCell>
            <TimeAgo value={key.lastUsed} otherwise={texts.never} />
          </QuietCell>
          <QuietCell>
            <TimeAgo value={key.created} />
          </QuietCell>
          <Table.Td ta="right">
            <DeedButton
              name={texts.revokeName(key.name)}
              title={texts.ask(key.name)}
              message={texts.warning}
              confirm={texts.revoke}
              act={() => revokeApiKey(client, key.id)}
              done={texts.revoked(key.name)}
              failed={texts.failed}
            />
          </Table.Td>
        </Table.Tr>
      ))}
    </RecordTable>
  );
}

/** The scope of a key in words; the paths as they are on hover. */
function Opens({ apiKey, titles }: { apiKey: KeySummary; titles: ReadonlyMap<string, string> }) {
  const { methods, paths, suggests } = apiKey.scopes;
  return (
    <>
      <Text size="sm" inherit={false} lineClamp={2} title={paths.join('\n')}>
        {paths.map((path) => pathInWords(path, titles)).join(', ')}
      </Text>
      <Text size="xs" c="dimmed">
        {methodsInWords(methods)}
        {suggests && ` – ${texts.suggests}`}
      </Text>
    </>
  );
}
