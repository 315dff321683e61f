/** Who is signed in where, and the way to end it. */
import { Badge, Button, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { SessionSummary } from '#contract/users';
import { endSession } from '../../api/users';
import { notifyDone, notifyFailed } from '../../ui/notify';
import { NameCell, QuietCell, RecordTable } from '../../ui/RecordTable';
import { TimeAgo } from '../../ui/TimeAgo';
import { ROLES } from './roles';

/** What a browser calls itself, in words people know. */

/** The first that matches counts: most browsers also claim to be those below them. */
const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/Electron\//, 'Desktop app'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

const first = (list: readonly [RegExp, string][], agent: string) =>
  list.find(([pattern]) => pattern.test(agent))?.[1];

/** "Firefox on Linux"; the first words of what is unknown; undefined for nothing. */
function browserName(agent: string): string | undefined {
  const browser = first(BROWSERS, agent);
  const system = first(SYSTEMS, agent);
  if (browser === undefined) return agent.slice(0, 40).trim() || undefined;
  return system === undefined ? browser : `${browser} on ${system}`;
}

const texts = {
  who: 'User',
  columns: ['Browser', 'IP address', 'Signed in', 'Last seen', 'Actions'] as const,
  here: 'this browser',
  unknown: 'Unknown browser',
  end: 'End',
  endName: (who: string, where: string) => `End the session of ${who}, ${where}`,
  ended: 'Session ended.',
  failed: 'Could not end the session',
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
    <RecordTable columns={named ? [texts.who, ...texts.columns] : texts.columns}>
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
              <NameCell name={user.name} width={220}>
                <Text size="xs" c="dimmed">
                  {ROLES[user.role].label}
                </Text>
                {narrow}
                {here}
              </NameCell>
            )}
            <Table.Td visibleFrom={named ? 'sm' : undefined} title={agent}>
              <Text size="sm">{where}</Text>
              {!named && narrow}
              {!named && here}
            </Table.Td>
            <QuietCell>{address}</QuietCell>
            <QuietCell>
              <TimeAgo value={started} />
            </QuietCell>
            <QuietCell>
              <TimeAgo value={lastSeen} />
            </QuietCell>
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
    </RecordTable>
  );
}
