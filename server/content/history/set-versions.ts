/**
 * Versions of an object in the sets of a perspective: what each save made of the change of the object, beside the versions
 * of what is live (spec/change-sets.md#versions).
 */
import { isSame } from '../../contract/merge/equality.js';
import { message } from '../../contract/messages/message.js';
import type { ObjectDocument } from '../../contract/objects.js';
import { conflict, missing } from '../../errors.js';
import { mergeFieldsOf } from '../../schemas/merge-fields.js';
import { parseChange } from '../../store/change-sets/change-file.js';
import { applied } from '../../store/change-sets/set-values.js';
import { parseObject } from '../../store/disk/json-file.js';
import { changeAt, changePath } from '../../store/history/kept-paths.js';
import type { SetChange } from '../../store/types/change-sets.js';
import type { HistoryEntry } from '../../store/types/history.js';
import type { Content } from '../core/base.js';

/** The set that an entry is of; undefined for one of what is live. */
export const setOf = ({ path }: HistoryEntry): string | undefined => changeAt(path)?.set;

/** Entries of the change of an object in each of the sets that the folder is read through. */
export async function changeEntries(
  { store }: Content,
  collection: string,
  id: string,
): Promise<HistoryEntry[]> {
  const sets = store.over?.sets ?? [];
  if (sets.length === 0) return [];
  const paths = [...new Set(sets)].map((set) => changePath({ set, collection, id }));
  return [...(await store.history.entriesOf(paths)).values()].flat();
}

/** The change of a revision; undefined where there was none. Throws `missing` for one that is not kept, `damaged`. */
export async function changeOfRevision(
  { store }: Content,
  revision: string | null,
): Promise<SetChange | undefined> {
  if (revision === null) return undefined;
  const bytes = await store.history.content(revision);
  if (!bytes) throw missing(message('revisionGone', { revision }));
  return parseChange(parseObject(bytes));
}

/**
 * The object with the change of a version in place of the one that its set has now: what restoring the version makes of it.
 * What is live and in other sets is that of today. Throws `missing`, `damaged`, `conflict` where that is no object.
 */
export async function documentWithChange(
  base: Content,
  { path, revision }: HistoryEntry,
): Promise<ObjectDocument> {
  const { over, changeSets } = base.store;
  const address = changeAt(path);
  const then = await changeOfRevision(base, revision);
  if (!over || !address || !then) throw missing(message('revisionGone', { revision: revision ?? '' }));
  const { collection, id } = address;
  if (then.change === 'remove') throw conflict(message('versionRemoves'));
  const fields = mergeFieldsOf(base.collections.get(collection).schema);
  const changes = over.sets.flatMap((set) =>
    set === address.set ? then : (changeSets.current(set).changes.get(collection)?.get(id) ?? []),
  );
  const live = (await over.live.objects.read(collection, id))?.document;
  const document = changes.reduce<ObjectDocument | undefined>(
    (below, change) => applied(id, below, change, fields).document,
    live,
  );
  if (!document) throw conflict(message('versionNeedsLive', { id, collection }));
  return document;
}

/** Properties in which two versions of a change differ. */
export function changedBetween(before: SetChange | undefined, after: SetChange): string[] {
  const names = new Set([...Object.keys(before?.values ?? {}), ...Object.keys(after.values)]);
  return [...names].filter((name) => !isSame(before?.values[name], after.values[name], false));
}
