/** Nobody is signed in: where the link comes from, and a place to paste it. */
import { Alert, Code, List, Stack, Text, Title } from '@mantine/core';
import { IconClockX } from '@tabler/icons-react';
import { useLocation, useNavigate } from 'react-router';
import { Logo } from '../ui/Logo';
import { SignInForm } from '../ui/SignInForm';
import { ConnectionBanner } from '../ui/shell/ConnectionBanner';
import classes from './SignIn.module.css';

const texts = {
  page: 'Sign in – Plinth',
  title: 'Sign in to Plinth',
  lead: 'Whoever starts Plinth owns it. There is no password: Plinth gives a link that works once.',
  steps: [
    ['Look at the terminal where Plinth runs. It shows a line that begins with', 'Admin'],
    ['No terminal, or the link is used? Start Plinth again with', 'plinth serve --data your-folder'],
  ] as const,
  last: 'Open the link in this browser, or paste it here:',
  expired: 'That link no longer works',
  expiredHint: 'It was used before or is too old. Every start of Plinth gives a new one.',
  desktop: 'In the desktop app you are signed in by yourself: close this tab and use its window.',
};

export function SignIn() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(search);
  const expired = query.get('link') === 'expired';
  return (
    <main className={classes.page}>
      <title>{texts.page}</title>
      <ConnectionBanner />
      <div className={classes.card}>
        <Stack gap="lg">
          <Logo size={36} />
          <div>
            <Title order={1}>{texts.title}</Title>
            <Text c="dimmed" mt={4}>
              {texts.lead}
            </Text>
          </div>
          {expired && (
            <Alert color="red" title={texts.expired} icon={<IconClockX size={18} />} role="alert">
              {texts.expiredHint}
            </Alert>
          )}
          <List type="ordered" spacing="xs" size="md">
            {texts.steps.map(([text, code]) => (
              <List.Item key={code}>
                {text} <Code>{code}</Code>
              </List.Item>
            ))}
            <List.Item>{texts.last}</List.Item>
          </List>
          <SignInForm onSignedIn={() => void navigate({ search: '' }, { replace: true })} />
          <Text size="sm" c="dimmed">
            {texts.desktop}
          </Text>
        </Stack>
      </div>
    </main>
  );
}
