/** Automations and their runs. */
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type AutomationSummary,
  AUTOMATIONS as COLLECTION,
  type QueuedRun,
  type RunRecord,
  type RunState,
  type RunSummary,
} from '#contract/automations';
import type { JsonObject } from '#contract/values';
import { t } from '../t';
import { api, NO_VERSION } from './client';
import { keys } from './keys';
import { createCollection } from './mutations';
import { AUTOMATIONS, automationPath } from './paths';
import { collectionsQuery } from './queries';
import { refresh } from './stale';

/** Runs a page of the history holds. */
const PAGE = 20;

/** How often is asked while something runs, and while nothing does, in milliseconds. */
const BUSY = 700;
const CALM = 5_000;

/** Whether a run has its end still before it. */
export const isGoing = (status: RunState): boolean => status === 'queued' || status === 'running';

interface RunPage {
  runs: RunSummary[];
  total: number;
}

/** All automations with their state, refreshed while they are shown. */
export const automationsQuery = () =>
  queryOptions({
    queryKey: keys.automations,
    queryFn: async ({ signal }) =>
      (await api.get<{ automations: AutomationSummary[] }>(AUTOMATIONS, { signal })).data.automations,
    refetchInterval: ({ state }) =>
      state.data?.some(({ lastRun }) => lastRun !== null && isGoing(lastRun.status)) ? BUSY : CALM,
  });

/** The runs of an automation, newest first, a page at a time. */
export const runsQuery = (automation: string) =>
  infiniteQueryOptions({
    queryKey: keys.runs(automation),
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE, offset: pageParam };
      return (await api.get<RunPage>(`${automationPath(automation)}/runs`, { query, signal })).data;
    },
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.reduce((sum, { runs }) => sum + runs.length, 0);
      return shown < total ? shown : undefined;
    },
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ runs }) => runs.some(({ status }) => isGoing(status))) ? BUSY : CALM,
  });

/** One run with what it was given, what it wrote and what it returned; followed until it ends. */
export const runQuery = (automation: string, run: string) =>
  queryOptions({
    queryKey: [...keys.runs(automation), run],
    queryFn: async ({ signal }) => (await api.get<RunRecord>(runPath(automation, run), { signal })).data,
    refetchInterval: ({ state }) => (state.data === undefined || isGoing(state.data.status) ? BUSY : false),
  });

/** What a yes to the folder would let work. */
const runPath = (automation: string, run: string) =>
  `${automationPath(automation)}/runs/${encodeURIComponent(run)}`;

/** Makes what is shown of automations stale. */
export const refreshAutomations = (client: QueryClient): Promise<void> => refresh(client, keys.automations);

/** Makes the collection automations are kept in, where the folder has none yet: the form of a new one needs it. */
export async function ensureAutomations(client: QueryClient): Promise<void> {
  const collections = await client.fetchQuery({ ...collectionsQuery(), staleTime: 0 });
  if (collections.some(({ name }) => name === COLLECTION)) return;
  await createCollection(client, { id: COLLECTION, schema: COLLECTION, name: t('Automations') });
}

/** Queues a run now, with these arguments. */
export async function runNow(client: QueryClient, automation: string, args: JsonObject): Promise<QueuedRun> {
  const { data } = await api.post<QueuedRun>(`${automationPath(automation)}/run`, {
    ifMatch: NO_VERSION,
    body: { args },
  });
  await refreshAutomations(client);
  return data;
}

/** Queues a run again, with what it was given then. */
export async function replayRun(client: QueryClient, automation: string, run: string): Promise<QueuedRun> {
  const { data } = await api.post<QueuedRun>(`${runPath(automation, run)}/replay`, { ifMatch: NO_VERSION });
  await refreshAutomations(client);
  return data;
}
