/** What a copy holds, so that a following run reads only what has changed. */
import type { ChangeEvent } from '../contract/wire.js';
import type { CollectionEntry } from './api-copy.js';
import type { OwnedFiles } from './owned-files.js';

/** An object as it was written. */
export interface MirroredObject {
  path: string;
  /** Paths of the files it shows by address. */
  files: ReadonlyMap<string, string>;
  /** The objects these files belong to, as `collection/id`. */
  owners: readonly string[];
  /** Files that are left out, with the reasons. */
  problems: readonly string[];
  /** Its file must not be replaced; the next run tries again. */
  isRefused: boolean;
}

/** What a copy has of a collection beside its objects. */
export interface MirroredEntry {
  entry: CollectionEntry;
  paths: readonly string[];
  /** One of them must not be replaced; the next run tries again. */
  isRefused: boolean;
}

interface MirroredCollection {
  objects: ReadonlyMap<string, MirroredObject>;
  entry: MirroredEntry | undefined;
}

export class MirrorMemory {
  readonly #collections = new Map<string, MirroredCollection>();
  /** Ids of objects to read again, by collection; `undefined`: all of its objects. */
  #changed = new Map<string, Set<string> | undefined>();

  /** Whether all must be read again: a schema may change what any object becomes. */
  #isOutdated = false;

  /** Takes note of a change. */
  note(event: ChangeEvent): void {
    if (!('collection' in event)) this.outdate();
    else if (!('id' in event)) this.#changed.set(event.collection, undefined);
    else if (!event.type.startsWith('conflict.')) this.#add(event.collection, event.id);
  }

  /** Changes may have been missed: the next run reads all. */
  outdate(): void {
    this.#isOutdated = true;
  }

  /** Begins a run: what is noted from now on is for the next one. */
  begin(): MirrorRun {
    const changed = this.#changed;
    this.#changed = new Map();
    if (this.#isOutdated) this.#collections.clear();
    this.#isOutdated = false;
    return new MirrorRun(this.#collections, changed, () => this.#collections.clear());
  }

  #add(collection: string, id: string): void {
    if (!this.#changed.has(collection)) this.#changed.set(collection, new Set());
    this.#changed.get(collection)?.add(id);
  }
}

/** One run of a mirror. */
export class MirrorRun {
  readonly #collections: Map<string, MirroredCollection>;
  readonly #changed: ReadonlyMap<string, ReadonlySet<string> | undefined>;
  /** Forgets everything: the next run reads all. */
  readonly forget: () => void;
  /** How many objects were read. */
  read = 0;

  constructor(
    collections: Map<string, MirroredCollection>,
    changed: ReadonlyMap<string, ReadonlySet<string> | undefined>,
    forget: () => void,
  ) {
    this.#collections = collections;
    this.#changed = changed;
    this.forget = forget;
  }

  /** The ids of a collection that must be read; undefined: all there are. */
  idsOf(collection: string): string[] | undefined {
    const known = this.#collections.get(collection);
    if (!known || (this.#changed.has(collection) && !this.#changed.get(collection))) return undefined;
    const ids = new Set(this.#changed.get(collection));
    for (const [id, { owners, isRefused }] of known.objects) {
      if (isRefused || owners.some((owner) => this.#isChanged(owner))) ids.add(id);
    }
    return [...ids];
  }

  /** An object as the run before has written it. */
  objectOf(collection: string, id: string): MirroredObject | undefined {
    return this.#collections.get(collection)?.objects.get(id);
  }

  /** What the run before has written of a collection beside its objects. */
  entryOf(collection: string): MirroredEntry | undefined {
    return this.#collections.get(collection)?.entry;
  }

  /** The objects of a collection after the run; those before it without the `gone` ones, of which undefined is all. */
  objectsOf(
    collection: string,
    {
      gone,
      written,
      entry,
    }: {
      gone: readonly string[] | undefined;
      written: ReadonlyMap<string, MirroredObject>;
      entry: MirroredEntry | undefined;
    },
  ): ReadonlyMap<string, MirroredObject> {
    const objects = new Map(gone === undefined ? [] : this.#collections.get(collection)?.objects);
    for (const id of gone ?? []) objects.delete(id);
    for (const [id, object] of written) objects.set(id, object);
    this.#collections.set(collection, { objects, entry });
    return objects;
  }

  /** Keeps what was written before of these objects, and the files they show. */
  keep(owned: OwnedFiles, objects: ReadonlyMap<string, MirroredObject>): void {
    for (const { path, files } of objects.values())
      for (const one of [path, ...files.values()]) owned.keep(one);
  }

  #isChanged(owner: string): boolean {
    const [collection = '', id = ''] = owner.split('/');
    const ids = this.#changed.get(collection);
    return this.#changed.has(collection) && (ids === undefined || ids.has(id));
  }
}
