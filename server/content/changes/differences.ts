/** How a collection differs from the last that is known of its files: what other programs changed, and when. */
import { Yielder } from '../../async/yielder.js';
import type { ChangeEvent } from '../../contract/wire.js';
import { changeTime } from '../../store/catalogue/row.js';
import { sameStamp } from '../../store/disk/stamp.js';
import type { Store } from '../../store/store.js';
import type { CollectionIndex, Row } from '../../store/types/catalogue.js';
import { type KnownFiles, type NotedFiles, seenAt } from '../../store/types/history.js';
import type { Stamp } from '../../store/types/stamp.js';

/** In ms: file systems and `Date` do not round times alike. */
const ROUNDING = 2;

export interface Difference {
  readonly event: Extract<ChangeEvent, { type: `object.${string}` }>;
  readonly stamp: Stamp | undefined;
}

/** A collection as it is. */
export interface Present {
  readonly collection: string;
  /** Undefined where there is none of the name. */
  readonly collectionIndex: CollectionIndex | undefined;
}

const fileOf = (collection: string, id: string): string => `${collection}/${id}.json`;

/** The files of objects that are known, by collection. */
export function filesByCollection({ entries, found }: KnownFiles): Map<string, string[]> {
  const files = new Map<string, string[]>();
  const add = (collection: string, path: string) => {
    const these = files.get(collection);
    if (these) these.push(path);
    else files.set(collection, [path]);
  };
  for (const path of entries.keys()) {
    const [collection = '', name = '', text] = path.split('/');
    if (text === undefined && !name.startsWith('.') && !collection.startsWith('.')) add(collection, path);
  }
  for (const [collection, objects] of found) {
    for (const id of objects.keys()) {
      const path = fileOf(collection, id);
      if (!entries.has(path)) add(collection, path);
    }
  }
  return files;
}

/** The changes of objects by other programs that are not in the log. `files`: those of its objects that are known. */
export async function differences(
  store: Store,
  known: KnownFiles,
  { collection, collectionIndex }: Present,
  files: readonly string[],
): Promise<Difference[]> {
  const found: Difference[] = [];
  const yielder = new Yielder();
  for (const row of collectionIndex?.rows() ?? []) {
    const type = changeOf(store, known, collection, row);
    if (type) found.push({ event: { type, collection, id: row.id }, stamp: row.stamp });
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  for (const path of files) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    const id = path.slice(collection.length + 1, -'.json'.length);
    const entry = known.entries.get(path);
    if (collectionIndex?.get(id) || entry?.revision === null || known.announced.get(path) === null) continue;
    const isDamaged = collectionIndex?.problem(id) !== undefined;
    if (isDamaged && store.history.isAsKnown(path, entry)) continue;
    const type = isDamaged ? 'object.damaged' : 'object.deleted';
    found.push({ event: { type, collection, id }, stamp: undefined });
  }
  return found;
}

function changeOf(
  store: Store,
  known: KnownFiles,
  collection: string,
  row: Row,
): 'object.created' | 'object.updated' | undefined {
  const path = fileOf(collection, row.id);
  const entry = known.entries.get(path);
  const announced = known.announced.get(path);
  if (!announced && (!entry || entry.revision === null)) {
    const found = entry ? undefined : known.found.get(collection)?.get(row.id);
    if (found === undefined) return 'object.created';
    if (changeTime(row) !== found) return 'object.updated';
  } else if (entry && !(announced && sameStamp(announced, row.stamp))) {
    // Answers can show the time of the file.
    if (Math.trunc(entry.stamp?.mtimeMs ?? 0) !== Math.trunc(row.stamp.mtimeMs)) return 'object.updated';
    // The change time shows a file that was written in place and got its former time back.
    const isSame = sameStamp(entry.stamp, row.stamp) && isOlder(row, seenAt(entry) + ROUNDING);
    if (!isSame && !store.history.isAsKnown(path, entry)) return 'object.updated';
  }
  for (const name of store.texts.filesOf(collection)) {
    const text = `${collection}/${row.id}/${name}`;
    const last = known.entries.get(text);
    if ((last || known.isComplete) && !store.history.isAsKnown(text, last)) return 'object.updated';
  }
  return undefined;
}

/** Whether the file of a row was surely not changed after a time, in ms since 1970. */
function isOlder(row: Row, at: number): boolean {
  const changed = changeTime(row);
  return changed !== undefined && changed <= at;
}

/**
 * Notes the objects of collections that were there when the log began, as long as the history has not seen all of them.
 * Returns the collections of which nothing was known before.
 */
export async function noteObjects(
  store: Store,
  noted: NotedFiles | undefined,
  present: readonly Present[],
): Promise<ReadonlySet<string>> {
  const now = new Set<string>();
  for (const { collection, collectionIndex } of noted ? present : []) {
    if (!collectionIndex || noted?.noted.has(collection) || noted?.began?.has(collection) === false) continue;
    // In one go: a collection of which only a part was noted would seem to have got the others later.
    await store.changes.appendFound(collection, filesOf(collectionIndex));
    now.add(collection);
  }
  return now;
}

/** The objects of a collection, and when their files were last changed in any way; 0 where that is not known. */
function* filesOf(
  collectionIndex: CollectionIndex,
): Generator<[id: string, changed: number], void, undefined> {
  for (const id of collectionIndex.ids()) {
    const row = collectionIndex.get(id);
    yield [id, (row && changeTime(row)) ?? 0];
  }
}
