/** The keys there are: what each opens, when it was last used, and the way to end it. */
import { Button, Code, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { KeySummary } from '#contract/access';
import { revokeApiKey } from '../../api/api-keys';
import { collectionsQuery } from '../../api/queries';
import { confirmDanger } from '../../ui/confirm';
import { notifyDone, notifyFailed } from '../../ui/notify';
import { RecordTable } from '../../ui/RecordTable';
import { TimeAgo } from '../../ui/TimeAgo';
import { methodsInWords, pathInWords } from './scope';

const texts = {
  columns: ['Name', 'Opens', 'Last used', 'Created', 'Actions'] as const,
  never: 'Never',
  used: 'used',
  neverUsed: 'never used',
  revoke: 'Revoke',
  revokeName: (name: string) => `Revoke ${name}`,
  ask: (name: string) => `Revoke the key “${name}”?`,
  warning: 'Whatever uses it is refused from now on. A revoked key cannot come back; a new one can be made.',
  revoked: (name: string) => `The key “${name}” no longer opens anything.`,
  failed: 'The key could not be revoked',
};

export function KeyTable({ apiKeys }: { apiKeys: readonly KeySummary[] }) {
  const client = useQueryClient();
  const { data: collections = [] } = useQuery(collectionsQuery());
  const titles = new Map(collections.map((item) => [item.name, item.title]));

  const revoke = async ({ id, name }: KeySummary) => {
    try {
      await revokeApiKey(client, id);
      notifyDone(texts.revoked(name));
    } catch (error) {
      notifyFailed(texts.failed, error);
    }
  };

  return (
    <RecordTable columns={texts.columns}>
      {apiKeys.map((key) => (
        <Table.Tr key={key.id}>
          <Table.Td maw={{ base: 210, sm: 260 }}>
            <Text size="sm" fw={500} truncate title={key.name}>
              {key.name}
            </Text>
            {key.prefix !== '' && <Code>{`${key.prefix}…${key.last4}`}</Code>}
            <Text size="xs" c="dimmed" hiddenFrom="sm" component="div" mt={2}>
              <Opens apiKey={key} titles={titles} />
              {key.lastUsed === null ? (
                texts.neverUsed
              ) : (
                <>
                  {texts.used} <TimeAgo value={key.lastUsed} />
                </>
              )}
            </Text>
          </Table.Td>
          <Table.Td visibleFrom="sm" maw={320}>
            <Opens apiKey={key} titles={titles} />
          </Table.Td>
          <Table.Td c="dimmed" visibleFrom="sm">
            {key.lastUsed === null ? texts.never : <TimeAgo value={key.lastUsed} />}
          </Table.Td>
          <Table.Td c="dimmed" visibleFrom="sm">
            <TimeAgo value={key.created} />
          </Table.Td>
          <Table.Td ta="right">
            <Button
              variant="default"
              size="compact-sm"
              aria-label={texts.revokeName(key.name)}
              onClick={() =>
                confirmDanger({
                  title: texts.ask(key.name),
                  message: texts.warning,
                  confirm: texts.revoke,
                  onConfirm: () => void revoke(key),
                })
              }
            >
              {texts.revoke}
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </RecordTable>
  );
}

/** The scope of a key in words; the paths as they are on hover. */
function Opens({ apiKey, titles }: { apiKey: KeySummary; titles: ReadonlyMap<string, string> }) {
  const { methods, paths } = apiKey.scopes;
  return (
    <>
      <Text size="sm" inherit={false} lineClamp={2} title={paths.join('\n')}>
        {paths.map((path) => pathInWords(path, titles)).join(', ')}
      </Text>
      <Text size="xs" c="dimmed">
        {methodsInWords(methods)}
      </Text>
    </>
  );
}
