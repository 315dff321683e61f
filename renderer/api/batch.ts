/** Many changes of objects in one request, all or none of them. */
import type { QueryClient } from '@tanstack/react-query';
import { TRANSACTION_HEADER } from '#contract/changes';
import type { JsonObject } from '#contract/values';
import { api, NO_VERSION } from './client';
import { keys } from './keys';
import { refreshLists } from './mutations';
import { refresh } from './stale';
import type { Together } from './together';

/** Operations the server takes in one batch. */
export const MAX_OPERATIONS = 1000;

export interface PatchOperation {
  id: string;
  data: JsonObject;
  /** ETag of the version the change was made on. */
  ifMatch: string;
}

interface BatchAnswer {
  results: { id: string }[];
}

/** Parts of a list that fit into one batch each. */
export function batchesOf<T>(items: readonly T[]): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < items.length; start += MAX_OPERATIONS)
    batches.push(items.slice(start, start + MAX_OPERATIONS));
  return batches;
}

async function send(
  collection: string,
  operations: readonly PatchOperation[],
  more: { dryRun?: true; together?: Together; set?: string | undefined },
) {
  const body = {
    operations: operations.map((one) => ({ operation: 'patch', collection, ...one })),
  };
  return api.post<BatchAnswer>('/api/batch', {
    ifMatch: NO_VERSION,
    body,
    merge: true,
    query: { dryRun: more.dryRun },
    together: more.together,
    set: more.set,
  });
}

/** Has the server check at most `MAX_OPERATIONS` patches and write none. Throws `ApiError` with what is wrong by place. */
export async function checkPatches(
  collection: string,
  operations: readonly PatchOperation[],
  set?: string,
): Promise<void> {
  await send(collection, operations, { dryRun: true, set });
}

/**
 * Writes at most `MAX_OPERATIONS` patches, all or none, merged with what has changed since their versions. Resolves with
 * the id of the transaction. Throws `ApiError`, with `clashes` by place where others have changed the same values.
 */
export async function patchTogether(
  client: QueryClient,
  collection: string,
  operations: readonly PatchOperation[],
  { together, set }: { together: Together; set?: string | undefined },
): Promise<string | undefined> {
  const { data, headers } = await send(collection, operations, { together, set });
  for (const { id } of data.results) client.removeQueries({ queryKey: keys.object(collection, id, set) });
  if (set !== undefined) void refresh(client, keys.changeSets);
  await refreshLists(client, collection);
  return headers.get(TRANSACTION_HEADER) ?? undefined;
}
