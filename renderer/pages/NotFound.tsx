/** An address of the admin that leads nowhere. */
import { Button, Center, EmptyState, Title } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

const texts = {
  page: 'Not found – Plinth',
  title: 'Page not found',
  hint: 'The collection or object may have been renamed or deleted. You can restore deleted items from the trash.',
  home: 'Go to home',
  trash: 'Open trash',
};

export function NotFound({ message, children }: { message?: string; children?: ReactNode }) {
  return (
    <Center mih="60vh" p="lg">
      <title>{texts.page}</title>
      <EmptyState
        icon={<IconMapQuestion size={30} stroke={1.5} aria-hidden />}
        title={
          <Title order={1} size="h3">
            {message ?? texts.title}
          </Title>
        }
        description={texts.hint}
      >
        <EmptyState.Actions mt="xs">
          <Button component={Link} to="/">
            {texts.home}
          </Button>
          <Button variant="default" component={Link} to="/trash">
            {texts.trash}
          </Button>
          {children}
        </EmptyState.Actions>
      </EmptyState>
    </Center>
  );
}
