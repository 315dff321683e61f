/** Writes to many things at once: in a few requests, with one refresh at the end. */
import type { QueryClient } from '@tanstack/react-query';
import type { DiscardedChanges } from '#contract/change-sets';
import type { RestoredEntries, TrashEntry } from '#contract/objects';
import { batchesOf, deleteTogether, problemsByPlace, refreshWritten } from './batch';
import { api, NO_VERSION, problemsOf } from './client';
import { keys } from './keys';
import { unlist } from './listed';
import { TRASH } from './paths';
import { inLanguage } from './read-error';
import { refresh } from './stale';
import { Together } from './together';
import { type SeenVersion, seenVersions } from './versions';

/** Things of one request that moves each by itself: it takes a second at most. */
const AT_ONCE = 200;

export interface BulkResult<R> {
  done: R[];
  /** The first failure; the others are usually the same. */
  failure: unknown;
}

/** How work on many things is followed and stopped, and the change set that it is about. */
export interface FollowingBulk {
  onProgress?: (done: number) => void;
  /** Ends it between two requests. */
  signal?: AbortSignal | undefined;
  set?: string | undefined;
}

export interface Deleted extends BulkResult<string> {
  /** Ids of the transactions; none where nothing was deleted. */
  transactions: readonly string[];
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
  { onProgress = () => undefined, signal, set }: FollowingBulk = {},
): Promise<Deleted> {
  const together = new Together();
  const result: Deleted = { done: [], failure: undefined, transactions: together.transactions };
  const removed: string[] = [];
  /** Deletes what can be deleted of a batch; answers what has changed since it was seen. */
  const remove = async (batch: readonly SeenVersion[]): Promise<SeenVersion[]> => {
    const late: SeenVersion[] = [];
    for (let left = batch; left.length > 0; ) {
      try {
        const sent = left.map(({ id, etag }) => ({ id, ifMatch: etag }));
        const entries = await deleteTogether(collection, sent, { together, set });
        result.done.push(...entries.map((entry) => entry ?? ''));
        removed.push(...left.map(({ id }) => id));
        break;
      } catch (error) {
        const problems = problemsByPlace(problemsOf(error));
        if (problems.size === 0) throw error;
        const rejected = new Map(
          left.flatMap(({ id, etag }, place) => {
            const problem = problems.get(place);
            return problem ? [[id, { etag, ...problem }]] : [];
          }),
        );
        const now = await seenVersions(client, collection, [...rejected.keys()], { set });
        result.failure ??= now.failure;
        for (const version of now.seen) {
          const { etag, names = [], reason } = rejected.get(version.id) ?? {};
          if (version.etag !== etag) late.push({ ...version, changed: names });
          else result.failure ??= new Error(reason);
        }
        left = left.filter(({ id }) => !rejected.has(id));
      }
    }
    onProgress(result.done.length);
    return late;
  };
  const removeAll = async (seen: readonly SeenVersion[]): Promise<SeenVersion[]> => {
    const late: SeenVersion[] = [];
    for (const batch of batchesOf(seen)) {
      if (signal?.aborted) break;
      late.push(...(await remove(batch)));
    }
    return late;
  };
  try {
    const asShown = versions.filter((version) => version.changed.length === 0);
    const others = versions.filter((version) => version.changed.length > 0);
    let changed = [...others, ...(await removeAll(asShown))];
    while (changed.length > 0 && !signal?.aborted && (await ask(changed))) changed = await removeAll(changed);
  } catch (error) {
    result.failure ??= error;
  }
  unlist(client, collection, removed);
  void refreshWritten(client, collection, removed, set);
  void refresh(client, keys.trash);
  return result;
}

/** What became of the things of one request. */
interface EachDone<R> {
  done: readonly R[];
  failed: RestoredEntries['failed'] | DiscardedChanges['failed'];
}

/** Sends things in some requests, whose writes belong together; what fails does not keep the others from being done. */
export async function sendEach<T, R>(
  items: readonly T[],
  send: (part: readonly T[], together: Together) => Promise<EachDone<R>>,
  { onProgress = () => undefined, signal }: Omit<FollowingBulk, 'set'>,
): Promise<BulkResult<R>> {
  const together = new Together();
  const result: BulkResult<R> = { done: [], failure: undefined };
  try {
    for (let at = 0; at < items.length && !signal?.aborted; at += AT_ONCE) {
      const { done, failed } = await send(items.slice(at, at + AT_ONCE), together);
      result.done.push(...done);
      const [first] = failed;
      if (first) result.failure ??= new Error((await inLanguage({ ...first.problem, details: {} })).message);
      onProgress(result.done.length);
    }
  } catch (error) {
    result.failure ??= error;
  }
  return result;
}

/** Brings trash entries back to where they were. */
export async function restoreEntries(
  client: QueryClient,
  entries: readonly string[],
  following: Omit<FollowingBulk, 'set'> = {},
): Promise<BulkResult<TrashEntry>> {
  const restore = async (part: readonly string[], together: Together): Promise<EachDone<TrashEntry>> => {
    const options = { ifMatch: NO_VERSION, body: { entries: part }, together };
    const { restored, failed } = (await api.post<RestoredEntries>(`${TRASH}/restore`, options)).data;
    return { done: restored, failed };
  };
  const result = await sendEach(
    entries.filter((entry) => entry !== ''),
    restore,
    following,
  );
  const collections = new Set(result.done.map((entry) => entry.collection));
  const changed = [...collections].map(keys.collection);
  await refresh(client, ...changed, keys.collections, keys.trash, keys.damaged, keys.changeSets);
  return result;
}
