/**
 * The files of change sets: `.changes/{set}/set.json`, and one file for each object that a set changes, so that sync
 * tools and git carry and merge them as they do objects. Other programs write them as well: a set is read again as far
 * as its files have changed, and what is in them is checked like any other input.
 */
import { readdirSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { ChangeOrigin } from '../../contract/changes.js';
import { message } from '../../contract/messages/message.js';
import { isLegalId } from '../../contract/names.js';
import type { TrashEntry } from '../../contract/objects.js';
import { SHARED_DRAFT } from '../../contract/set-names.js';
import type { JsonObject } from '../../contract/values.js';
import { conflict, PlinthError } from '../../errors.js';
import type { DurableFiles } from '../disk/durable.js';
import { isAbsent, stale } from '../disk/fs-errors.js';
import { parseObject, readBytes, serialise } from '../disk/json-file.js';
import { idOfFile, isCollectionName, isOtherJson, type Layout, SET_FILE } from '../disk/layout.js';
import type { OwnWrites } from '../disk/own-writes.js';
import { isFresh } from '../disk/retry-read.js';
import { sameStamp, stampAt, stampOf, statOf } from '../disk/stamp.js';
import { changePath, infoPath } from '../history/kept-paths.js';
import type {
  ChangeOfFile,
  ChangeSetFiles,
  ChangeToWrite,
  SetChange,
  SetEvent,
  SetFile,
  SetState,
  StoredChange,
} from '../types/change-sets.js';
import type { History } from '../types/history.js';
import type { Journal } from '../types/journal.js';
import type { Stamp } from '../types/stamp.js';
import type { Trash } from '../types/trash.js';
import { asDocument, parseChange } from './change-file.js';

/**
 * Files that are rewritten in place, or within one tick of the clock, leave the time of their folder as it is: all are
 * looked at after so many ms.
 */
const IN_PLACE_MS = 1_000;
/** Reads within so many ms of another share what it has found, so that a request does not look again and again. */
const SHARED_MS = 20;

/** Max files of which is known how Plinth has left them. */
const MAX_WRITTEN = 10_000;

/** What is known of one folder of changes. */
interface KnownFolder extends FoundChanges {
  stamp: Stamp;
}

interface FoundChanges {
  changes: Map<string, StoredChange>;
  damaged: Map<string, { stamp: Stamp; reason: string }>;
}

interface KnownSet {
  stamp: Stamp | undefined;
  folders: Map<string, KnownFolder>;
  /** When its folders, and when all its files were looked at last, in ms of `performance.now`. */
  readAt: number;
  lookedAt: number;
  state: SetState;
}

const EMPTY: SetState = { version: 0, changes: new Map(), damaged: new Map() };

/** The stamp of a folder; undefined for anything else. A fresh one may change again without another stamp. */
function stampOfFolder(path: string): Stamp | undefined {
  const stats = statOf(path);
  return stats?.isDirectory() ? stampOf(stats) : undefined;
}

function namesNow(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

interface SetParts {
  layout: Layout;
  durable: DurableFiles;
  trash: Pick<Trash, 'takeChangeSet'>;
  own: OwnWrites;
  history: History;
}

export class FolderChangeSets implements ChangeSetFiles {
  readonly #layout: Layout;
  readonly #durable: DurableFiles;
  readonly #trash: Pick<Trash, 'takeChangeSet'>;
  readonly #own: OwnWrites;
  readonly #history: History;
  readonly #known = new Map<string, KnownSet>();
  readonly #listeners = new Set<(event: SetEvent) => void>();
  /** How Plinth has left files, by their paths: a notification of one that is still so is no change. */
  readonly #written = new LRUCache<string, Stamp | 'absent'>({ max: MAX_WRITTEN });
  readonly #infos = new Map<string, { stamp: Stamp; info: JsonObject }>();
  #versions = 0;

  constructor(parts: SetParts) {
    this.#layout = parts.layout;
    this.#durable = parts.durable;
    this.#trash = parts.trash;
    this.#own = parts.own;
    this.#history = parts.history;
  }

  on(listener: (event: SetEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  announce(event: SetEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  knownIds(set: string, collection: string): readonly string[] {
    return [...(this.#known.get(set)?.folders.get(collection)?.changes.keys() ?? [])];
  }

  fileChanged(event: SetEvent): void {
    const { set, collection, id } = event;
    const isChange = collection !== undefined && id !== undefined;
    const path = isChange ? this.#layout.changeOf(set, collection, id) : this.#infoOf(set);
    const written = this.#written.get(path);
    const now = stampAt(path);
    if (written === 'absent' ? now === undefined : written && now && sameStamp(written, now)) return;
    if (isChange) this.#forget(set, collection);
    this.#history.changedOutside(isChange ? changePath({ set, collection, id }) : infoPath(set));
    this.announce(event);
  }

  setChanged(set: string): void {
    const known = this.#known.get(set)?.folders.keys() ?? [];
    for (const collection of known) this.#forget(set, collection);
    for (const collection of new Set([...known, ...namesNow(this.#layout.changeSet(set))])) {
      if (!isCollectionName(collection)) continue;
      const there = namesNow(this.#layout.changesIn(set, collection)).flatMap((name) => idOfFile(name) ?? []);
      for (const id of new Set([...this.knownIds(set, collection), ...there])) {
        this.#history.changedOutside(changePath({ set, collection, id }));
      }
    }
    this.announce({ set });
  }

  ids(): string[] {
    if (!stampOfFolder(this.#layout.changes)) return [];
    return namesNow(this.#layout.changes)
      .filter((name) => isLegalId(name) && stampOfFolder(this.#layout.changeSet(name)))
      .sort();
  }

  info(set: string): JsonObject | undefined {
    const path = this.#infoOf(set);
    if (this.#layout.linkOn(path)) return undefined;
    const known = this.#infos.get(set);
    const stamp = stampAt(path);
    if (known && stamp && sameStamp(known.stamp, stamp) && !isFresh(stamp)) return known.info;
    this.#infos.delete(set);
    const file = stamp && readBytes(path);
    if (!file) return undefined;
    const info = parseObject(file.bytes);
    this.#infos.set(set, { stamp: file.stamp, info });
    return info;
  }

  current(set: string): SetState {
    const now = performance.now();
    const recent = this.#known.get(set);
    if (recent && now - recent.readAt < SHARED_MS) return recent.state;
    const folder = this.#layout.changeSet(set);
    const stamp = this.#layout.linkOn(folder) ? undefined : stampOfFolder(folder);
    const known = this.#known.get(set) ?? { stamp: undefined, folders: new Map(), lookedAt: 0, state: EMPTY };
    if (!stamp) {
      // Missing together with the folder is not dropped.
      this.#durable.checkRoot();
      this.#known.delete(set);
      if (known.state.changes.size > 0) this.#versions += 1;
      return { ...EMPTY, version: this.#versions };
    }
    const inPlace = now - known.lookedAt > IN_PLACE_MS;
    let changed = !this.#known.has(set);
    const names =
      !inPlace && this.#isSame(known.stamp, stamp)
        ? [...known.folders.keys()]
        : namesNow(folder).filter(isCollectionName);
    const folders = new Map<string, KnownFolder>();
    for (const name of names) {
      const found = this.#folder(set, name, known.folders.get(name), inPlace);
      if (!found) continue;
      folders.set(name, found.folder);
      changed ||= found.changed;
    }
    changed ||= folders.size !== known.folders.size;
    const state = changed ? this.#stateOf(folders) : known.state;
    this.#known.set(set, { stamp, folders, readAt: now, lookedAt: inPlace ? now : known.lookedAt, state });
    return state;
  }

  change(set: string, { collection, id }: { collection: string; id: string }): StoredChange | undefined {
    const path = this.#layout.changeOf(set, collection, id);
    const existing = this.#layout.linkOn(path) ? undefined : stampAt(path);
    if (!existing) {
      // Missing together with the folder is not dropped.
      this.#durable.checkRoot();
      return undefined;
    }
    const known = this.#known.get(set)?.folders.get(collection)?.changes.get(id);
    if (known && sameStamp(known.stamp, existing)) return known;
    const found: FoundChanges = { changes: new Map(), damaged: new Map() };
    this.#read(set, { collection, id, existing }, found);
    return found.changes.get(id);
  }

  changesOf(collection: string, id: string): [string, SetChange | null][] {
    return this.ids().flatMap((set): [string, SetChange | null][] => {
      const path = this.#layout.changeOf(set, collection, id);
      if (this.#layout.linkOn(path)) return [];
      try {
        const file = readBytes(path);
        return file ? [[set, parseChange(parseObject(file.bytes))]] : [];
      } catch (error) {
        if (error instanceof PlinthError && error.kind === 'damaged') return [[set, null]];
        throw error;
      }
    });
  }

  strangers(set: string): SetFile[] {
    const folder = this.#layout.changeSet(set);
    const collections = this.#layout.linkOn(folder) ? [] : namesNow(folder).filter(isCollectionName);
    const { damaged } = this.current(set);
    return collections.flatMap((collection) => {
      const path = this.#layout.changesIn(set, collection);
      const names = stampOfFolder(path) ? namesNow(path) : [];
      const isStranger = (name: string) => isOtherJson(name) || damaged.has(`${collection}/${name}`);
      return names.filter(isStranger).map((name) => ({ collection, name }));
    });
  }

  fileAt(set: string, { collection, name }: SetFile): { bytes: Buffer; stamp: Stamp } | undefined {
    const folder = this.#layout.changesIn(set, collection);
    return this.#layout.linkOn(folder) ? undefined : readBytes(join(folder, name));
  }

  async removeFile(set: string, { collection, name }: SetFile, expect: Stamp): Promise<void> {
    const path = join(this.#layout.changesIn(set, collection), name);
    const existing = stampAt(path);
    if (existing && !sameStamp(existing, expect)) throw stale();
    await this.#durable.remove(path);
    this.#forget(set, collection);
  }

  async writeInfo(set: string, info: JsonObject, isNew: boolean, origin: ChangeOrigin): Promise<void> {
    await this.#durable.makeFolder(this.#layout.changeSet(set));
    const path = this.#infoOf(set);
    const [key, bytes] = [infoPath(set), serialise(info)];
    const stamp = await this.#own.during(key, async () => {
      const placed = await this.#durable.replace(path, bytes, isNew ? { expect: 'absent' } : {});
      this.#history.record(key, bytes, origin, placed);
      return placed;
    });
    this.#written.set(path, stamp);
    this.announce({ set });
  }

  async removeEmpty(set: string): Promise<void> {
    const path = this.#infoOf(set);
    await this.#durable.remove(path);
    this.#known.delete(set);
    this.#written.set(path, 'absent');
    this.announce({ set });
    // What a sync tool has brought meanwhile stays.
    const folder = this.#layout.changeSet(set);
    const folders = namesNow(folder).filter(isCollectionName);
    for (const name of folders) await rmdir(join(folder, name)).catch(() => {});
    await rmdir(folder).catch(() => {});
  }

  async write(
    set: string,
    { collection, id }: { collection: string; id: string },
    { change, expect, others = {} }: ChangeOfFile,
    origin: ChangeOrigin,
  ): Promise<StoredChange> {
    const path = this.#layout.changeOf(set, collection, id);
    await this.#durable.makeFolder(this.#layout.changesIn(set, collection));
    // What others have added to the file is kept.
    const document: JsonObject = { ...others, ...expect?.document, ...asDocument(change) };
    // Also where another program has changed it, so that the next attempt finds that.
    const forget = () => this.#forget(set, collection);
    const bytes = serialise(document);
    const key = changePath({ set, collection, id });
    const stamp = await this.#own.during(key, async () => {
      this.#history.intend(key, bytes, origin);
      const placed = await this.#durable
        .replace(path, bytes, { expect: expect?.stamp ?? 'absent' })
        .finally(forget);
      this.#history.record(key, bytes, origin, placed);
      return placed;
    });
    this.#written.set(path, stamp);
    this.announce({ set, collection, id });
    return { ...change, collection, id, stamp, document };
  }

  async writeAll(
    changes: readonly ChangeToWrite[],
    journal: Pick<Journal, 'changeSets'>,
    origin: ChangeOrigin,
  ): Promise<void> {
    const writes = changes.map(({ set, collection, id, change, expect }) => ({
      ...{ set, collection, id, expect: expect?.stamp ?? ('absent' as const) },
      bytes: change && serialise({ ...expect?.document, ...asDocument(change) }),
    }));
    const stamps = await journal.changeSets(writes, origin).finally(() => {
      for (const { set, collection } of changes) this.#forget(set, collection);
    });
    for (const [at, { set, collection, id }] of changes.entries()) {
      this.#written.set(this.#layout.changeOf(set, collection, id), stamps[at] ?? 'absent');
    }
    for (const { set, collection, id } of changes) this.announce({ set, collection, id });
  }

  async remove(set: string, { collection, id, stamp }: StoredChange, origin: ChangeOrigin): Promise<void> {
    const path = this.#layout.changeOf(set, collection, id);
    const existing = stampAt(path);
    if (existing && !sameStamp(existing, stamp)) {
      this.#forget(set, collection);
      throw stale();
    }
    const key = changePath({ set, collection, id });
    await this.#own.during(key, async () => {
      this.#history.setAside(path);
      await this.#durable.remove(path);
      if (existing) this.#history.record(key, null, origin);
    });
    this.#forget(set, collection);
    this.#written.set(path, 'absent');
    this.announce({ set, collection, id });
  }

  async drop(set: string, title: string, origin: ChangeOrigin): Promise<TrashEntry> {
    const entry = await this.#trash.takeChangeSet(set, title, origin);
    this.#known.delete(set);
    this.#versions += 1;
    this.#written.set(this.#infoOf(set), 'absent');
    this.announce({ set });
    return entry;
  }

  async restore(
    set: string,
    address: { collection: string; id: string },
    document: JsonObject,
    origin: ChangeOrigin,
  ): Promise<void> {
    if (set !== SHARED_DRAFT && this.info(set) === undefined) {
      throw conflict(message('changeSetGoneRestoreFirst', { set }));
    }
    const change = parseChange(document);
    const there = this.change(set, address);
    const isSame = Object.keys(change.values).some((name) => there && Object.hasOwn(there.values, name));
    if (there && (there.change !== 'edit' || change.change !== 'edit' || isSame)) {
      throw conflict(message('changeTaken', { set, ...address }));
    }
    const both = {
      ...change,
      base: { ...there?.base, ...change.base },
      values: { ...there?.values, ...change.values },
    };
    await this.write(set, address, { change: both, expect: there, others: document }, origin);
  }

  #infoOf(set: string): string {
    return join(this.#layout.changeSet(set), SET_FILE);
  }

  /** Two changes within one tick of the clock give a folder the same time: a fresh one is read again. */
  #isSame(known: Stamp | undefined, stamp: Stamp): boolean {
    return known !== undefined && sameStamp(known, stamp) && !isFresh(stamp);
  }

  /** Has a folder read again by the next reader. */
  #forget(set: string, collection: string): void {
    const known = this.#known.get(set);
    if (!known) return;
    known.stamp = undefined;
    known.readAt = Number.NEGATIVE_INFINITY;
    const folder = known.folders.get(collection);
    if (folder) folder.stamp = { ...folder.stamp, mtimeMs: -1 };
  }

  #folder(
    set: string,
    collection: string,
    known: KnownFolder | undefined,
    inPlace: boolean,
  ): { folder: KnownFolder; changed: boolean } | undefined {
    const path = this.#layout.changesIn(set, collection);
    const stamp = stampOfFolder(path);
    if (!stamp) return undefined;
    if (known && !inPlace && this.#isSame(known.stamp, stamp)) return { folder: known, changed: false };
    const ids = namesNow(path).flatMap((name) => idOfFile(name) ?? []);
    const folder: KnownFolder = { stamp, changes: new Map(), damaged: new Map() };
    let changed = known === undefined;
    for (const id of ids) {
      const before = known?.changes.get(id);
      const broken = known?.damaged.get(id);
      const existing = stampAt(this.#layout.changeOf(set, collection, id));
      if (!existing) continue;
      if (before && sameStamp(before.stamp, existing)) folder.changes.set(id, before);
      else if (broken && sameStamp(broken.stamp, existing)) folder.damaged.set(id, broken);
      else {
        changed = true;
        this.#read(set, { collection, id, existing }, folder);
      }
    }
    const isFewer = (now: ReadonlyMap<string, unknown>, then: ReadonlyMap<string, unknown> | undefined) =>
      now.size !== (then?.size ?? 0);
    changed ||= isFewer(folder.changes, known?.changes) || isFewer(folder.damaged, known?.damaged);
    return { folder, changed };
  }

  #read(
    set: string,
    { collection, id, existing }: { collection: string; id: string; existing: Stamp },
    folder: FoundChanges,
  ): void {
    try {
      const file = readBytes(this.#layout.changeOf(set, collection, id));
      if (!file) return;
      const document = parseObject(file.bytes);
      folder.changes.set(id, { ...parseChange(document), collection, id, stamp: file.stamp, document });
    } catch (error) {
      if (!(error instanceof PlinthError) || error.kind !== 'damaged') throw error;
      folder.damaged.set(id, { stamp: existing, reason: error.message });
    }
  }

  #stateOf(folders: ReadonlyMap<string, KnownFolder>): SetState {
    this.#versions += 1;
    const changes = new Map<string, ReadonlyMap<string, StoredChange>>();
    const broken = new Map<string, string>();
    for (const [collection, folder] of folders) {
      if (folder.changes.size > 0) changes.set(collection, folder.changes);
      for (const [id, { reason }] of folder.damaged) broken.set(`${collection}/${id}.json`, reason);
    }
    return { version: this.#versions, changes, damaged: broken };
  }
}
