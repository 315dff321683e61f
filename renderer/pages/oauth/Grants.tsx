/** The access of connected apps, who granted it, and how to revoke it. */
import { Table, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OAuthGrant } from '#contract/oauth';
import { oauthGrantsQuery, revokeOAuthGrant } from '../../api/oauth';
import { statusQuery } from '../../api/queries';
import { DeedButton } from '../../ui/confirm';
import { ErrorState } from '../../ui/ErrorState';
import { Nothing } from '../../ui/Nothing';
import { NameCell, QuietCell, RecordTable } from '../../ui/RecordTable';
import { TimeAgo } from '../../ui/TimeAgo';
import { Waiting } from '../../ui/Waiting';
import { ConnectedAppsPage } from './ConnectedAppsPage';
import { scopesInWords } from './scope-words';

const texts = {
  columns: ['App', 'Permissions', 'Authorized by', 'Last used', 'Authorized', 'Actions'] as const,
  empty: 'No app has access',
  emptyHint: 'Apps you authorize are listed here, and you can revoke their access.',
  never: 'Never',
  used: 'used',
  neverUsed: 'never used',
  gone: 'Deleted user',
  end: 'Revoke access',
  endName: (name: string) => `Revoke access of ${name}`,
  ask: (name: string) => `Revoke access of “${name}”?`,
  warning: 'Its requests are rejected from now on. It can request access again.',
  ended: (name: string) => `“${name}” no longer has access.`,
  failed: 'Could not revoke access',
};

export function Grants() {
  const { data: status } = useQuery(statusQuery());
  const list = useQuery({ ...oauthGrantsQuery(), enabled: status?.edition === 'pro' });
  return (
    <ConnectedAppsPage view="oauth-grants">
      {list.isPending && <Waiting shape="table" />}
      {list.isError && <ErrorState error={list.error} retry={() => void list.refetch()} />}
      {list.data?.length === 0 && (
        <Nothing icon={IconPlugConnectedX} title={texts.empty} hint={texts.emptyHint} />
      )}
      {list.data !== undefined && list.data.length > 0 && <GrantTable grants={list.data} />}
    </ConnectedAppsPage>
  );
}

function GrantTable({ grants }: { grants: readonly OAuthGrant[] }) {
  const queries = useQueryClient();
  return (
    <RecordTable columns={texts.columns}>
      {grants.map((grant) => (
        <Table.Tr key={grant.id}>
          <NameCell name={grant.client.name} width={240}>
            <Text size="xs" c="dimmed" hiddenFrom="sm" component="div" mt={2}>
              {scopesInWords(grant.scopes)}; {grant.user?.name ?? texts.gone};{' '}
              <TimeAgo value={grant.lastUsed} before={texts.used} otherwise={texts.neverUsed} />
            </Text>
          </NameCell>
          <Table.Td visibleFrom="sm" maw={260}>
            {scopesInWords(grant.scopes)}
          </Table.Td>
          <Table.Td visibleFrom="sm" maw={160}>
            <Text size="sm" truncate title={grant.user?.name}>
              {grant.user?.name ?? texts.gone}
            </Text>
          </Table.Td>
          <QuietCell>
            <TimeAgo value={grant.lastUsed} otherwise={texts.never} />
          </QuietCell>
          <QuietCell>
            <TimeAgo value={grant.created} />
          </QuietCell>
          <Table.Td ta="right">
            <DeedButton
              name={texts.endName(grant.client.name)}
              title={texts.ask(grant.client.name)}
              message={texts.warning}
              confirm={texts.end}
              act={() => revokeOAuthGrant(queries, grant.id)}
              done={texts.ended(grant.client.name)}
              failed={texts.failed}
            />
          </Table.Td>
        </Table.Tr>
      ))}
    </RecordTable>
  );
}
