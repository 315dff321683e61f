/**
 * A store of the folder with change sets in it, over that of what is live. An object is read as the sets have it; what is
 * written goes into the last of the sets, and what is live stays as it is. So operations on objects change a set as they
 * change the folder.
 */
import type { ChangeOrigin } from '../contract/changes.js';
import type { MergeFields } from '../contract/merge/rules.js';
import { message } from '../contract/messages/message.js';
import type { ObjectDocument, TrashEntry } from '../contract/objects.js';
import { missing, PlinthError } from '../errors.js';
import { projected } from './catalogue/row.js';
import { type OverlaidObject, OverlayIndex } from './change-sets/overlay-index.js';
import { applied, changeOf, contentOf } from './change-sets/set-values.js';
import { stale } from './disk/fs-errors.js';
import { parseDocument } from './disk/json-file.js';
import { sameStamp } from './disk/stamp.js';
import type { Store } from './store.js';
import { looseFile } from './trash/files.js';
import type { ChangeToWrite, SetChange, SetState, StoredChange } from './types/change-sets.js';
import type { StoredObject } from './types/documents.js';
import type { PropertyFiles } from './types/files.js';
import type { AtomicChanges, AtomicResult, AtomicWrite } from './types/journal.js';
import type { Stamp } from './types/stamp.js';

export interface ChangedOptions {
  /** Ids of the sets: a later one is applied to what the earlier ones make, and is the one that is written. */
  sets: readonly string[];
  /** Changes that no files hold, over those of the sets: nothing is written then. */
  over?: () => SetState;
  /** How the properties of a collection's objects are merged. */
  fieldsOf(collection: string): MergeFields;
}

/** Of an object that is made of several files. */
const together = (stamps: readonly Stamp[]): Stamp => ({
  size: stamps.reduce((sum, { size }) => sum + size, 0),
  mtimeMs: Math.max(...stamps.map(({ mtimeMs }) => mtimeMs)),
  ino: stamps.reduce((sum, { ino }) => sum + ino, 0),
});

/** An object that was or is in the sets. */
interface Overlaid {
  /** Changes of the sets, and what is live, that it was made of. */
  of: readonly unknown[];
  object: OverlaidObject | null | undefined;
}

const removalOf = (below: ObjectDocument, { actor, transaction }: ChangeOrigin): SetChange => ({
  ...{ change: 'remove', base: contentOf(below), values: {} },
  ...{ at: transaction.at, actor },
});

class ChangedObjects {
  readonly #live: Store;
  readonly #options: ChangedOptions;
  readonly #indexes = new Map<string, OverlayIndex>();
  readonly #overlaid = new Map<string, Overlaid>();
  readonly #ids = new Map<string, { versions: string; ids: readonly string[] }>();

  constructor(live: Store, options: ChangedOptions) {
    this.#live = live;
    this.#options = options;
  }

