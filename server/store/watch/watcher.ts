/**
 * Notices changes of the folder by others (editor, sync tool, git, another process). Files are compared by stamp with
 * what is known, so our own writes are not events. Promise: seen within two seconds.
 */
import type { ChangeEvent } from '../../contract/wire.js';
import {
  idOfFile,
  idOfPlaceholder,
  placeOfSet,
  SCHEMA_FOLDER,
  SETTINGS_FILE,
  SYSTEM_FOLDER,
} from '../disk/layout.js';
import { RECHECK_MS } from '../disk/retry-read.js';
import { settingsStamp } from '../disk/settings-stamp.js';
import { stampAt } from '../disk/stamp.js';
import { isForeignName } from '../maintenance/conflict-names.js';
import { ChangeSetWatch, type WatchedSets } from './change-set-watch.js';
import {
  type CompareParts,
  compareCopy,
  compareFolder,
  compareObject,
  compareSchemas,
  compareSettings,
} from './compare.js';
import { DebouncedTasks } from './debounced-tasks.js';
import { type ChangeListener, FolderWatch } from './folder-watch.js';

const POLL_MS = 2_000;
/** Texts beside the JSON are in folders that are not watched: that would be many watches for few files. */
const TEXTS_MS = 1_000;
/** Notifications get lost on some file systems. */
const RESCAN_MS = 3_600_000;

/** What to check. `force`: even if the stamp is the same; `again`: a second check. */
type Recheck =
  | { what: 'root' }
  | { what: 'schemas'; again: boolean }
  | { what: 'settings'; collection: string; again: boolean }
  | { what: 'folder'; collection: string }
  | { what: 'copy'; collection: string; name: string }
  | { what: 'object'; collection: string; id: string; force: boolean; again: boolean };

export class Watcher {
  readonly #parts: CompareParts;
  readonly #listeners = new Set<(event: ChangeEvent) => void>();
  readonly #pending: DebouncedTasks<Recheck>;
  readonly #root: FolderWatch;
  readonly #schemas: FolderWatch;
  readonly #system: FolderWatch;
  readonly #sets: ChangeSetWatch;
  readonly #collections = new Map<string, FolderWatch>();
  /** Paths of the conflict copies that were reported. */
  readonly #reportedCopies = new Set<string>();
  readonly #timers: NodeJS.Timeout[] = [];
  #started = false;

