/** Sites that this machine builds from the folder, and publishing them. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  DevEvent,
  DevState,
  KnownSite,
  Outgoing,
  PublishEvent,
  PublishRun,
  SiteProposal,
  SiteSettings,
  SiteState,
} from '#contract/sites';
import { api, NO_VERSION } from './client';
import { keys } from './keys';
import { eventsIn } from './ndjson';
import { SITES, sitePath } from './paths';
import { textsInLanguage } from './read-error';
import { refresh } from './stale';

/** How often is asked while a run goes on or a development server starts, and otherwise, in milliseconds. */
const BUSY = 700;
const CALM = 15_000;

export const sitesQuery = () =>
  queryOptions({
    queryKey: keys.sites,
    queryFn: async ({ signal }) => (await api.get<{ sites: KnownSite[] }>(SITES, { signal })).data.sites,
  });

/** What would go out, and what runs. */
export const siteStateQuery = (site: string) =>
  queryOptions({
    queryKey: keys.siteState(site),
    queryFn: async ({ signal }) => (await api.get<SiteState>(`${sitePath(site)}/state`, { signal })).data,
    refetchInterval: ({ state: { data } }) => (data?.running ? BUSY : CALM),
    refetchOnMount: 'always',
  });

export const siteRunsQuery = (site: string) =>
  queryOptions({
    queryKey: keys.siteRuns(site),
    queryFn: async ({ signal }) =>
      (await api.get<{ runs: PublishRun[] }>(`${sitePath(site)}/runs`, { signal })).data.runs,
  });

/** What a directory is, or those beside the folder. */
export async function findSites(directory?: string): Promise<SiteProposal[]> {
  const body = directory === undefined ? {} : { directory };
  const { data } = await api.post<{ proposals: SiteProposal[] }>(`${SITES}/find`, {
    ifMatch: NO_VERSION,
    body,
  });
  return data.proposals;
}

const refreshSites = (client: QueryClient): Promise<void> => refresh(client, keys.sites);

/** Keeps a site, or changes one. 422 with `details` by its fields. */
export async function saveSite(
  client: QueryClient,
  id: string | undefined,
  body: Partial<SiteSettings>,
): Promise<KnownSite> {
  const { data } =
    id === undefined
      ? await api.post<KnownSite>(SITES, { ifMatch: NO_VERSION, body })
      : await api.patch<KnownSite>(sitePath(id), { ifMatch: NO_VERSION, body });
  await refreshSites(client);
  return data;
}

export async function removeSite(client: QueryClient, id: string): Promise<void> {
  await api.delete<undefined>(sitePath(id), { ifMatch: NO_VERSION });
  await refreshSites(client);
}

/** Begins to publish; without a run nothing has changed. */
export async function publishSite(
  client: QueryClient,
  id: string,
  force: boolean,
): Promise<PublishRun | null> {
  const { data } = await api.post<{ run: PublishRun | null; outgoing: Outgoing }>(`${sitePath(id)}/publish`, {
    ifMatch: NO_VERSION,
    body: { force },
  });
  await refreshSites(client);
  return data.run;
}

const runPath = (site: string, run: string): string => `${sitePath(site)}/runs/${encodeURIComponent(run)}`;

export async function cancelRun(client: QueryClient, { site, id }: PublishRun): Promise<void> {
  await api.post<PublishRun>(`${runPath(site, id)}/cancel`, { ifMatch: NO_VERSION });
  await refreshSites(client);
}

/** How a development server stands, with its problem in the language of the page. */
export const devServerQuery = (site: string) =>
  queryOptions({
    queryKey: keys.siteDevelop(site),
    queryFn: async ({ signal }): Promise<DevState> => {
      const { data } = await api.get<DevState>(`${sitePath(site)}/develop`, { signal });
      const { problem } = data;
      return { ...data, problem: problem && { ...problem, message: await problemText(problem) } };
    },
    refetchInterval: ({ state }) => (state.data?.status === 'starting' ? BUSY : CALM),
  });

export async function startDevServer(client: QueryClient, site: string): Promise<DevState> {
  const { data } = await api.post<DevState>(`${sitePath(site)}/develop`, { ifMatch: NO_VERSION });
  await refreshSites(client);
  return data;
}

export async function stopDevServer(client: QueryClient, site: string): Promise<void> {
  await api.delete<DevState>(`${sitePath(site)}/develop`, { ifMatch: NO_VERSION });
  await refreshSites(client);
}

/** What a run writes, or the development server where none is named. */
export async function* followSite(
  site: string,
  run: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<PublishEvent | DevEvent> {
  const path = run === undefined ? `${sitePath(site)}/develop/log` : `${runPath(site, run)}/log`;
  const { body } = await api.stream(path, signal);
  if (body) yield* eventsIn<PublishEvent | DevEvent>(body);
}

/** A message of the server in the language of the page. */
export async function problemText(problem: NonNullable<PublishRun['problem']>): Promise<string> {
  const [text] = await textsInLanguage([problem.message], [problem]);
  return text ?? problem.message;
}
