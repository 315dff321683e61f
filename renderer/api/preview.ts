/** The preview of the site. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  FoundPlace,
  ObjectPages,
  OpenedPreview,
  PreviewChange,
  PreviewState,
  ShownPart,
} from '#contract/preview';
import { api, NO_VERSION } from './client';
import { keys } from './keys';

const PREVIEW = '/api/preview';

export const previewQuery = () =>
  queryOptions({
    queryKey: keys.preview,
    queryFn: async ({ signal }) => (await api.get<PreviewState>(PREVIEW, { signal })).data,
  });

/** Where this page may show the site, and the pages of it that were built last. */
export const openedPreviewQuery = () =>
  queryOptions({
    queryKey: keys.openedPreview,
    queryFn: async () => {
      const body = { admin: location.origin };
      return (await api.post<OpenedPreview>(`${PREVIEW}/open`, { ifMatch: NO_VERSION, body })).data;
    },
    retry: false,
  });

/** The pages that show an object, of each site that was built. */
export const objectPagesQuery = (collection: string, id: string) =>
  queryOptions({
    queryKey: keys.objectPages(collection, id),
    queryFn: async ({ signal }) => {
      const path = `${PREVIEW}/pages/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`;
      return (await api.get<ObjectPages>(path, { signal })).data.sites;
    },
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
