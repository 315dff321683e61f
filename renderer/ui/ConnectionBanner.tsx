/**
 * A line at the top while the server does not answer; it tries again by itself and then refreshes the page's data. In
 * the desktop window it says that the server has stopped and why, unless the app restarts it.
 */
import { Button, Loader, Text } from '@mantine/core';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ServerState } from '#contract/desktop';
import { keys } from '../api/keys';
import classes from './ConnectionBanner.module.css';
import { notifyDone, notifyFailed } from './notify';

type Connection = 'up' | 'lost';

/** Milliseconds between looks while all is well, and while the server is gone. */
const CALM = 20_000;
const URGENT = 1_500;

const texts = {
  lost: 'Could not reach Plinth. Your changes are kept on this page. Retrying…',
  back: 'Reconnected to Plinth.',
  stopped: 'The server has stopped. Your changes are kept on this page.',
  restart: 'Restart',
  restartFailed: 'Could not restart the server',
};

async function look(): Promise<Connection> {
  try {
    await fetch('/healthz', { cache: 'no-store' });
    return 'up';
  } catch {
    return 'lost';
  }
}

/** Why the server is down for good; undefined while it runs, or is started again by itself. */
function useStopped(): string | undefined {
  const { data } = useQuery<ServerState>({ queryKey: keys.server, queryFn: skipToken });
  return data?.state === 'stopped' && !data.retrying ? data.reason : undefined;
}

export function ConnectionBanner() {
  const client = useQueryClient();
  const stopped = useStopped();
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

  if (stopped !== undefined) return <Stopped reason={stopped} />;
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

function Stopped({ reason }: { reason: string }) {
  const [busy, setBusy] = useState(false);
  async function restart() {
    setBusy(true);
    try {
      await window.plinth?.restartServer();
    } catch (error) {
      notifyFailed(texts.restartFailed, error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className={classes.banner} role="alert">
      <div>
        <Text size="sm" fw={500}>
          {texts.stopped}
        </Text>
        {reason !== '' && (
          <Text size="sm" className={classes.reason}>
            {reason}
          </Text>
        )}
      </div>
      <Button variant="white" color="dark" size="compact-sm" loading={busy} onClick={() => void restart()}>
        {texts.restart}
      </Button>
    </div>
  );
}
