/** Unsaved changes, and who has which object open. */
import { queryOptions } from '@tanstack/react-query';
import type { PresenceList, SentUnsaved, UnsavedAnswer, UnsavedSummary } from '#contract/unsaved';
import { api, NO_VERSION } from './client';
import { keys } from './keys';

const UNSAVED = '/api/unsaved';
const PRESENCE = '/api/presence';

/** Browsers send this much of a page that is being closed, in characters. */
const MOST_AT_END = 20_000;

export const unsavedListQuery = () =>
  queryOptions({
    queryKey: keys.unsavedList,
    queryFn: async ({ signal }) =>
      (await api.get<{ unsaved: UnsavedSummary[] }>(UNSAVED, { signal })).data.unsaved,
    refetchOnWindowFocus: 'always',
  });

export const unsavedQuery = ({ id, version }: UnsavedSummary) =>
  queryOptions({
    queryKey: [...keys.unsaved, id, version],
    queryFn: async ({ signal }) => (await api.get<UnsavedAnswer>(`${UNSAVED}/${id}`, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** `atEnd`: the page is being closed. Throws `ApiError`: 412 where a later version is stored, 507 without room. */
export async function keepUnsaved(id: string, unsaved: SentUnsaved, atEnd = false): Promise<void> {
  const keepalive = atEnd && JSON.stringify(unsaved).length < MOST_AT_END;
  await api.put(`${UNSAVED}/${id}`, { ifMatch: NO_VERSION, body: unsaved, keepalive });
}

export async function discardUnsaved(id: string): Promise<void> {
  await api.delete(`${UNSAVED}/${id}`, { ifMatch: NO_VERSION });
}

export const presenceQuery = (collection: string, id?: string) =>
  queryOptions({
    queryKey: keys.presence(collection, id),
    queryFn: async ({ signal }) =>
      (await api.get<PresenceList>(PRESENCE, { query: { collection, id }, signal })).data.open,
    refetchOnWindowFocus: 'always',
  });

/**
 * Reports a form as open. `attached`: only as long as this page receives events; otherwise until the server has not
 * heard of it for some time.
 */
export async function enterForm(
  form: string,
  at: { collection: string; object?: string },
  attached: boolean,
): Promise<void> {
  const body = { ...at, ...(attached && { window: api.window }) };
  await api.put(`${PRESENCE}/${form}`, { ifMatch: NO_VERSION, body });
}

/** Reports a form as closed, also from a page that is being closed. */
export async function leaveForm(form: string): Promise<void> {
  await api.delete(`${PRESENCE}/${form}`, { ifMatch: NO_VERSION, keepalive: true });
}
