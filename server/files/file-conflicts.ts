/**
 * Conflict copies of uploaded files (spec/conflicts.md#uploaded-files). The folders of objects are not watched, which
 * would take a watch for each object: they are read when conflicts are requested and when other programs change objects.
 */
import { Yielder } from '../async/yielder.js';
import { conflictId, factsOf } from '../content/conflicts/list-conflicts.js';
import { noConflict } from '../content/conflicts/read-conflict.js';
import type { Base } from '../content/core/base.js';
import { titleOfObject } from '../content/model/titles.js';
import type { Conflict, ConflictDetail, ConflictTags } from '../contract/conflicts.js';
import { PlinthError } from '../errors.js';
import { type DocumentFile, filesOfDocument, holdsFiles, namesFiles } from '../schemas/file-values.js';
import { isUnreadable } from '../store/disk/fs-errors.js';
import { toolOf } from '../store/maintenance/conflict-names.js';
import type { OpenFile } from '../store/types/files.js';
import type { FileCopy } from '../store/types/maintenance.js';
import { typeOfName } from './embedded-files.js';
import { tagOfFile } from './find.js';

/** Whether two open files have the same bytes. */
const PIECE = 64 * 1024;

/** Closes both. */
async function hasSameBytes(one: OpenFile, other: OpenFile): Promise<boolean> {
  try {
    if (one.size !== other.size) return false;
    const [mine, theirs] = [Buffer.alloc(PIECE), Buffer.alloc(PIECE)];
    for (let at = 0; at < one.size; ) {
      const [read, also] = await Promise.all([one.read(mine, at), other.read(theirs, at)]);
      const count = Math.min(read, also);
      if (count === 0 || mine.compare(theirs, 0, count, 0, count) !== 0) return false;
      at += count;
    }
    return true;
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
}

/** Reading the folders takes at most this part of the time. */
const SHARE = 100;
/** What was read this long ago still counts. */
const FRESH_MS = 1_000;
/** A list waits this long for folders being read; what they bring is announced when they have been read. */
const WAIT_MS = 1_000;
/** Larger files are not compared. */
const MAX_COMPARED = 16 * 1024 * 1024;

export interface FileConflict {
  conflict: Conflict;
  tags: ConflictTags;
  /** The file in use, and where the object names it. */
  file: DocumentFile;
  /** The copy, below the folder of the object. */
  path: string;
}

export class FileConflicts {
  readonly #base: Base;
  #copies: FileCopy[] = [];
  /** Paths of the announced conflicts, with their objects. */
  #known = new Map<string, { collection: string; id: string }>();
  /** Which copies were compared with the files in use, and with what result. */
  readonly #same = new Map<string, { versions: string; same: boolean }>();
  #scan: Promise<void> | undefined;
  #scanned = false;
  /** When the folders are to be read again. */
  #due = 0;
  #waiting: NodeJS.Timeout | undefined;
  readonly #unheard: () => void;

  constructor(base: Base) {
    this.#base = base;
    this.#unheard = base.events.on((_event, { actor }) => {
      if (actor.kind === 'external') this.#refreshSoon();
    });
  }

  /**
   * Reads the folders again as soon as they are due. What fails here is reported to the next request for the conflicts.
   * A reading that has begun may have passed what is asked for, and a timer may end before its time: both try again.
   */
  #refreshSoon(): void {
    if (this.#waiting) return;
    const delay = Math.max(0, this.#due - performance.now());
    this.#waiting = setTimeout(async () => {
      await this.#scan?.catch(() => {});
      this.#waiting = undefined;
      if (performance.now() < this.#due) this.#refreshSoon();
      else this.#refresh().catch(() => {});
    }, Math.ceil(delay)).unref();
  }

  /** No longer hears of changes by other programs. */
  close(): void {
    this.#unheard();
    clearTimeout(this.#waiting);
  }

  /** All of them; while many folders are being read, those known so far. */
  async list(): Promise<FileConflict[]> {
    if (this.#scan || performance.now() < this.#due) this.#refreshSoon();
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, WAIT_MS);
    });
    await Promise.race([this.#refresh(), waited]).finally(() => clearTimeout(timer));
    return this.#conflicts();
  }

  /** A conflict by its id. Throws `missing`. */
  async find(id: string): Promise<FileConflict> {
    if (!this.#scanned) await this.#refresh();
    const copy = this.#copies.find((one) => conflictId(pathOf(one)) === id);
    const found = copy && (await this.#look(copy));
    if (!found) throw noConflict();
    return found;
  }

  /** Forgets a copy that was moved away, as announced by the caller. */
  resolved({ conflict }: FileConflict): void {
    this.#known.delete(conflict.path);
    this.#copies = this.#copies.filter((copy) => pathOf(copy) !== conflict.path);
  }

  /** Reads the folders, unless that was done recently. */
  #refresh(): Promise<void> {
    if (this.#scan) return this.#scan;
    if (performance.now() < this.#due) return Promise.resolve();
    this.#scan = this.#read().finally(() => {
      this.#scan = undefined;
    });
    return this.#scan;
  }

  async #read(): Promise<void> {
    const begun = performance.now();
    const collections = this.#base.collections.all().filter(({ schema }) => holdsFiles(schema));
    const ids = collections.map(({ settings }) => settings.id);
    try {
      this.#copies = await this.#base.store.maintenance.fileCopies(ids);
      const paths = new Set(this.#copies.map(pathOf));
      for (const path of this.#same.keys()) if (!paths.has(path)) this.#same.delete(path);
      await this.#announce();
    } finally {
      this.#scanned = true;
      const now = performance.now();
      this.#due = now + Math.max(FRESH_MS, (now - begun) * SHARE);
    }
  }

  async #announce(): Promise<void> {
    const now = new Map<string, { collection: string; id: string }>();
    for (const { conflict } of await this.#conflicts()) {
      now.set(conflict.path, { collection: conflict.collection, id: conflict.name });
    }
    const before = this.#known;
    this.#known = now;
    const origin = this.#base.externalOrigin();
    for (const [path, object] of now) {
      if (!before.has(path)) this.#base.events.emit({ type: 'conflict.found', ...object, path }, origin);
    }
    for (const [path, object] of before) {
      if (!now.has(path)) this.#base.events.emit({ type: 'conflict.gone', ...object, path }, origin);
    }
  }

  async #conflicts(): Promise<FileConflict[]> {
    const yielder = new Yielder();
    const found: FileConflict[] = [];
    for (const copy of this.#copies) {
      if (yielder.exhausted) await yielder.yieldToEventLoop();
      const conflict = await this.#look(copy);
      if (conflict) found.push(conflict);
    }
    return found;
  }

  /** Undefined where it is none, also because one of the files is gone by now. */
  async #look(copy: FileCopy): Promise<FileConflict | undefined> {
    try {
      return await this.#conflictOf(copy);
    } catch (error) {
      if (error instanceof PlinthError && error.kind === 'missing') return undefined;
      throw error;
    }
  }

  /** Undefined where no value names the other file, or where one names the copy itself. */
  async #conflictOf(copy: FileCopy): Promise<FileConflict | undefined> {
    const { collection, id, path, originals } = copy;
    const { collections, store } = this.#base;
    const document = collections.has(collection) ? await this.#stored(collection, id) : undefined;
    if (!document) return undefined;
    const { schema } = collections.get(collection);
    if (namesFiles(schema, document)(path)) return undefined;
    const named = filesOfDocument(schema, document);
    const file = originals.flatMap((original) => named.filter((one) => one.path === original))[0];
    const mine = file && store.files.stamp(collection, id, file.path);
    const theirs = store.files.stamp(collection, id, path);
    // A file system that ignores case or code points finds the same file under both names.
    if (!mine || !theirs || mine.ino === theirs.ino) return undefined;
    const tool = toolOf(path);
    const tags = { mine: tagOfFile(mine), theirs: tagOfFile(theirs) };
    const conflict: Conflict = {
      id: conflictId(pathOf(copy)),
      kind: 'copy',
      subject: 'file',
      collection,
      name: id,
      original: `${collection}/${id}/${file.path}`,
      title: titleOfObject(id, document),
      path: pathOf(copy),
      ...(tool !== undefined && { tool }),
      same: await this.#isSame(copy, file.path, tags, mine.size === theirs.size ? mine.size : -1),
      mine: factsOf({ size: mine.size, modified: mine.mtimeMs }),
      theirs: factsOf({ size: theirs.size, modified: theirs.mtimeMs }),
    };
    return { conflict, tags, file, path };
  }

  /** Whether a copy has the bytes of the file in use. `size`: of both; negative where they differ. */
  async #isSame(copy: FileCopy, original: string, tags: ConflictTags, size: number): Promise<boolean> {
    if (size < 0 || size > MAX_COMPARED) return false;
    const { collection, id, path } = copy;
    const [key, versions] = [pathOf(copy), `${tags.mine} ${tags.theirs}`];
    const known = this.#same.get(key);
    if (known?.versions === versions) return known.same;
    const { files } = this.#base.store;
    const mine = await files.open(collection, id, original);
    const theirs = await files.open(collection, id, path).catch(async (error: unknown) => {
      await mine.close();
      throw error;
    });
    const same = await hasSameBytes(mine, theirs);
    this.#same.set(key, { versions, same });
    return same;
  }

  async #stored(collection: string, id: string) {
    try {
      return (await this.#base.store.objects.read(collection, id))?.document;
    } catch (error) {
      if (isUnreadable(error)) return undefined;
      throw error;
    }
  }
}

const pathOf = ({ collection, id, path }: FileCopy): string => `${collection}/${id}/${path}`;

/** As `GET {api}/conflicts/{id}` answers it. */
export const fileDetail = ({ conflict, tags, file }: FileConflict): ConflictDetail => ({
  ...conflict,
  tags,
  base: null,
  fields: [],
  nothingNew: conflict.same,
  file: { mime: typeOfName(file.item.name), many: file.property.kind.files?.many === true },
});
