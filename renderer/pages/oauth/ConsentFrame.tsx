/** The window of a consent request, and what it shows when the request is no longer valid. */
import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Announcer } from '../../ui/Announcer';
import { ConnectionBanner } from '../../ui/ConnectionBanner';
import { Logo } from '../../ui/Logo';
import classes from './consent.module.css';

const texts = {
  page: 'Authorize app – Plinth',
  ended: 'This request is no longer valid',
  endedHint:
    'It has been answered, has expired, or was started in another browser. Go back to the app and connect again.',
};

export function ConsentFrame({ children }: { children: ReactNode }) {
  return (
    <Announcer>
      <main className={classes.page}>
        <title>{texts.page}</title>
        <ConnectionBanner />
        <div className={classes.card}>
          <Stack gap="lg">
            <Logo size={36} />
            {children}
          </Stack>
        </div>
      </main>
    </Announcer>
  );
}

export function Ended() {
  return (
    <ConsentFrame>
      <div>
        <Title order={1}>{texts.ended}</Title>
        <Text c="dimmed" mt={4}>
          {texts.endedHint}
        </Text>
      </div>
    </ConsentFrame>
  );
}
