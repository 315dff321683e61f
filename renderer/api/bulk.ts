/** Writes to many things at once: a few requests at a time, one refresh at the end. */
import type { QueryClient } from '@tanstack/react-query';
import type { TrashEntry } from '#contract/objects';
import { api } from './client';
import { keys } from './keys';
import { unlist } from './listed';
import { refreshLists } from './mutations';
import { objectPath, trashPath } from './paths';
import { TRASH_HEADER } from './trash-header';

const AT_ONCE = 4;

export interface BulkResult<R> {
  done: R[];
  /** The first failure; the others are usually the same. */
  failure: unknown;
}

/** Works on items a few at a time; a failure does not keep the others from being done. */
export async function forAll<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<BulkResult<R>> {
  const result: BulkResult<R> = { done: [], failure: undefined };
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        result.done.push(await work(item));
      } catch (error) {
        result.failure ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return result;
}

/** Moves objects to the trash; `done` holds the trash entries' ids. */
export async function deleteObjects(
  client: QueryClient,
  collection: string,
  ids: readonly string[],
): Promise<BulkResult<string>> {
  const result = await forAll(ids, async (id) => {
    const { headers } = await api.delete<undefined>(objectPath(collection, id));
    client.removeQueries({ queryKey: keys.object(collection, id) });
    unlist(client, collection, [id]);
    return headers.get(TRASH_HEADER) ?? '';
  });
  await Promise.all([refreshLists(client, collection), client.invalidateQueries({ queryKey: keys.trash })]);
  return result;
}

/** Brings trash entries back to where they were. */
export async function restoreEntries(
  client: QueryClient,
  entries: readonly string[],
): Promise<BulkResult<TrashEntry>> {
  const result = await forAll(
    entries.filter((entry) => entry !== ''),
    async (entry) => (await api.post<TrashEntry>(`${trashPath(entry)}/restore`)).data,
  );
  const collections = new Set(result.done.map((entry) => entry.collection));
  await Promise.all([
    ...[...collections].map((name) => client.invalidateQueries({ queryKey: keys.collection(name) })),
    client.invalidateQueries({ queryKey: keys.collections }),
    client.invalidateQueries({ queryKey: keys.trash }),
    client.invalidateQueries({ queryKey: keys.damaged }),
  ]);
  return result;
}
