/** Moves many objects to the trash: what refers to them, what has changed meanwhile, how far it is, and the way back. */
import type { QueryClient } from '@tanstack/react-query';
import { deleteObjects, type FollowingBulk, restoreEntries } from '../../api/bulk';
import { type SeenVersion, seenVersions } from '../../api/versions';
import { askChangedObjects } from '../../ui/ask-changed';
import { askDeletion, deleteWithReferences } from '../../ui/ask-referrers';
import { counted, formatNumber } from '../../ui/format';
import { notifyDone, notifyFailed, notifyUndo, notifyWork } from '../../ui/notify';
import { notifyChange } from '../../ui/undo-transaction';

const texts = {
  trashed: (what: string) => `${what} moved to the trash.`,
  restored: (what: string) => `${what} restored.`,
  later: (what: string) => `${what} will be deleted when they are published.`,
  reading: (done: number, of: number) => `Reading ${formatNumber(done)} of ${formatNumber(of)}`,
  deleting: (done: number, of: number) => `Deleting ${formatNumber(done)} of ${formatNumber(of)}`,
  restoring: (done: number, of: number) => `Restoring ${formatNumber(done)} of ${formatNumber(of)}`,
  failed: 'Could not delete',
  restoreFailed: 'Could not restore',
};

/** Work on `of` things that says how far it is, once it has taken a while. Undefined where it was stopped before its end. */
export async function followed<T>(
  words: (done: number, of: number) => string,
  of: number,
  work: (following: Required<Pick<FollowingBulk, 'onProgress' | 'signal'>>) => Promise<T>,
): Promise<T | undefined> {
  const stop = new AbortController();
  const notice = notifyWork(words(0, of), () => stop.abort());
  try {
    return await work({ onProgress: (done) => notice.show(words(done, of)), signal: stop.signal });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    return undefined;
  } finally {
    notice.close();
  }
}

/** `said`: the message about as many as were restored. */
export async function restoreAndNotify(
  client: QueryClient,
  entries: readonly string[],
  said: (count: number) => string,
): Promise<void> {
  const outcome = await followed(texts.restoring, entries.length, (following) =>
    restoreEntries(client, entries, following),
  );
  if (!outcome) return;
  const { done, failure } = outcome;
  if (failure !== undefined) notifyFailed(texts.restoreFailed, failure);
  if (failure === undefined || done.length > 0) notifyDone(said(done.length));
}

export interface Removal {
  collection: string;
  ids: readonly string[];
  /** Those that the change set `set` would remove; the others go to the trash at once. */
  later: readonly string[];
  set: string | undefined;
  singular: string;
  plural: string;
}

/** Resolves with false when the user decided against it. */
export async function removeObjects(
  client: QueryClient,
  { collection, ids, later, set, singular, plural }: Removal,
): Promise<boolean> {
  const what = (count: number) => counted(count, singular, plural);
  const found = await followed(texts.reading, ids.length, (following) =>
    seenVersions(client, collection, ids, { ...following, set }),
  ).catch((error: unknown) => notifyFailed(texts.failed, error));
  if (!found) return false;
  const decided =
    later.length > 0
      ? await askDeletion(collection, later, what(later.length), true)
      : await askDeletion(collection, ids, what(ids.length));
  if (decided === 'no') return false;
  if (decided === 'with references') {
    const said = texts.trashed(what(ids.length));
    await deleteWithReferences(client, collection, ids, said).catch((error: unknown) =>
      notifyFailed(texts.failed, error),
    );
    return true;
  }
  const ask = (changed: readonly SeenVersion[]) =>
    askChangedObjects(
      what(changed.length),
      changed.map(({ id }) => id),
    );
  const outcome = await followed(texts.deleting, ids.length, (following) =>
    deleteObjects(client, collection, found.seen, ask, { ...following, set }),
  );
  if (!outcome) return false;
  const { done, transactions, failure = found.failure } = outcome;
  if (failure !== undefined) notifyFailed(texts.failed, failure);
  const trashed = set === undefined ? done : done.filter((entry) => entry !== '');
  const left = done.length - trashed.length;
  if (left > 0) notifyChange(client, texts.later(what(left)), transactions);
  if (trashed.length > 0) {
    const restored = (count: number) => texts.restored(what(count));
    const undo = () => void restoreAndNotify(client, trashed, restored);
    notifyUndo(texts.trashed(what(trashed.length)), undo);
  }
  return true;
}