  constructor(parts: CompareParts & { sets: WatchedSets }) {
    this.#parts = parts;
    const onCopy = (set: string, name: string | undefined) => this.#reportCopy(placeOfSet(set), name);
    this.#sets = new ChangeSetWatch({ ...parts, onCopy });
    this.#pending = new DebouncedTasks((recheck) => this.#look(recheck));
    const { layout } = parts;
    this.#root = this.#watch(layout.root, () => this.#add({ what: 'root' }));
    this.#schemas = this.#watch(layout.schemas, (name) => {
      this.#reportCopy(SCHEMA_FOLDER, name);
      this.#add({ what: 'schemas', again: false });
    });
    this.#system = this.#watch(layout.system, (name) => this.#reportCopy(SYSTEM_FOLDER, name));
  }

  on(listener: (event: ChangeEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Starts watching. What exists now is not an event; the second step finds changes between the two. */
  async start(): Promise<void> {
    const { own, layout, collections, schemas } = this.#parts;
    for (const id of await collections.ids()) {
      own.recordStamp(`${id}/${SETTINGS_FILE}`, settingsStamp(layout, id));
    }
    for (const id of await schemas.ids()) {
      own.recordStamp(`${SCHEMA_FOLDER}/${id}.json`, stampAt(layout.schema(id)));
    }
    await this.#lookAtRoot();
    this.#sets.start();
    this.#started = true;
    this.#timers.push(
      setInterval(() => this.#poll(), POLL_MS).unref(),
      setInterval(() => this.#lookAtTexts(), TEXTS_MS).unref(),
      setInterval(() => this.#rescan(), RESCAN_MS).unref(),
    );
  }

  /** Looks at everything again: the folder was away and is back. */
  resume(): void {
    for (const watch of this.#all()) watch.reset();
    this.#sets.reset();
    this.#rescan();
  }

  /** Looks at one object soon. */
  suspect(collection: string, id: string): void {
    this.#add({ what: 'object', collection, id, force: false, again: false });
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    for (const watch of this.#all()) watch.close();
    await this.#pending.close();
    await this.#sets.close();
    this.#listeners.clear();
  }

  #all(): FolderWatch[] {
    return [this.#root, this.#schemas, this.#system, ...this.#collections.values()];
  }

  #watch(path: string, onChange: ChangeListener): FolderWatch {
    return new FolderWatch(path, onChange, (error) => {
      this.#parts.log('warn', 'A folder cannot be watched and is looked at every two seconds instead', error);
    });
  }

  #watchCollection(collection: string): FolderWatch {
    return this.#watch(this.#parts.layout.collection(collection), (name, kind) => {
      if (name === undefined) {
        this.#add({ what: 'settings', collection, again: false });
        this.#add({ what: 'folder', collection });
        return;
      }
      this.#reportCopy(collection, name);
      const id = idOfFile(name) ?? idOfPlaceholder(name);
      // Our own files come by rename: a change in place is from another program, even within one clock tick.
      const force = kind === 'change';
      if (name === SETTINGS_FILE) this.#add({ what: 'settings', collection, again: false });
      else if (id) this.#add({ what: 'object', collection, id, force, again: false });
    });
  }

  /** Files with names of sync tools; without a name (some systems give none) any of them may have changed. */
  #reportCopy(collection: string, name: string | undefined): void {
    if (name === undefined) this.#parts.copies.forget();
    else if (isForeignName(name)) this.#add({ what: 'copy', collection, name });
  }

  #add(recheck: Recheck, delay = 0): void {
    if (recheck.what === 'copy') {
      this.#pending.add(`copy:${recheck.collection}/${recheck.name}`, recheck, delay);
      return;
    }
    if (recheck.what !== 'object') {
      const where = 'collection' in recheck ? recheck.collection : '';
      this.#pending.add(`${recheck.what}:${where}`, recheck, delay);
      return;
    }
    const key = `object:${recheck.collection}/${recheck.id}`;
    const before = this.#pending.get(key);
    const force = recheck.force || (before?.what === 'object' && before.force);
    this.#pending.add(key, { ...recheck, force }, delay);
  }

  #poll(): void {
    this.#sets.poll();
    if (this.#root.polled) this.#add({ what: 'root' });
    if (this.#schemas.polled) this.#add({ what: 'schemas', again: false });
    if (this.#schemas.polled || this.#system.polled) this.#parts.copies.forget();
    for (const [collection, watch] of this.#collections) {
      if (!watch.polled) continue;
      this.#add({ what: 'settings', collection, again: false });
      this.#add({ what: 'folder', collection });
    }
  }

  #lookAtTexts(): void {
    const { texts, catalogue } = this.#parts;
    for (const collection of texts.collections()) {
      const ids = catalogue.filled(collection)?.ids() ?? [];
      for (const id of texts.changed(collection, ids)) {
        this.#add({ what: 'object', collection, id, force: true, again: false });
      }
    }
  }

  #rescan(): void {
    for (const watch of this.#all()) watch.retry();
    this.#sets.rescan();
    this.#add({ what: 'root' });
    this.#add({ what: 'schemas', again: false });
    for (const collection of this.#collections.keys()) this.#add({ what: 'folder', collection });
  }

  async #look(recheck: Recheck): Promise<void> {
    // Files missing with the folder were not deleted; when it is back everything is checked again.
    if (!this.#parts.isAvailable()) return;
    try {
      if (recheck.what === 'root') await this.#lookAtRoot();
      else if (await this.#compare(recheck)) {
        this.#add('again' in recheck ? { ...recheck, again: true } : recheck, RECHECK_MS);
      }
    } catch (error) {
      if (!this.#parts.isAvailable()) return;
      this.#parts.log('warn', 'A change in the folder could not be read; trying again', error);
      this.#add(recheck, POLL_MS);
    }
  }

  /** True when another check is needed. */
  async #compare(recheck: Exclude<Recheck, { what: 'root' }>): Promise<boolean> {
    const emit = (event: ChangeEvent) => this.#emit(event);
    if (recheck.what === 'schemas') {
      this.#schemas.renew();
      return compareSchemas(this.#parts, recheck, emit);
    }
    if (recheck.what === 'copy') return compareCopy(this.#parts, recheck, this.#reportedCopies, emit);
    if (recheck.what === 'settings') return compareSettings(this.#parts, recheck, emit);
    if (recheck.what === 'folder') {
      const { collection } = recheck;
      this.#parts.copies.forget();
      return compareFolder(this.#parts, collection, emit, (id) => this.suspect(collection, id));
    }
    return compareObject(this.#parts, recheck, emit);
  }

  /** Which collections there are: each folder that could be one is watched, for its settings may come later. */
  async #lookAtRoot(): Promise<void> {
    this.#root.renew();
    this.#system.renew();
    this.#sets.renew();
    // Folders that came or went bring and take their copies.
    this.#parts.copies.forget();
    if (this.#schemas.renew()) this.#add({ what: 'schemas', again: false });
    const folders = new Set(await this.#parts.collections.folders());
    // Settings are compared each time: a folder may have been away between two looks.
    for (const collection of new Set([...folders, ...this.#collections.keys()])) {
      this.#add({ what: 'settings', collection, again: false });
    }
    for (const collection of folders) {
      const watch = this.#collections.get(collection) ?? this.#watchCollection(collection);
      this.#collections.set(collection, watch);
      // Collections are requested only after the start, so a later fill finds everything that is there now.
      if (watch.renew() && this.#started) this.#add({ what: 'folder', collection });
    }
    for (const [collection, watch] of this.#collections) {
      if (folders.has(collection)) continue;
      watch.close();
      this.#collections.delete(collection);
    }
  }

  #emit(event: ChangeEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#parts.log('error', `A listener of ${event.type} failed`, error);
      }
    }
  }
}
