/** The window of a consent request, and what it shows when the request is no longer valid. */
import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Announcer } from '../../ui/Announcer';
import { CardPage } from '../../ui/CardPage';

const texts = {
  page: 'Authorize app – Plinth',
  ended: 'This request is no longer valid',
  endedHint:
    'It has been answered, has expired, or was started in another browser. Go back to the app and connect again.',
};

export const ConsentFrame = ({ children }: { children: ReactNode }) => (
  <Announcer>
    <CardPage title={texts.page}>{children}</CardPage>
  </Announcer>
);

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
