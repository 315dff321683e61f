/**
 * Files of objects, `{collection}/{id}/{property}/…` (spec/files.md#addresses): listed, read, added as whole folders.
 */
import { constants, createReadStream, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { filePathProblem } from '../../contract/file-names.js';
import { message } from '../../contract/messages/message.js';
import { invalid, missing, PlinthError } from '../../errors.js';
import type { DurableFiles } from '../disk/durable.js';
import { allFilesBelow } from '../disk/files-below.js';
import { asStoreError, isAbsent } from '../disk/fs-errors.js';
import { readBytes } from '../disk/json-file.js';
import type { Layout } from '../disk/layout.js';
import { entriesIn } from '../disk/names-in.js';
import { removeEmpty } from '../disk/remove-empty.js';
import { isFolder, stampAt, statOf } from '../disk/stamp.js';
import { looseFile } from '../trash/files.js';
import type { TrashFolder } from '../trash/trash.js';
import type { Incoming, NotedPath, OpenFile, PropertyFiles, StoredFile } from '../types/files.js';
import type { Stamp } from '../types/stamp.js';
import { IncomingFolder } from './incoming.js';
import { isSameFile, openFile, pathOf, stampOfFile } from './open-file.js';

/** A link is not followed. Absent on Windows. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/** The files below a folder by their paths; derivatives, hidden files, links and special files are skipped. */
async function filesBelow(
  folder: string,
  isAsked: (path: string) => boolean,
  prefix = '',
): Promise<StoredFile[]> {
  const found: StoredFile[] = [];
  for (const item of await entriesIn(folder)) {
    if (item.name.startsWith('.')) continue;
    const full = join(folder, item.name);
    const path = `${prefix}${item.name}`;
    if (item.isDirectory()) found.push(...(await filesBelow(full, isAsked, `${path}/`)));
    const stats = item.isFile() && isAsked(path) ? statOf(full) : undefined;
    if (stats) found.push({ path, size: stats.size, mtimeMs: stats.mtimeMs });
  }
  return found;
}

export class ObjectFolders implements PropertyFiles {
  readonly #layout: Layout;
  readonly #durable: DurableFiles;
  readonly #trash: TrashFolder;

  constructor(parts: { layout: Layout; durable: DurableFiles; trash: TrashFolder }) {
    this.#layout = parts.layout;
    this.#durable = parts.durable;
    this.#trash = parts.trash;
  }

  async list(
    collection: string,
    id: string,
    isAsked: (path: string) => boolean = () => true,
  ): Promise<StoredFile[]> {
    const root = this.#layout.files(collection, id);
    // Most objects have no folder: a look at links would be one at each part of its path.
    if (!isFolder(root) || this.#layout.linkOn(root)) return [];
    try {
      return (await filesBelow(root, isAsked)).sort((a, b) => (a.path < b.path ? -1 : 1));
    } catch (error) {
      throw asStoreError(error);
    }
  }

  read(collection: string, id: string, path: string): Readable {
    const file = join(this.#layout.files(collection, id), ...path.split('/'));
    const inside = path.split('/').every((name) => name !== '' && !name.startsWith('.'));
    if (!inside) throw missing(message('fileMissingOf', { path, id, collection }));
    return this.#stream(file, `file "${path}" of "${id}" in "${collection}"`);
  }

  async below(collection: string, id: string, path: string): Promise<string[]> {
    const root = this.#pathOf(collection, id, path);
    if (this.#layout.linkOn(root)) return [];
    const existing = statOf(root);
    if (existing?.isFile()) return [path];
    return existing?.isDirectory() ? allFilesBelow(root, `${path}/`) : [];
  }

  async duplicate(collection: string, id: string, from: string, to: string): Promise<void> {
    const [source, target] = [this.#pathOf(collection, id, from), this.#pathOf(collection, id, to)];
    const existing = this.#layout.linkOn(source) ? undefined : stampAt(source);
    if (!existing) throw missing(message('fileMissingOf', { path: from, id, collection }));
    this.#layout.guard(target);
    const there = statOf(target);
    // Left by an interrupted attempt, or the same path on a file system that ignores case.
    if (there?.ino === existing.ino) return;
    if (there) await this.#takeLoose(collection, id, [to]);
    await this.#durable.link(source, target);
  }

  async clear(
    collection: string,
    id: string,
    paths: readonly NotedPath[],
    named: ReadonlySet<string>,
  ): Promise<void> {
    const root = this.#layout.files(collection, id);
    const loose: string[] = [];
    for (const { path, ours } of paths) {
      const file = this.#pathOf(collection, id, path);
      const stats = named.has(path) || this.#layout.linkOn(file) ? undefined : statOf(file);
      if (!stats?.isFile() || this.#isOtherSpelling(root, path, stats.ino, named)) continue;
      if (stats.ino === ours || stats.nlink > 1) await this.#durable.remove(file);
      else loose.push(path);
    }
    if (loose.length > 0) await this.#takeLoose(collection, id, loose);
    for (const { path } of paths) await removeEmpty(dirname(this.#pathOf(collection, id, path)), root);
    if (!statOf(this.#layout.object(collection, id))) await removeEmpty(root, dirname(root));
  }

  /** Whether a path is only another spelling of one that is named, on a disk that takes both for the same. */
  #isOtherSpelling(root: string, path: string, inode: number, named: ReadonlySet<string>): boolean {
    const fold = (one: string) => one.normalize('NFC').toLowerCase();
    const twins = [...named].filter((one) => fold(one) === fold(path));
    return twins.some((one) => {
      const stats = statOf(join(root, ...one.split('/')));
      return stats?.ino === inode && stats.nlink === 1;
    });
  }

  /** Files no value names go to the trash. Throws `busy` when one cannot be taken. */
  async #takeLoose(collection: string, id: string, paths: readonly string[]): Promise<void> {
    const files = paths.map(looseFile);
    const title = String(files[0]?.item.name);
    await this.#trash.moveDroppedToTrash({ collection, id, title, files });
    const left = paths.some((path) => statOf(this.#pathOf(collection, id, path)) !== undefined);
    if (left) throw new PlinthError('busy', message('unusedFileNotMoved'));
  }

  makeFolder(collection: string, id: string, path: string): Promise<void> {
    return this.#durable.makeFolder(this.#pathOf(collection, id, path));
  }

  /** Throws `invalid` for a path no file system takes. */
  #pathOf(collection: string, id: string, path: string): string {
    const problem = filePathProblem(path);
    if (problem) throw invalid(message('fileNameProblem', { problem }));
    return join(this.#layout.files(collection, id), ...path.split('/'));
  }

  pathFor(collection: string, id: string, path: string): string {
    return pathOf(this.#layout, [collection, id, path]);
  }

  open(collection: string, id: string, path: string): Promise<OpenFile> {
    return openFile(this.#layout, [collection, id, path]);
  }

  stamp(collection: string, id: string, path: string): Stamp | undefined {
    return stampOfFile(this.#layout, [collection, id, path]);
  }

  isSame(collection: string, id: string, path: string, stamp: Stamp): boolean {
    return isSameFile(this.#layout, [collection, id, path], stamp);
  }

  document(collection: string, id: string): Buffer | undefined {
    const path = this.#layout.object(collection, id);
    return this.#layout.linkOn(path) ? undefined : readBytes(path)?.bytes;
  }

  async incoming(): Promise<Incoming> {
    const { durable, layout, trash } = { durable: this.#durable, layout: this.#layout, trash: this.#trash };
    const folder = await durable.tempPath();
    return IncomingFolder.open({ durable, layout, trash, folder });
  }

  /** Opened immediately, so that a link put there later is not followed. */
  #stream(file: string, what: string): Readable {
    if (this.#layout.linkOn(file) || !stampAt(file)) throw missing(message('thingMissing', { what }));
    try {
      return createReadStream('', { fd: openSync(file, READ_FLAGS) });
    } catch (error) {
      throw isAbsent(error) ? missing(message('thingMissing', { what })) : asStoreError(error);
    }
  }
}
