/** The preview of the site. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  FoundPlace,
  ObjectPages,
  OpenedPreview,
  PreviewChange,
  PreviewShares,
  PreviewSharing,
  PreviewState,
  SharedPreview,
  ShownPart,
} from '#contract/preview';
import { api, NO_VERSION } from './client';
import { keys } from './keys';
import { refresh } from './stale';

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

/** The addresses that show the preview to others. */
export const sharesQuery = () =>
  queryOptions({
    queryKey: keys.previewShares,
    queryFn: async ({ signal }) => (await api.get<PreviewShares>(`${PREVIEW}/shares`, { signal })).data,
  });

/** Makes such an address, which is in no other answer. */
export async function sharePreview(client: QueryClient, body: PreviewSharing): Promise<string> {
  try {
    return (await api.post<SharedPreview>(`${PREVIEW}/shares`, { ifMatch: NO_VERSION, body })).data.url;
  } finally {
    await refresh(client, keys.previewShares);
  }
}

export async function endShare(client: QueryClient, id: string): Promise<void> {
  try {
    await api.delete(`${PREVIEW}/shares/${encodeURIComponent(id)}`, { ifMatch: NO_VERSION });
  } finally {
    await refresh(client, keys.previewShares);
  }
}
