/** The preview of the site. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { FoundPlace, PreviewState, ShownPart } from '#contract/preview';
import type { DevState, KnownSite } from '#contract/sites';
import { api, NO_VERSION } from './client';
import { keys } from './keys';

const PREVIEW = '/api/preview';

export const previewQuery = () =>
  queryOptions({
    queryKey: keys.preview,
    queryFn: async ({ signal }) => (await api.get<PreviewState>(PREVIEW, { signal })).data,
  });

/** Where this page may show the site. */
export const previewOriginQuery = () =>
  queryOptions({
    queryKey: keys.previewOrigin,
    queryFn: async () => {
      const body = { admin: location.origin };
      return (await api.post<{ origin: string }>(`${PREVIEW}/open`, { ifMatch: NO_VERSION, body })).data
        .origin;
    },
    retry: false,
  });

export async function changePreview(client: QueryClient, site: string): Promise<void> {
  const { data } = await api.put<PreviewState>(PREVIEW, { ifMatch: NO_VERSION, body: { site } });
  client.setQueryData(keys.preview, data);
}

const SITES = '/api/sites';
const developPath = (site: string) => `${SITES}/${encodeURIComponent(site)}/develop`;

/** Sites whose development server Plinth can start. */
export const startableSitesQuery = () =>
  queryOptions({
    queryKey: keys.previewSites,
    queryFn: async ({ signal }) =>
      (await api.get<{ sites: KnownSite[] }>(SITES, { signal })).data.sites.filter(
        ({ develop }) => develop !== '',
      ),
  });

/** How a development server stands, with its problem in the language of the page. */
export const developQuery = (site: string) =>
  queryOptions({
    queryKey: keys.previewServer(site),
    queryFn: async ({ signal }): Promise<DevState> => {
      const { data } = await api.get<DevState>(developPath(site), { signal });
      if (!data.problem) return data;
      const { translatedTexts } = await import('./server-messages');
      const [text = data.problem.message] = translatedTexts([data.problem.message], [data.problem]);
      return { ...data, problem: { ...data.problem, message: text } };
    },
    refetchInterval: ({ state }) => (state.data?.status === 'starting' ? 500 : false),
  });

export async function startDevelop(client: QueryClient, site: string): Promise<void> {
  const { data } = await api.post<DevState>(developPath(site), { ifMatch: NO_VERSION, body: {} });
  client.setQueryData(keys.previewServer(site), data);
}

/** The values that a part of a page may be, the best first. */
export async function findPlaces(body: ShownPart): Promise<FoundPlace[]> {
  const { data } = await api.post<{ places: FoundPlace[] }>(`${PREVIEW}/places`, {
    ifMatch: NO_VERSION,
    body,
  });
  return data.places;
}
