/** The preview of the site. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { FoundPlace, PreviewChange, PreviewState, ShownPart } from '#contract/preview';
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

/** Keeps the address of the site, or the change sets that it reads through. */
export async function changePreview(client: QueryClient, body: PreviewChange): Promise<void> {
  const { data } = await api.put<PreviewState>(PREVIEW, { ifMatch: NO_VERSION, body });
  client.setQueryData(keys.preview, data);
}

/** The values that a part of a page may be, the best first. */
export async function findPlaces(body: ShownPart): Promise<FoundPlace[]> {
  const { data } = await api.post<{ places: FoundPlace[] }>(`${PREVIEW}/places`, {
    ifMatch: NO_VERSION,
    body,
  });
  return data.places;
}
