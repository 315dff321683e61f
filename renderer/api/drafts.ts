/** Drafts of unsaved changes, and who has which object open. */
import { queryOptions } from '@tanstack/react-query';
import type { DraftAnswer, DraftSummary, PresenceList, SentDraft } from '#contract/drafts';
import { api, NO_VERSION } from './client';
import { keys } from './keys';

const DRAFTS = '/api/drafts';
const PRESENCE = '/api/presence';

/** Browsers send this much of a page that is being closed, in characters. */
const MOST_AT_END = 20_000;

export const draftsQuery = () =>
  queryOptions({
    queryKey: keys.drafts,
    queryFn: async ({ signal }) =>
      (await api.get<{ drafts: DraftSummary[] }>(DRAFTS, { signal })).data.drafts,
    refetchOnWindowFocus: 'always',
  });

export const draftQuery = ({ id, version }: DraftSummary) =>
  queryOptions({
    queryKey: [...keys.draft, id, version],
    queryFn: async ({ signal }) => (await api.get<DraftAnswer>(`${DRAFTS}/${id}`, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** `atEnd`: the page is being closed. Throws `ApiError`: 412 where a later version is stored, 507 without room. */
export async function keepDraft(id: string, draft: SentDraft, atEnd = false): Promise<void> {
  const keepalive = atEnd && JSON.stringify(draft).length < MOST_AT_END;
  await api.put(`${DRAFTS}/${id}`, { ifMatch: NO_VERSION, body: draft, keepalive });
}

export async function discardDraft(id: string): Promise<void> {
  await api.delete(`${DRAFTS}/${id}`, { ifMatch: NO_VERSION });
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
