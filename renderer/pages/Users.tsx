/** Users with a password, and who is signed in. */
import { Button, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserSummary } from '#contract/users';
import { sessionQuery, statusQuery } from '../api/queries';
import { sessionsQuery, usersQuery } from '../api/users';
import { ErrorState } from '../ui/ErrorState';
import { NeedsPro, Nothing } from '../ui/Nothing';
import { Page } from '../ui/Page';
import { Waiting } from '../ui/Waiting';
import { TrustBanner } from './trust/TrustBanner';
import { PasswordDialog } from './users/PasswordDialog';
import { SessionTable } from './users/SessionTable';
import { UserDialog } from './users/UserDialog';
import { UserTable } from './users/UserTable';

const texts = {
  description: 'People who sign in to this Plinth with a password.',
  create: 'New user',
  empty: 'No other users',
  emptyHint:
    'The person who starts Plinth is its owner and needs no password. Create users for everyone else who works here.',
  standard: 'Users require the Pro edition',
  standardHint: 'This folder uses the Standard edition. Existing users are kept but cannot sign in.',
  sessions: 'Signed in now',
  sessionsHint:
    'Sessions end when Plinth stops or after a period of inactivity (one day by default; see Settings).',
};

export function Users() {
  const status = useQuery(statusQuery());
  const pro = status.data?.edition === 'pro';
  const list = useQuery({ ...usersQuery(), enabled: pro });
  const { data: session } = useQuery(sessionQuery());
  const [edited, setEdited] = useState<UserSummary>();
  const [opened, { open, close }] = useDisclosure();
  const [passwordOf, setPasswordOf] = useState<UserSummary>();
  const found = list.data ?? [];

  const edit = (user: UserSummary | undefined) => {
    setEdited(user);
    open();
  };
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => edit(undefined)}>
      {texts.create}
    </Button>
  );

  return (
    <Page description={texts.description} actions={found.length > 0 && create}>
      {status.data && !pro ? (
        <NeedsPro icon={IconUsers} title={texts.standard} hint={texts.standardHint} />
      ) : (
        <>
          {list.isPending && <Waiting shape="table" />}
          {list.isError && <ErrorState error={list.error} retry={() => void list.refetch()} />}
          {list.isSuccess && <TrustBanner />}
          {list.isSuccess && found.length === 0 && (
            <Nothing icon={IconUsers} title={texts.empty} hint={texts.emptyHint} shape="table">
              {create}
            </Nothing>
          )}
          {found.length > 0 && (
            <UserTable users={found} self={session?.user?.id} onChange={edit} onPassword={setPasswordOf} />
          )}
        </>
      )}
      <SignedIn />
      <UserDialog opened={opened} user={edited} onClose={close} />
      <PasswordDialog user={passwordOf} onClose={() => setPasswordOf(undefined)} />
    </Page>
  );
}

/** All sessions of the server. */
function SignedIn() {
  const sessions = useQuery(sessionsQuery());
  return (
    <Stack gap="xs" mt="xl" component="section" aria-label={texts.sessions}>
      <Title order={2}>{texts.sessions}</Title>
      <Text size="sm" c="dimmed">
        {texts.sessionsHint}
      </Text>
      {sessions.isError && <ErrorState error={sessions.error} retry={() => void sessions.refetch()} />}
      {sessions.data && <SessionTable sessions={sessions.data} named />}
    </Stack>
  );
}
