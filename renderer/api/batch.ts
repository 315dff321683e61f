/** Many changes of objects in one request, all or none of them. */
import type { QueryClient } from '@tanstack/react-query';
import type { JsonObject } from '#contract/values';
import type { ErrorDetails } from '#contract/wire';
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
  results: { id: string; trash?: string }[];
}

/** Parts of a list that fit into one batch each. */
export function batchesOf<T>(items: readonly T[]): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < items.length; start += MAX_OPERATIONS)
    batches.push(items.slice(start, start + MAX_OPERATIONS));
  return batches;
}

type Operation =
  | ({ operation: 'patch' } & PatchOperation)
  | { operation: 'delete'; id: string; ifMatch: string };

interface Sending {
  /** Writes whose changes are one transaction. */
  together?: Together;
  set?: string | undefined;
  signal?: AbortSignal | undefined;
}

async function send(
  collection: string,
  operations: readonly Operation[],
  { dryRun, ...more }: Sending & { dryRun?: true },
) {
  const body = { operations: operations.map((one) => ({ collection, ...one })) };
  const query = { dryRun };
  return (
    await api.post<BatchAnswer>('/api/batch', { ifMatch: NO_VERSION, body, merge: true, query, ...more })
  ).data.results;
}

const asPatches = (operations: readonly PatchOperation[]): Operation[] =>
  operations.map((one) => ({ operation: 'patch', ...one }));

/** Has the server check at most `MAX_OPERATIONS` patches and write none. Throws `ApiError` with what is wrong by place. */
export async function checkPatches(
  collection: string,
  operations: readonly PatchOperation[],
  options: Omit<Sending, 'together'> = {},
): Promise<void> {
  await send(collection, asPatches(operations), { dryRun: true, ...options });
}

/**
 * Writes at most `MAX_OPERATIONS` patches, all or none, merged with what has changed since their versions; then
 * `refreshWritten`. Throws `ApiError`, with `clashes` by place where others have changed the same values.
 */
export async function patchTogether(
  collection: string,
  operations: readonly PatchOperation[],
  options: Sending,
): Promise<void> {
  await send(collection, asPatches(operations), options);
}

/** Deletes at most `MAX_OPERATIONS` objects, all or none. Resolves with their trash entries. Throws `ApiError`. */
export async function deleteTogether(
  collection: string,
  versions: readonly { id: string; ifMatch: string }[],
  options: Sending,
): Promise<(string | undefined)[]> {
  const operations = versions.map((one): Operation => ({ operation: 'delete', ...one }));
  return (await send(collection, operations, options)).map(({ trash }) => trash);
}

/** What is wrong with an operation of a rejected batch. */
export interface PlacedProblem {
  reason: string;
  /** The properties that it is about; none where it is about the whole object. */
  names: string[];
}

/** Problems by the place of the operation they are about, from the details of a rejected batch. */
export function problemsByPlace(details: ErrorDetails): Map<number, PlacedProblem> {
  const found = new Map<number, PlacedProblem>();
  for (const [path, messages] of Object.entries(details)) {
    const [, place, name] = /^operations\[(\d+)\](?:\.data\.([^.]+))?/.exec(path) ?? [];
    if (place === undefined) continue;
    const { reason, names } = found.get(Number(place)) ?? { reason: '', names: [] };
    found.set(Number(place), {
      reason: [...(reason === '' ? [] : [reason]), ...messages].join('; '),
      names: name === undefined || names.includes(name) ? names : [...names, name],
    });
  }
  return found;
}

/** Asks again for what is shown of objects that were written. Resolves when it is there. */
export async function refreshWritten(
  client: QueryClient,
  collection: string,
  ids: readonly string[],
  set?: string,
): Promise<void> {
  const written = new Set(ids);
  const queryKey = keys.objects(collection);
  client.removeQueries({
    queryKey,
    predicate: ({ queryKey: key }) => written.has(String(key[queryKey.length])),
  });
  if (set !== undefined) void refresh(client, keys.changeSets);
  await refreshLists(client, collection);
}
