/**
 * What a change of an object does to its files (decision 115). Before a file is touched, a note in the journal lists
 * it; the object's JSON decides. Once it is saved, or the save has failed, files it does not name are removed. After
 * a crash the state before it comes back: that needs nothing but what is there, and a client that got an error
 * continues from there.
 */
import { isDeepStrictEqual } from 'node:util';
import type { MergeFields } from '../../contract/merge/rules.js';
import type { TrashEntry } from '../../contract/objects.js';
import type { JsonObject } from '../../contract/values.js';
import { maintenanceOrigin } from '../../origins.js';
import { type DocumentFile, filesOfDocument } from '../../schemas/file-values.js';
import { mergeFieldsOf } from '../../schemas/merge-fields.js';
import { openChangedStore } from '../../store/open-changed.js';
import type { FileAddress, Incoming, NotedPath } from '../../store/types/files.js';
import type { FileNote } from '../../store/types/journal.js';
import type { DroppedFile, RestoredFile } from '../../store/types/trash.js';
import type { Base, Changing, Content, WriteBase } from '../core/base.js';
import { neededElsewhere } from './files-of-sets.js';

interface Place {
  collection: string;
  id: string;
}

const keyOf = ({ collection, id }: Place) => `${collection}/${id}`;

/** The download count is not part of a file's metadata. */
const withoutCount = ({ count: _counted, ...rest }: JsonObject): JsonObject => rest;

export class FileChange {
  readonly #base: WriteBase;
  readonly #place: Place;
  #name: string | undefined;
  #paths: NotedPath[] = [];
  #entries: string[] = [];
  #given: string[] = [];
  /** Entries made for files, by their paths; a repeated attempt makes no second one. */
  readonly #kept = new Map<string, TrashEntry | undefined>();
  /** Inodes of files whose bytes move once the object is saved. */
  readonly #spare = new Map<string, number>();
  #isSaved = false;

  private constructor(base: WriteBase, place: Place) {
    this.#base = base;
    this.#place = place;
  }

  /** Does work that may change files of an object; the caller holds the object's lock. */
  static async of<T>(base: WriteBase, place: Place, work: (files: FileChange) => Promise<T>): Promise<T> {
    const files = new FileChange(base, place);
    try {
      return await work(files);
    } finally {
      await files.#finish();
    }
  }

  /** The object is saved: dropped files stay dropped. */
  saved(): void {
    this.#isSaved = true;
  }

  /** Notes files that are to come to these paths. */
  async expect(paths: readonly NotedPath[]): Promise<void> {
    if (paths.length > 0) await this.#note({ paths });
  }

