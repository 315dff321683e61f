/** A line at the top while the server does not answer; it tries again by itself and then refreshes the page's data. */
import { Loader, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keys } from '../../api/keys';
import { notifyDone } from '../notify';
import classes from './ConnectionBanner.module.css';

type Connection = 'up' | 'lost';

/** Milliseconds between looks while all is well, and while the server is gone. */
const CALM = 20_000;
const URGENT = 1_500;

const texts = {
  lost: 'Plinth does not answer. Your changes stay on this page; trying again…',
  back: 'Plinth answers again.',
};

async function look(): Promise<Connection> {
  try {
    await fetch('/healthz', { cache: 'no-store' });
    return 'up';
  } catch {
    return 'lost';
  }
}

export function ConnectionBanner() {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: keys.connection,
    queryFn: look,
    initialData: 'up' as Connection,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: (query) => (query.state.data === 'lost' ? URGENT : CALM),
  });
  const before = useRef<Connection>('up');

  useEffect(() => {
    if (before.current === 'lost' && data === 'up') {
      notifyDone(texts.back);
      // Everything but the look itself, which has just been made.
      void client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== keys.connection[0] });
    }
    before.current = data;
  }, [data, client]);

  if (data === 'up') return null;
  return (
    <div className={classes.banner} role="alert">
      <Loader size={14} color="currentColor" aria-hidden />
      <Text size="sm" fw={500}>
        {texts.lost}
      </Text>
    </div>
  );
}
