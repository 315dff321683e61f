/** Who is signed in where, and the way to end it. */
import { Badge, Button, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { SessionSummary } from '#contract/users';
import { endSession } from '../../api/users';
import { notifyDone, notifyFailed } from '../../ui/notify';
import { TimeAgo } from '../../ui/TimeAgo';
import { browserName } from './browser-name';
import { ROLES } from './roles';

const texts = {
  who: 'User',
  where: 'Browser',
  address: 'Address',
  started: 'Signed in',
  seen: 'Last seen',
  actions: 'Actions',
  here: 'this browser',
  unknown: 'Unknown browser',
  end: 'End',
  endName: (who: string, where: string) => `End the session of ${who}, ${where}`,
  ended: 'The session has ended.',
  failed: 'The session could not be ended',
};

interface Props {
  sessions: readonly SessionSummary[];
  /** Whether they are those of several users. */
  named?: boolean;
}

export function SessionTable({ sessions, named = false }: Props) {
  const client = useQueryClient();
  const end = async (id: string) => {
    try {
      await endSession(client, id);
      notifyDone(texts.ended);
    } catch (error) {
      notifyFailed(texts.failed, error);
    }
  };
  return (
    <Table.ScrollContainer minWidth={300} className="framed">
      <Table verticalSpacing={9} horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            {named && <Table.Th>{texts.who}</Table.Th>}
            <Table.Th visibleFrom={named ? 'sm' : undefined}>{texts.where}</Table.Th>
            <Table.Th visibleFrom="sm">{texts.address}</Table.Th>
            <Table.Th visibleFrom="sm">{texts.started}</Table.Th>
            <Table.Th visibleFrom="sm">{texts.seen}</Table.Th>
            <Table.Th ta="right">{texts.actions}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sessions.map(({ id, user, agent, address, started, lastSeen, current }) => {
            const where = browserName(agent) ?? texts.unknown;
            const here = current && (
              <Badge size="sm" variant="light">
                {texts.here}
              </Badge>
            );
            const narrow = (
              <Text size="xs" c="dimmed" hiddenFrom="sm" component="div">
                {named && `${where}, `}
                {address}, <TimeAgo value={lastSeen} />
              </Text>
            );
            return (
              <Table.Tr key={id}>
                {named && (
                  <Table.Td maw={{ base: 210, sm: 220 }}>
                    <Text size="sm" fw={500} truncate title={user.name}>
                      {user.name}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {ROLES[user.role].label}
                    </Text>
                    {narrow}
                    {here}
                  </Table.Td>
                )}
                <Table.Td visibleFrom={named ? 'sm' : undefined} title={agent}>
                  <Text size="sm">{where}</Text>
                  {!named && narrow}
                  {!named && here}
                </Table.Td>
                <Table.Td c="dimmed" visibleFrom="sm">
                  {address}
                </Table.Td>
                <Table.Td c="dimmed" visibleFrom="sm">
                  <TimeAgo value={started} />
                </Table.Td>
                <Table.Td c="dimmed" visibleFrom="sm">
                  <TimeAgo value={lastSeen} />
                </Table.Td>
                <Table.Td ta="right">
                  {!current && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={texts.endName(user.name, where)}
                      onClick={() => void end(id)}
                    >
                      {texts.end}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
