/** Files on their way in (spec/storage.md#writes): whole and durable in the temp folder before they get their place. */
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { filePathProblem } from '../../contract/file-names.js';
import { message } from '../../contract/messages/message.js';
import { conflict, invalid, PlinthError } from '../../errors.js';
import { copyDurably } from '../disk/copy-tree.js';
import type { DurableFiles } from '../disk/durable.js';
import { removeIfPossible } from '../disk/file-operations.js';
import { filesToPlace } from '../disk/files-below.js';
import { asStoreError, codeOf, isAbsent, stale } from '../disk/fs-errors.js';
import type { Layout } from '../disk/layout.js';
import { isFolder, sameStamp, stampAt, statOf } from '../disk/stamp.js';
import type { TrashFolder } from '../trash/trash.js';
import type { BeforePlacing, FileAddress, Incoming } from '../types/files.js';
import type { Stamp } from '../types/stamp.js';
import { pathOf } from './open-file.js';

interface IncomingParts {
  durable: DurableFiles;
  layout: Layout;
  trash: TrashFolder;
  /** A fresh name in the temp folder. */
  folder: string;
}

/** Lets through at most so many bytes. */
function limited(limit: number, counted: (size: number) => void): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      counted(size);
      if (size > limit) done(new PlinthError('tooLarge', message('fileTooLargeBytes', { limit })));
      else done(null, chunk);
    },
  });
}

export class IncomingFolder implements Incoming {
  readonly #parts: IncomingParts;
  /** Folders in it whose entries are not known to be on the disk; they only have to be if they are kept. */
  readonly #unsynced: Set<string>;

  private constructor(parts: IncomingParts) {
    this.#parts = parts;
    this.#unsynced = new Set([parts.folder]);
  }

  static async open(parts: IncomingParts): Promise<IncomingFolder> {
    try {
      await mkdir(parts.folder);
      return new IncomingFolder(parts);
    } catch (error) {
      throw asStoreError(error);
    }
  }

  pathOf(path: string): string {
    const problem = filePathProblem(path);
    if (problem) throw invalid(message('fileNameProblem', { problem }));
    return join(this.#parts.folder, ...path.split('/'));
  }

  async write(path: string, content: Readable, limit: number): Promise<number> {
    const target = this.pathOf(path);
    let size = 0;
    const count = limited(limit, (total) => {
      size = total;
    });
    try {
      await this.#makeFolder(dirname(target));
      await pipeline(content, count, createWriteStream(target, { flags: 'wx', flush: true }));
      return size;
    } catch (error) {
      content.destroy();
      await removeIfPossible(target);
      throw asStoreError(error);
    }
  }

  async copy(path: string, from: FileAddress, stamp: Stamp): Promise<void> {
    const { layout } = this.#parts;
    const source = pathOf(layout, [from.collection, from.id, from.path]);
    const target = this.pathOf(path);
    try {
      await this.#makeFolder(dirname(target));
      await copyDurably(source, target);
    } catch (error) {
      await removeIfPossible(target);
      throw isAbsent(error) ? stale(message('fileGone', { path: from.path })) : asStoreError(error);
    }
    // A file that is replaced is another one from then on; one that is overwritten has another time.
    if (sameStamp(stampAt(source), stamp) && stampAt(target)?.size === stamp.size) return;
    await removeIfPossible(target);
    throw stale(message('fileReplacedWhileCopied', { path: from.path }));
  }

  async duplicate(path: string, to: string): Promise<void> {
    try {
      await copyDurably(this.pathOf(path), this.pathOf(to));
    } catch (error) {
      throw asStoreError(error);
    }
  }

  inodeOf(path: string): number | undefined {
    return stampAt(this.pathOf(path))?.ino;
  }

  async place(collection: string, id: string, beforePlacing?: BeforePlacing): Promise<void> {
    const { durable, layout, trash, folder } = this.#parts;
    const target = layout.files(collection, id);
    if (statOf(layout.object(collection, id)) || !isFolder(folder)) {
      throw conflict(message('objectFilesThere', { id, collection }));
    }
    // A folder without an object was left by a crash, or by a person: it may be needed.
    if (statOf(target)) await trash.takeFiles(collection, id);
    await Promise.all([...this.#unsynced].map((one) => durable.folders.sync(one)));
    await beforePlacing?.(await filesToPlace(folder));
    await durable.move(folder, target);
  }

  bytes(path: string): Promise<Buffer> {
    return readFile(this.pathOf(path));
  }

  async placeFile(path: string, to: FileAddress, { replace } = { replace: false }): Promise<void> {
    const { durable, layout } = this.#parts;
    const problem = filePathProblem(to.path);
    if (problem) throw invalid(message('fileNameProblem', { problem }));
    const target = join(layout.files(to.collection, to.id), ...to.path.split('/'));
    await durable.makeFolder(dirname(target));
    const existing = stampAt(target);
    const expect = replace ? (existing ?? 'absent') : 'absent';
    await durable.move(this.pathOf(path), target, { expect, unfinished: true });
  }

  discard(): Promise<void> {
    return this.#parts.durable.removeTree(this.#parts.folder);
  }

  /** Makes a folder in it, and those above. */
  async #makeFolder(path: string): Promise<void> {
    if (this.#unsynced.has(path)) return;
    await this.#makeFolder(dirname(path));
    // With `recursive` Node says of a full disk that a folder above is missing.
    await mkdir(path).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    this.#unsynced.add(path);
  }
}
