/** What a run or a development server of a site writes, while it is shown. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PublishStep } from '#contract/sites';
import { keys } from '../../api/keys';
import { followSite } from '../../api/sites';
import { refresh } from '../../api/stale';

/** Lines that are shown at most, and the pause before a lost connection is made again, in ms. */
const MOST = 2_000;
const AGAIN_MS = 1_000;

export interface SiteLog {
  lines: readonly string[];
  /** How many lines before are not shown. */
  skipped: number;
  step: PublishStep | undefined;
}

const NONE: SiteLog = { lines: [], skipped: 0, step: undefined };

function added({ lines, skipped, step }: SiteLog, more: { lines: string[]; skipped: number }): SiteLog {
  const all = [...lines, ...more.lines];
  const shown = all.slice(-MOST);
  return { lines: shown, skipped: skipped + more.skipped + all.length - shown.length, step };
}

/** `run`: undefined for the development server. `isOn`: whether it is followed. */
export function useSiteLog(site: string, run: string | undefined, isOn: boolean): SiteLog {
  const client = useQueryClient();
  const [log, setLog] = useState(NONE);
  useEffect(() => {
    if (!isOn) return;
    const controller = new AbortController();
    const { signal } = controller;
    const follow = async () => {
      setLog(NONE);
      for await (const event of followSite(site, run, signal)) {
        if (event.event === 'log') setLog((before) => added(before, event));
        if (event.event === 'step') setLog((before) => ({ ...before, step: event.step }));
        if (event.event === 'state' || event.event === 'ended') void refresh(client, keys.sites);
        if (event.event === 'ended') return;
      }
      if (run !== undefined) throw new Error('The connection was lost');
    };
    const attempt = () =>
      void follow().catch(() => {
        if (!signal.aborted) setTimeout(attempt, AGAIN_MS);
      });
    attempt();
    return () => controller.abort();
  }, [site, run, isOn, client]);
  return log;
}
