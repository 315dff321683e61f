/**
 * Notices changes of change sets by other programs, file by file, as far as the system notifies of them. At most
 * `MAX_FOLDERS` are watched: a folder from elsewhere may have any number of sets.
 */
import { readdirSync } from 'node:fs';
import { SHARED_DRAFT } from '../../contract/set-names.js';
import { idOfFile, isCollectionName, isOtherJson, type Layout } from '../disk/layout.js';
import type { Log } from '../disk/log.js';
import { isFolder } from '../disk/stamp.js';
import type { ChangeSetFiles, SetEvent } from '../types/change-sets.js';
import { DebouncedTasks } from './debounced-tasks.js';
import { FolderWatch } from './folder-watch.js';

/** Sets, and folders of collections in them. */
const MAX_FOLDERS = 250;
/** Files of a new folder for each of which there is an event. */
const MAX_FILES = 100;

export interface WatchedSets extends Pick<ChangeSetFiles, 'ids' | 'current'> {
  /** Ids of the objects that a set changed when it was read last. */
  knownIds(set: string, collection: string): readonly string[];
  /** Has the file of a change, or `set.json`, read again and tells of it, unless it is as Plinth has left it. */
  fileChanged(event: SetEvent): void;
  /** Has all of a set read again and tells of it. */
  setChanged(set: string): void;
}

export interface ChangeSetWatchParts {
  layout: Layout;
  sets: WatchedSets;
  isAvailable(): boolean;
  /** A file beside `set.json`, or any of them, may have come or gone. */
  onCopy(set: string, name: string | undefined): void;
  log: Log;
}

/** What to look at: all sets, the collections of one, a file of one, or all of it. */
type Look = { what: 'all' } | { what: 'set' | 'content'; set: string } | { what: 'file'; event: SetEvent };

export class ChangeSetWatch {
  readonly #parts: ChangeSetWatchParts;
  readonly #pending: DebouncedTasks<Look>;
  readonly #root: FolderWatch;
  /** Watched sets, and collections in them, by their paths below `.changes`. */
  readonly #folders = new Map<string, FolderWatch>();
  /** Versions of the sets that are compared, for lack of notifications. */
  readonly #versions = new Map<string, number>();
  #started = false;

  constructor(parts: ChangeSetWatchParts) {
    this.#parts = parts;
    this.#pending = new DebouncedTasks((look) => this.#look(look));
    this.#root = this.#watch(parts.layout.changes, () => this.#add({ what: 'all' }));
  }

  /** Begins to watch. What exists now is no change. */
  start(): void {
    this.#root.renew();
    this.#lookAtSets();
    this.#started = true;
  }