  /** The set that is written. */
  get #top(): string {
    const top = this.#options.over ? undefined : this.#options.sets.at(-1);
    if (top === undefined) throw new Error('There is no change set that could be written');
    return top;
  }

  async collectionIndex(collection: string): Promise<OverlayIndex> {
    const live = await this.#live.catalogue.collectionIndex(collection);
    const known = this.#indexes.get(collection);
    if (known?.live === live) return known;
    // Rows follow the projection of the index.
    for (const key of this.#overlaid.keys()) if (key.startsWith(`${collection}/`)) this.#overlaid.delete(key);
    const overlay = new OverlayIndex({
      live,
      nextVersion: () => this.#live.catalogue.nextVersion(),
      changedIds: () => this.#changedIds(collection),
      overlaid: (id) => this.#object(collection, id),
    });
    this.#indexes.set(collection, overlay);
    return overlay;
  }

  filled(collection: string): OverlayIndex | undefined {
    const known = this.#indexes.get(collection);
    return known && this.#live.catalogue.isCurrent(collection, known.live) ? known : undefined;
  }

  async read(collection: string, id: string): Promise<StoredObject | undefined> {
    const changes = this.#changes(collection, id);
    const live = await this.#live.objects.read(collection, id);
    if (changes.length === 0) return live;
    const document = this.#applied(collection, id, live?.document, changes);
    if (!document) return undefined;
    const stamp = together([...(live ? [live.stamp] : []), ...changes.map((change) => change.stamp)]);
    return { document, stamp, bytes: Buffer.from(JSON.stringify(document)) };
  }

  async write(
    collection: string,
    document: ObjectDocument,
    expect: AtomicWrite['expect'] | 'damaged',
    origin: ChangeOrigin,
  ): Promise<Stamp> {
    const { change, known } = await this.#changeFor(collection, document, expect, origin);
    const { id } = document;
    const { changeSets } = this.#live;
    if (change) await changeSets.write(this.#top, { collection, id }, { change, expect: known }, origin);
    else if (known) await changeSets.remove(this.#top, known, origin);
    return this.#stampOf(collection, id);
  }

  async remove(collection: string, id: string, title: string, origin: ChangeOrigin): Promise<TrashEntry> {
    const { below, known } = await this.#below(collection, id);
    const { changeSets } = this.#live;
    if (below) {
      const removal = { change: removalOf(below, origin), expect: known };
      await changeSets.write(this.#top, { collection, id }, removal, origin);
    } else if (known) return this.#drop(known, title, () => changeSets.remove(this.#top, known, origin));
    else throw missing(message('objectMissingIn', { id, name: collection }));
    // What is live is not in the trash: the set names what it removes.
    return {
      id: `${this.#top}-${id}`.slice(0, 64),
      kind: 'object',
      collection,
      object: id,
      title,
      deleted: origin.transaction.at,
    };
  }

  /** Several changes, together or not at all. What is live is in no trash: only what the set alone had has an entry. */
  async changeAll({ writes, removals }: AtomicChanges, origin: ChangeOrigin): Promise<AtomicResult> {
    const set = this.#top;
    const changes: ChangeToWrite[] = [];
    const dropped: { change: StoredChange; title: string; at: number }[] = [];
    const entries = removals.map((): TrashEntry | undefined => undefined);
    for (const { collection, document, expect } of writes) {
      const { change, known } = await this.#changeFor(collection, document, expect, origin);
      if (change || known) changes.push({ set, collection, id: document.id, change, expect: known });
    }
    for (const [at, { collection, id, title }] of removals.entries()) {
      const { below, known } = await this.#below(collection, id);
      if (!below && !known) throw missing(message('objectMissingIn', { id, name: collection }));
      changes.push({ set, collection, id, change: below && removalOf(below, origin), expect: known });
      if (!below && known) dropped.push({ change: known, title, at });
    }
    const { changeSets, journal } = this.#live;
    // What only the set has leaves it for the trash with all other changes.
    const write = dropped.reduce<() => Promise<unknown>>(
      (inner, { change, title, at }) =>
        async () => {
          entries[at] = await this.#drop(change, title, inner);
        },
      () => changeSets.writeAll(changes, journal, origin),
    );
    await write();
    const stamps = await Promise.all(
      writes.map(({ collection, document }) => this.#stampOf(collection, document.id)),
    );
    return { stamps, entries };
  }

  /** The change that makes an object what it is to be; undefined where it is so without one. Throws `stale`. */
  async #changeFor(
    collection: string,
    document: ObjectDocument,
    expect: AtomicWrite['expect'] | 'damaged',
    { actor }: ChangeOrigin,
  ): Promise<{ change: SetChange | undefined; known: StoredChange | undefined }> {
    const before = await this.read(collection, document.id);
    const isExpected = typeof expect === 'object' ? sameStamp(before?.stamp, expect.stamp) : !before;
    if (!isExpected) throw stale();
    const { below, known } = await this.#below(collection, document.id);
    const at = typeof document.modified === 'string' ? document.modified : new Date().toISOString();
    const saved = { below, before: before?.document, after: document, known };
    return { change: changeOf(saved, { at, actor }, this.#options.fieldsOf(collection)), known };
  }

  /** Moves the change of an object that only the set has to the trash, with its files unless another set has it. */
  async #drop(known: StoredChange, title: string, leave: () => Promise<unknown>): Promise<TrashEntry> {
    const { collection, id, document } = known;
    const { changeSets, files, trash } = this.#live;
    const isElsewhere = changeSets.changesOf(collection, id).some(([set]) => set !== this.#top);
    const own = isElsewhere ? [] : await files.list(collection, id);
    const dropped = { set: this.#top, collection, id, title, document };
    return trash.dropChange({ ...dropped, files: own.map(({ path }) => looseFile(path)) }, leave);
  }

  async #stampOf(collection: string, id: string): Promise<Stamp> {
    const written = await this.read(collection, id);
    if (!written) throw stale();
    return written.stamp;
  }

  /** An object without the change of the set that is written. */
  async #below(
    collection: string,
    id: string,
  ): Promise<{ below: ObjectDocument | undefined; known: StoredChange | undefined }> {
    const changes = this.#changes(collection, id);
    const known = this.#live.changeSets.current(this.#top).changes.get(collection)?.get(id);
    const live = await this.#live.objects.read(collection, id);
    const below = this.#applied(
      collection,
      id,
      live?.document,
      changes.filter((change) => change !== known),
    );
    return { below, known };
  }

  #states(): SetState[] {
    const { sets, over } = this.#options;
    return [...sets.map((set) => this.#live.changeSets.current(set)), ...(over ? [over()] : [])];
  }

  #changes(collection: string, id: string): StoredChange[] {
    return this.#states().flatMap(({ changes }) => changes.get(collection)?.get(id) ?? []);
  }

  #applied(
    collection: string,
    id: string,
    live: ObjectDocument | undefined,
    changes: readonly StoredChange[],
  ): ObjectDocument | undefined {
    const fields = this.#options.fieldsOf(collection);
    return changes.reduce<ObjectDocument | undefined>(
      (document, change) => applied(id, document, change, fields).document,
      live,
    );
  }

  #changedIds(collection: string): readonly string[] {
    const states = this.#states();
    const versions = states.map(({ version }) => version).join(' ');
    const known = this.#ids.get(collection);
    if (known?.versions === versions) return known.ids;
    const ids = [...new Set(states.flatMap(({ changes }) => [...(changes.get(collection)?.keys() ?? [])]))];
    this.#ids.set(collection, { versions, ids });
    return ids;
  }

  /** An object as the sets have it: null where they remove it, undefined where they leave it as it is. */
  #object(collection: string, id: string): OverlaidObject | null | undefined {
    const key = `${collection}/${id}`;
    const changes = this.#changes(collection, id);
    if (changes.length === 0) {
      this.#overlaid.delete(key);
      return undefined;
    }
    const row = this.#live.catalogue.filled(collection)?.get(id);
    const of = [row, ...changes];
    const known = this.#overlaid.get(key);
    if (known && known.of.length === of.length && of.every((one, at) => one === known.of[at]))
      return known.object;
    const object = this.#made(collection, id, changes);
    this.#overlaid.set(key, { of, object });
    return object;
  }

  #made(collection: string, id: string, changes: readonly StoredChange[]): OverlaidObject | null {
    const bytes = this.#live.files.document(collection, id);
    const stamp = this.#live.catalogue.filled(collection)?.get(id)?.stamp;
    const live = bytes && this.#live.texts.complete(collection, parseDocument(bytes, id));
    const document = this.#applied(collection, id, live, changes);
    if (!document) return null;
    const stamps = [...(stamp ? [stamp] : []), ...changes.map((change) => change.stamp)];
    const projection = this.#live.catalogue.projectionOf(collection);
    const found = projected(projection, document, { stamp: together(stamps) }, true);
    return found.bytes ? { row: found.row, bytes: found.bytes } : null;
  }
}

