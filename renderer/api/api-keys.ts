/** API keys of the folder. The key itself is in one answer only: the one that makes it. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CreatedKey, KeyAnswer, KeyList, KeyMethod } from '#contract/access';
import { api, NO_VERSION } from './client';
import { keys } from './keys';
import { API_KEYS } from './paths';
import { refresh } from './stale';

export const apiKeysQuery = () =>
  queryOptions({
    queryKey: keys.apiKeys,
    queryFn: async ({ signal }) => (await api.get<KeyList>(API_KEYS, { signal })).data.apikeys,
  });

export interface NewKey {
  name: string;
  methods: readonly KeyMethod[];
  paths: readonly string[];
  /** What it writes are suggestions. */
  suggests?: boolean;
}

/** Makes a key, which also trusts the folder. 422 with `details` for name, methods and paths. */
export async function createApiKey(client: QueryClient, body: NewKey): Promise<CreatedKey> {
  const { data } = await api.post<KeyAnswer>(API_KEYS, { ifMatch: NO_VERSION, body });
  await refresh(client, keys.apiKeys, keys.status);
  return data.apiKey;
}

/** Ends a key at once. */
export async function revokeApiKey(client: QueryClient, id: string): Promise<void> {
  await api.delete(`${API_KEYS}/${encodeURIComponent(id)}`, { ifMatch: NO_VERSION });
  await refresh(client, keys.apiKeys);
}
