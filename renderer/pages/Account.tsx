/** The signed-in user: role, password and sessions. */
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../api/queries';
import { endOtherSessions, sessionsQuery } from '../api/users';
import { ErrorState } from '../ui/ErrorState';
import { plural } from '../ui/format';
import { notifyDone, notifyFailed } from '../ui/notify';
import { Page } from '../ui/Page';
import { OwnPassword } from './users/OwnPassword';
import { ROLES } from './users/roles';
import { SessionTable } from './users/SessionTable';

const texts = {
  as: (name: string, role: string) => `Signed in as ${name}, ${role}.`,
  password: 'Password',
  link: 'You signed in with the sign-in link that Plinth shows when it starts, so you have no password.',
  sessions: 'Active sessions',
  others: 'End all other sessions',
  ended: (count: number) => plural(count, '# other session ended.', '# other sessions ended.'),
  failed: 'Could not end the sessions',
};

export function Account() {
  const client = useQueryClient();
  const { data: session } = useQuery(sessionQuery());
  const sessions = useQuery(sessionsQuery());
  const user = session?.user;
  if (!user) return null;
  const own = (sessions.data ?? []).filter((one) => one.user.id === user.id);
  const role = ROLES[user.role];

  const endOthers = async () => {
    try {
      notifyDone(texts.ended(await endOtherSessions(client)));
    } catch (error) {
      notifyFailed(texts.failed, error);
    }
  };
  return (
    <Page description={`${texts.as(user.name, role.label.toLowerCase())} ${role.hint}`} narrow>
      <Stack gap="xl">
        <Stack gap="sm" component="section" aria-label={texts.password}>
          <Title order={2}>{texts.password}</Title>
          {user.role === 'owner' ? <Text size="sm">{texts.link}</Text> : <OwnPassword />}
        </Stack>
        <Stack gap="sm" component="section" aria-label={texts.sessions}>
          <Group justify="space-between">
            <Title order={2}>{texts.sessions}</Title>
            {own.length > 1 && (
              <Button variant="default" size="compact-sm" onClick={() => void endOthers()}>
                {texts.others}
              </Button>
            )}
          </Group>
          {sessions.isError && <ErrorState error={sessions.error} retry={() => void sessions.refetch()} />}
          {own.length > 0 && <SessionTable sessions={own} />}
        </Stack>
      </Stack>
    </Page>
  );
}
