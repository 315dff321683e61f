/** Saved views of a collection. Every change answers the whole new list and goes by its ETag. All throw `ApiError`. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { SavedView, SavedViews } from '#contract/views';
import { type Answer, ApiError, api } from './client';
import { keys } from './keys';
import { refresh } from './stale';

export interface ViewsWithTag extends SavedViews {
  etag: string;
}

const viewsPath = (collection: string): string => `/api/views/collections/${encodeURIComponent(collection)}`;
const viewPath = (collection: string, id: string): string =>
  `${viewsPath(collection)}/${encodeURIComponent(id)}`;

const withTag = ({ data, etag }: Answer<SavedViews>): ViewsWithTag => ({ ...data, etag });

export const viewsQuery = (collection: string) =>
  queryOptions({
    queryKey: keys.views(collection),
    queryFn: async ({ signal }) => withTag(await api.get<SavedViews>(viewsPath(collection), { signal })),
  });

/** Sends a change with the ETag of the list people see; one that is not the latest is read again. */
async function change(
  client: QueryClient,
  collection: string,
  send: (ifMatch: string) => Promise<Answer<SavedViews>>,
): Promise<ViewsWithTag> {
  const { queryKey } = viewsQuery(collection);
  try {
    const { etag } = await client.ensureQueryData(viewsQuery(collection));
    const views = withTag(await send(etag));
    client.setQueryData(queryKey, views);
    return views;
  } catch (error) {
    if (error instanceof ApiError && error.status === 412) await refresh(client, queryKey);
    throw error;
  }
}

export type ViewBody = Partial<Record<keyof SavedView, unknown>>;

/** Saves a view behind the others; the answer is its id. */
export async function createView(client: QueryClient, collection: string, body: ViewBody): Promise<string> {
  const { views } = await change(client, collection, (ifMatch) =>
    api.post<SavedViews>(viewsPath(collection), { body, ifMatch }),
  );
  return views.at(-1)?.id ?? '';
}

/** Changes what is sent of a view; null takes a key away. */
export const changeView = (client: QueryClient, collection: string, id: string, body: ViewBody) =>
  change(client, collection, (ifMatch) => api.patch<SavedViews>(viewPath(collection, id), { body, ifMatch }));

/** Puts the views into an order, or says which one the list opens with. */
export const arrangeViews = (
  client: QueryClient,
  collection: string,
  body: { order?: string[]; default?: string | null },
) => change(client, collection, (ifMatch) => api.patch<SavedViews>(viewsPath(collection), { body, ifMatch }));

/** Takes a view away. The answer puts it back as it was, at its place. */
export async function deleteView(
  client: QueryClient,
  collection: string,
  view: SavedView,
): Promise<() => Promise<void>> {
  const before = client.getQueryData(viewsQuery(collection).queryKey);
  await change(client, collection, (ifMatch) =>
    api.delete<SavedViews>(viewPath(collection, view.id), { ifMatch }),
  );
  return async () => {
    await createView(client, collection, view);
    const place = before?.views.findIndex(({ id }) => id === view.id) ?? -1;
    const others = (client.getQueryData(viewsQuery(collection).queryKey)?.views ?? [])
      .map(({ id }) => id)
      .filter((id) => id !== view.id);
    await arrangeViews(client, collection, {
      ...(place >= 0 && { order: others.toSpliced(place, 0, view.id) }),
      ...(before?.default === view.id && { default: view.id }),
    });
  };
}