  /** Gives a file that came in its place; `replaced`: the file it takes the place of, which goes to the trash. */
  async place(
    incoming: Incoming,
    from: string,
    path: string,
    replaced?: { file: DroppedFile; title: string },
    given: string[] = [],
  ): Promise<void> {
    await this.#note({ paths: [{ path, ours: incoming.inodeOf(from) }], given });
    if (replaced) await this.drop(replaced.title, [replaced.file], { replaced: true });
    const to: FileAddress = { ...this.#place, path };
    await incoming.placeFile(from, to, { replace: replaced !== undefined }, this.#base.change);
  }

  /**
   * As `place`, of a file staged under its path; one that is in its place goes to the trash. `given`: entries of the trash
   * that have it, each of which is emptied once the object names all its files.
   */
  async bring(
    incoming: Incoming,
    path: string,
    replaced: { file: DroppedFile; title: string },
    given: string[],
  ): Promise<void> {
    const { collection, id } = this.#place;
    const isThere = this.#base.store.files.stamp(collection, id, path) !== undefined;
    await this.place(incoming, path, path, isThere ? replaced : undefined, given);
  }

  /** Gives a file, or all files of a folder, second places; a folder that is only named has none. */
  async duplicate(from: string, to: string): Promise<void> {
    const { collection, id } = this.#place;
    const { files } = this.#base.store;
    const sources = await files.below(collection, id, from);
    const pairs = sources.map((path) => [path, `${to}${path.slice(from.length)}`] as const);
    await this.expect(pairs.flatMap(([source, target]) => [{ path: source }, { path: target }]));
    for (const [source, target] of pairs) {
      await files.duplicate(collection, id, source, target, this.#base.change);
      this.#isSpare(source);
    }
  }

  /** Gives files that the change drops second names in the trash. */
  async drop(
    title: string,
    dropped: readonly DroppedFile[],
    { replaced = false } = {},
  ): Promise<TrashEntry | undefined> {
    const key = dropped.map(({ path }) => path).join('\n');
    if (dropped.length === 0 || this.#kept.has(key)) return this.#kept.get(key);
    const { trash, over } = this.#base.store;
    if (over) {
      // What a change set leaves out is not deleted while it is live or in another set.
      const isNeeded = await neededElsewhere(this.#base, this.#place);
      const own = dropped.filter(({ path }) => !isNeeded(path));
      if (own.length < dropped.length) return this.drop(title, own, { replaced });
    }
    const entry = trash.freshId();
    await this.#note({ paths: replaced ? [] : dropped.map(({ path }) => ({ path })), entries: [entry] });
    const made = await trash.keepDropped({ ...this.#place, title, files: dropped }, entry, this.#base.change);
    this.#kept.set(key, made);
    if (made && !replaced) for (const { path } of dropped) this.#isSpare(path);
    return made;
  }

  /**
   * Links files in the trash back beside the object. `entry`: where to look; it is emptied once the object names them
   * all.
   */
  async restoreFromTrash(paths: readonly string[], entry?: string): Promise<RestoredFile[]> {
    const given = entry === undefined ? [] : [entry];
    if (paths.length > 0) await this.#note({ paths: paths.map((path) => ({ path })), given });
    const { store, change } = this.#base;
    return store.trash.restoreLinks({ ...this.#place, paths }, entry, change);
  }

  #isSpare(path: string): void {
    const { collection, id } = this.#place;
    const inode = this.#base.store.files.stamp(collection, id, path)?.ino;
    if (inode !== undefined) this.#spare.set(path, inode);
  }

  async #note({ paths = [], entries = [], given = [] }: Partial<FileNote>): Promise<void> {
    this.#paths = [...this.#paths, ...paths];
    this.#entries = [...this.#entries, ...entries];
    this.#given = [...this.#given, ...given];
    const note = { ...this.#place, paths: this.#paths, entries: this.#entries, given: this.#given };
    const { fileNotes } = this.#base.store;
    this.#name ??= fileNotes.freshName();
    await fileNotes.write(this.#name, note);
  }

  /** Never fails: what cannot be removed now is retried later. */
  async #finish(): Promise<void> {
    const { cleanupQueue: unfinished } = this.#base.store;
    const name = this.#name;
    if (this.#paths.length === 0 && this.#entries.length === 0) return;
    const paths = this.#isSaved
      ? this.#paths.map((one) => ({ ...one, ours: this.#spare.get(one.path) ?? one.ours }))
      : this.#paths;
    const entries = this.#isSaved ? [] : this.#entries;
    const note = { ...this.#place, paths, entries, given: this.#given };
    unfinished.add(keyOf(note), () => finishNote(this.#base, note, name), keyOf(note));
    await unfinished.attempt(keyOf(note));
  }
}

/** Makes the files match their object, then ends the note. Can be repeated. */
async function finishNote(
  base: Content & Changing,
  { collection, id, paths, entries, given }: FileNote,
  name: string | undefined,
): Promise<void> {
  const { store } = base;
  // A missing collection has no files any more.
  if (base.collections.has(collection)) {
    const { schema } = base.collections.get(collection);
    const stored = await store.objects.read(collection, id);
    const files = stored ? filesOfDocument(schema, stored.document) : [];
    const named = new Map(files.map((file) => [file.path, file]));
    const ours = new Set(paths.flatMap((path) => path.ours ?? []));
    for (const entry of entries) {
      if (await isUnchanged(base, entry, named)) await store.trash.undoDropped(entry, ours);
    }
    for (const entry of given) {
      if (await isBack(base, { collection, id }, entry, named)) await store.trash.purge(entry, base.change);
    }
    const isNeeded = await neededElsewhere(base, { collection, id });
    const suspects = paths.filter(({ path, whole }) => !(stored && whole) && !isNeeded(path));
    await store.files.clear(collection, id, suspects, new Set(named.keys()), base.change);
  }
  if (name !== undefined) await store.fileNotes.end(name);
}

/** Whether an object has the same metadata for all these files as when they were dropped. */
const namesAll = (files: readonly DroppedFile[], named: ReadonlyMap<string, DocumentFile>): boolean =>
  files.every(({ path, item }) => {
    const now = named.get(path);
    return now !== undefined && isDeepStrictEqual(withoutCount(now.item), withoutCount(item));
  });

/** Whether an object still names all files of an entry: the change that dropped them was never saved. */
async function isUnchanged(
  base: Content,
  entry: string,
  named: ReadonlyMap<string, DocumentFile>,
): Promise<boolean> {
  return namesAll(await base.store.trash.dropped(entry).catch(() => []), named);
}

/** Whether an object names all files of an entry again, and has them. */
async function isBack(
  base: Content,
  { collection, id }: Place,
  entry: string,
  named: ReadonlyMap<string, DocumentFile>,
): Promise<boolean> {
  const { files, trash } = base.store;
  const dropped = await trash.dropped(entry).catch(() => []);
  const has = ({ path }: DroppedFile) => files.stamp(collection, id, path) !== undefined;
  return dropped.length > 0 && dropped.every(has) && namesAll(dropped, named);
}

const fieldsOf = ({ collections }: Base, collection: string): MergeFields =>
  collections.has(collection) ? mergeFieldsOf(collections.get(collection).schema) : () => undefined;

/** Settles what earlier runs left; for when the collections are open. */
export async function finishPendingNotes(base: Base): Promise<void> {
  const { store } = base;
  for (const { name, note } of await store.fileNotes.left()) {
    const work = async () => {
      const damaged = base.collections.damaged().some(({ collection }) => collection === note.collection);
      if (damaged) throw new Error(`The settings of "${note.collection}" cannot be read`);
      const { sets } = note;
      const through = sets && openChangedStore(store, { sets, fieldsOf: (of) => fieldsOf(base, of) });
      const change = maintenanceOrigin(base.now());
      await finishNote({ ...base, store: through ?? store, change }, note, name);
    };
    store.cleanupQueue.add(keyOf(note), work, keyOf(note));
    await store.locked(keyOf(note), () => store.cleanupQueue.attempt(keyOf(note)));
  }
}
