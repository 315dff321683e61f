/** A page outside the frame of the admin: a card in the middle of the window. */
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './CardPage.module.css';
import { ConnectionBanner } from './ConnectionBanner';
import { Logo } from './Logo';

export function CardPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={classes.page}>
      <title>{title}</title>
      <div className={classes.notice}>
        <ConnectionBanner />
      </div>
      <div className={classes.card}>
        <Stack gap="lg">
          <Logo size={36} />
          {children}
        </Stack>
      </div>
    </main>
  );
}
