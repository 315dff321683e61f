/** Last resort when a page throws: the rest of the admin stays usable, and a reload is one click away. */
import { Button, Center, Code, EmptyState, Stack } from '@mantine/core';
import { IconBug, IconRefresh } from '@tabler/icons-react';
import { isRouteErrorResponse, Link, useRouteError } from 'react-router';
import { NotFound } from '../pages/NotFound';

const texts = {
  title: 'Something went wrong on this page',
  hint: 'Your saved content is safe. Reload the page to continue. If this happens again, please report the details below.',
  reload: 'Reload',
  home: 'Go to home',
};

export function Crash() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return (
    <Center mih="60vh" p="lg" role="alert">
      <Stack maw={640} gap="lg">
        <EmptyState
          icon={<IconBug size={28} stroke={1.5} aria-hidden />}
          title={texts.title}
          description={texts.hint}
        >
          <EmptyState.Actions>
            <Button leftSection={<IconRefresh size={16} />} onClick={() => window.location.reload()}>
              {texts.reload}
            </Button>
            <Button variant="default" component={Link} to="/">
              {texts.home}
            </Button>
          </EmptyState.Actions>
        </EmptyState>
        <Code block mah={180} tabIndex={0}>
          {details}
        </Code>
      </Stack>
    </Center>
  );
}