/**
 * The store with sets in it. Nothing is open of its own: it is closed with the live one. Files of objects are those of
 * the folder: what a set adds has a name of its own beside the live ones (decision 283).
 */
export function openChangedStore(live: Store, options: ChangedOptions): Store {
  const objects = new ChangedObjects(live, options);
  const { catalogue, fileNotes, trash } = live;
  return {
    ...live,
    over: { live, sets: options.sets },
    objects: {
      read: (collection, id) => objects.read(collection, id),
      write: (collection, document, expect, change) => objects.write(collection, document, expect, change),
      copyFiles: (...copy) => live.objects.copyFiles(...copy),
    },
    catalogue: {
      project: () => {},
      projectionOf: (collection) => catalogue.projectionOf(collection),
      nextVersion: () => catalogue.nextVersion(),
      collectionIndex: (collection) => objects.collectionIndex(collection),
      isCurrent: (collection, collectionIndex) => objects.filled(collection) === collectionIndex,
      filled: (collection) => objects.filled(collection),
      reading: () => catalogue.reading(),
      forget: () => {},
      recheck: async () => undefined,
      onReplaced: () => {},
      warm: async () => {},
    },
    collections: {
      ids: () => live.collections.ids(),
      read: (id) => live.collections.read(id),
      // Counts of ids that were given out are kept when the objects are live.
      write: async () => {},
    },
    journal: {
      changeSets: (...writes) => live.journal.changeSets(...writes),
      change: async (changes, change, settle) => {
        const result = await objects.changeAll(changes, change);
        await settle?.(result);
        return result;
      },
    },
    trash: {
      list: () => trash.list(),
      entry: (id) => trash.entry(id),
      trashObject: (...object) => objects.remove(...object),
      trashCollection: (...collection) => trash.trashCollection(...collection),
      dropChange: (...change) => trash.dropChange(...change),
      takeChangeSet: (...set) => trash.takeChangeSet(...set),
      moveDroppedToTrash: (...files) => trash.moveDroppedToTrash(...files),
      freshId: () => trash.freshId(),
      keepDropped: (...files) => trash.keepDropped(...files),
      undoDropped: (...entry) => trash.undoDropped(...entry),
      restoreLinks: (...files) => trash.restoreLinks(...files),
      document: (entry) => trash.document(entry),
      dropped: (entry) => trash.dropped(entry),
      filesOf: (entry) => trash.filesOf(entry),
      restore: (...entry) => trash.restore(...entry),
      purge: (...entry) => trash.purge(...entry),
    },
    fileNotes: {
      freshName: () => fileNotes.freshName(),
      write: (name, note) => fileNotes.write(name, { ...note, sets: options.sets }),
      end: (name) => fileNotes.end(name),
      left: async () => [],
    },
    close: async () => {},
  };
}

/**
 * The store for those who may only suggest: files of objects, which lie beside the live ones, are not written. Throws
 * `forbidden` where they would be.
 */
export function withoutFiles(store: Store): Store {
  const { files, objects } = store;
  const reject = async () => {
    throw new PlinthError('forbidden', message('suggestionFiles'));
  };
  const read: PropertyFiles = {
    open: (...file) => files.open(...file),
    pathFor: (...file) => files.pathFor(...file),
    stamp: (...file) => files.stamp(...file),
    isSame: (...file) => files.isSame(...file),
    list: (...object) => files.list(...object),
    below: (...folder) => files.below(...folder),
    duplicate: reject,
    clear: (...paths) => files.clear(...paths),
    makeFolder: reject,
    read: (...file) => files.read(...file),
    document: (...object) => files.document(...object),
    incoming: reject,
  };
  return {
    ...store,
    files: read,
    objects: {
      read: (...object) => objects.read(...object),
      write: (...object) => objects.write(...object),
      copyFiles: async (from) => {
        if ((await files.list(from.collection, from.id)).length > 0) await reject();
      },
    },
  };
}
