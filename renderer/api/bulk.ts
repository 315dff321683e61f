/** Writes to many things at once: a few requests at a time, one refresh at the end. */
import type { QueryClient } from '@tanstack/react-query';
import type { TrashEntry } from '#contract/objects';
import { api, changedSince, NO_VERSION } from './client';
import { keys } from './keys';
import { unlist } from './listed';
import { refreshLists } from './mutations';
import { objectPath, trashPath } from './paths';
import { refresh } from './stale';
import { Together } from './together';
import { TRASH_HEADER } from './trash-header';
import { type SeenVersion, seenVersion } from './versions';

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

/**
 * Moves objects to the trash, each in the version that was seen; those that have changed since only when `ask` allows
 * it. `done` holds the trash entries' ids, empty for live objects that a set would remove.
 */
export async function deleteObjects(
  client: QueryClient,
  collection: string,
  versions: readonly SeenVersion[],
  ask: (changed: readonly SeenVersion[]) => Promise<boolean>,
  set?: string,
): Promise<BulkResult<string> & { transaction: string | undefined }> {
  const result: BulkResult<string> = { done: [], failure: undefined };
  const together = new Together();
  let changed = versions.filter((version) => version.changed.length > 0);
  const removeAll = async (seen: readonly SeenVersion[]) => {
    const late: SeenVersion[] = [];
    const { failure } = await forAll(seen, async ({ id, etag }) => {
      try {
        const { headers } = await api.delete<undefined>(objectPath(collection, id), {
          ifMatch: etag,
          together,
          set,
        });
        result.done.push(headers.get(TRASH_HEADER) ?? '');
      } catch (error) {
        const names = changedSince(error);
        if (names === undefined) throw error;
        late.push({ ...(await seenVersion(client, collection, id, { set })), changed: names });
        return;
      }
      client.removeQueries({ queryKey: keys.object(collection, id, set) });
      unlist(client, collection, [id]);
    });
    result.failure ??= failure;
    return late;
  };
  changed.push(...(await removeAll(versions.filter((version) => version.changed.length === 0))));
  while (changed.length > 0 && (await ask(changed))) changed = await removeAll(changed);
  void refreshLists(client, collection);
  void refresh(client, keys.trash, ...(set === undefined ? [] : [keys.changeSets]));
  return { ...result, transaction: together.transaction };
}

/** Brings trash entries back to where they were. */
export async function restoreEntries(
  client: QueryClient,
  entries: readonly string[],
): Promise<BulkResult<TrashEntry>> {
  const together = new Together();
  const result = await forAll(
    entries.filter((entry) => entry !== ''),
    async (entry) =>
      (await api.post<TrashEntry>(`${trashPath(entry)}/restore`, { ifMatch: NO_VERSION, together })).data,
  );
  const collections = new Set(result.done.map((entry) => entry.collection));
  const changed = [...collections].map(keys.collection);
  await refresh(client, ...changed, keys.collections, keys.trash, keys.damaged, keys.changeSets);
  return result;
}