  /** Something at the top of the folder has changed: `.changes` may have come or gone. */
  renew(): void {
    if (this.#started && this.#root.renew()) this.#add({ what: 'all' });
  }

  /** Compares what the system does not notify of. */
  poll(): void {
    if (!this.#parts.isAvailable()) return;
    if (this.#root.polled) this.#add({ what: 'all' });
    const polled = [...this.#folders].flatMap(([path, watch]) => (watch.polled ? [path] : []));
    for (const set of new Set(polled.map((path) => path.split('/', 1)[0] ?? ''))) {
      this.#add({ what: 'set', set });
      const { version } = this.#parts.sets.current(set);
      const known = this.#versions.get(set);
      this.#versions.set(set, version);
      if (known !== undefined && known !== version) this.#add({ what: 'content', set });
    }
  }

  /** Watches again what the system had no notifications for, and looks at all sets. */
  rescan(): void {
    for (const watch of [this.#root, ...this.#folders.values()]) watch.retry();
    this.#add({ what: 'all' });
  }

  /** The folder was away. */
  reset(): void {
    for (const watch of [this.#root, ...this.#folders.values()]) watch.reset();
  }

  close(): Promise<void> {
    for (const watch of [this.#root, ...this.#folders.values()]) watch.close();
    return this.#pending.close();
  }

  #watch(path: string, onChange: (name: string | undefined) => void): FolderWatch {
    return new FolderWatch(path, onChange, (error) => {
      this.#parts.log('warn', 'A change set cannot be watched and is looked at every two seconds', error);
    });
  }

  #add(look: Look): void {
    const {
      set = '',
      collection = '',
      id = '',
    }: Partial<SetEvent> = look.what === 'all' ? {} : look.what === 'file' ? look.event : look;
    this.#pending.add(`${look.what}:${set}/${collection}/${id}`, look);
  }

  async #look(look: Look): Promise<void> {
    if (!this.#parts.isAvailable()) return;
    try {
      if (look.what === 'all') this.#lookAtSets();
      else if (look.what === 'file') this.#parts.sets.fileChanged(look.event);
      else if (look.what === 'set') this.#lookAtCollections(look.set);
      else this.#parts.sets.setChanged(look.set);
    } catch (error) {
      if (this.#parts.isAvailable()) this.#parts.log('warn', 'A change set could not be looked at', error);
    }
  }

  #lookAtSets(): void {
    this.#root.renew();
    const sets = this.#parts.sets.ids();
    for (const set of sets) {
      const known = this.#folders.get(set);
      const watch = known ?? this.#added(set, (name) => this.#onSet(set, name));
      if (!watch?.renew()) continue;
      this.#lookAtCollections(set);
      // The shared draft has no file of its own.
      if (this.#started && set !== SHARED_DRAFT) this.#parts.sets.fileChanged({ set });
    }
    for (const path of this.#folders.keys()) {
      if (path.includes('/') || sets.includes(path)) continue;
      this.#removed(path);
      this.#parts.sets.fileChanged({ set: path });
    }
  }

  #lookAtCollections(set: string): void {
    const { layout } = this.#parts;
    const folder = layout.changeSet(set);
    const collections = layout.linkOn(folder) ? [] : names(folder).filter(isCollectionName);
    for (const collection of collections) {
      const path = `${set}/${collection}`;
      if (!isFolder(layout.changesIn(set, collection))) continue;
      const known = this.#folders.get(path);
      const watch = known ?? this.#added(path, (name) => this.#onCollection(set, collection, name));
      // What was written before it was watched has its events now.
      if (watch?.renew() && this.#started) this.#tellOfFiles(set, collection);
    }
    for (const path of this.#folders.keys()) {
      if (!path.startsWith(`${set}/`) || collections.includes(path.slice(set.length + 1))) continue;
      this.#folders.get(path)?.close();
      this.#folders.delete(path);
      this.#add({ what: 'content', set });
    }
  }

  #tellOfFiles(set: string, collection: string): void {
    const { layout, sets } = this.#parts;
    const there = names(layout.changesIn(set, collection)).flatMap((name) => idOfFile(name) ?? []);
    const ids = [...new Set([...there, ...sets.knownIds(set, collection)])];
    if (ids.length > MAX_FILES) this.#add({ what: 'content', set });
    else for (const id of ids) this.#add({ what: 'file', event: { set, collection, id } });
  }

  /** A new watch; undefined where there are too many. */
  #added(path: string, onChange: (name: string | undefined) => void): FolderWatch | undefined {
    if (this.#folders.size >= MAX_FOLDERS) return undefined;
    const [set = '', collection] = path.split('/');
    const { layout } = this.#parts;
    const folder = collection === undefined ? layout.changeSet(set) : layout.changesIn(set, collection);
    const watch = this.#watch(folder, onChange);
    this.#folders.set(path, watch);
    return watch;
  }

  #removed(set: string): void {
    this.#versions.delete(set);
    for (const [path, watch] of this.#folders) {
      if (path !== set && !path.startsWith(`${set}/`)) continue;
      watch.close();
      this.#folders.delete(path);
    }
  }

  #onSet(set: string, name: string | undefined): void {
    if (name === undefined || isCollectionName(name)) this.#add({ what: 'set', set });
    if (name === undefined) this.#add({ what: 'content', set });
    else if (name.endsWith('.json')) this.#add({ what: 'file', event: { set } });
    this.#parts.onCopy(set, name);
  }

  #onCollection(set: string, collection: string, name: string | undefined): void {
    const id = name === undefined ? undefined : idOfFile(name);
    if (name === undefined) this.#add({ what: 'content', set });
    else if (id !== undefined) this.#add({ what: 'file', event: { set, collection, id } });
    // A copy that a sync tool leaves beside a change.
    else if (isOtherJson(name)) this.#add({ what: 'content', set });
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // It is gone, which is noticed by the folder around it.
    return [];
  }
}
