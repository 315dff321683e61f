/** Sign-in with a name and password, if the folder has users, or with the link that Plinth prints at its start. */
import { Alert, Button, Code, Collapse, List, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconClockX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { sessionQuery } from '../api/queries';
import { CardPage } from '../ui/CardPage';
import { SignInLink } from '../ui/SignInLink';
import { SignInPassword } from '../ui/SignInPassword';
import classes from './SignIn.module.css';

const texts = {
  page: 'Sign in – Plinth',
  title: 'Sign in to Plinth',
  lead: 'The owner signs in without a password, with a one-time link that Plinth shows when it starts.',
  leadPassword: 'Use the name and password you got from an admin.',
  withLink: 'Sign in with a link',
  steps: [
    ['Check the terminal where Plinth runs for a line that begins with', 'Admin'],
    ['No terminal, or has the link been used? Start Plinth again with', 'plinth serve --data your-folder'],
  ] as const,
  last: 'Open the link in this browser, or paste it here:',
  expired: 'This link no longer works',
  expiredHint: 'It has been used or has expired. Plinth shows a new link each time it starts.',
  desktop: 'In the desktop app, choose File > Open in Browser to open this page signed in.',
};

export function SignIn() {
  const { data: session } = useQuery(sessionQuery());
  const passwords = session?.passwordSignIn === true;
  const { search } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(search);
  const expired = query.get('link') === 'expired';
  const [byLink, { toggle }] = useDisclosure(expired);
  const arrive = () => void navigate({ search: '' }, { replace: true });
  return (
    <CardPage title={texts.page}>
      <div>
        <Title order={1}>{texts.title}</Title>
        <Text c="dimmed" mt={4}>
          {passwords ? texts.leadPassword : texts.lead}
        </Text>
      </div>
      {expired && (
        <Alert color="red" title={texts.expired} icon={<IconClockX size={18} />} role="alert">
          {texts.expiredHint}
        </Alert>
      )}
      {passwords ? (
        <>
          <SignInPassword onSignedIn={arrive} />
          <div>
            <Button
              variant="subtle"
              size="compact-sm"
              ml={-8}
              onClick={toggle}
              aria-expanded={byLink}
              rightSection={<IconChevronDown size={14} className={classes.chevron} data-open={byLink} />}
            >
              {texts.withLink}
            </Button>
            <Collapse expanded={byLink}>
              <Stack gap="md" pt="md">
                <ByLink first={false} onSignedIn={arrive} />
              </Stack>
            </Collapse>
          </div>
        </>
      ) : (
        <ByLink first onSignedIn={arrive} />
      )}
    </CardPage>
  );
}

/** Where the link comes from, and a place to paste it. */
function ByLink({ first, onSignedIn }: { first: boolean; onSignedIn: () => void }) {
  return (
    <>
      <List type="ordered" spacing="xs" size="md">
        {texts.steps.map(([text, code]) => (
          <List.Item key={code}>
            {text} <Code>{code}</Code>
          </List.Item>
        ))}
        <List.Item>{texts.last}</List.Item>
      </List>
      <SignInLink first={first} onSignedIn={onSignedIn} />
      <Text size="sm" c="dimmed">
        {texts.desktop}
      </Text>
    </>
  );
}
