/** Reads the folder or file that an import takes its content from. It is never written, and no link in it is followed. */
import { constants, createReadStream } from 'node:fs';
import { lstat, open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { message } from '../../contract/messages/message.js';
import { invalid, missing, PlinthError } from '../../errors.js';
import { codeOf, isAbsent } from '../disk/fs-errors.js';

/** Deepest folder that is read, and the most files of one source. */
const MAX_DEPTH = 32;
const MAX_FILES = 500_000;

export interface SourceEntry {
  /** Below the folder, with `/` between the names. */
  path: string;
  size: number;
}

export interface SourceFileFacts {
  size: number;
  /** When it was last changed, in ms. */
  modified: number;
}

export interface SourceListing {
  files: SourceEntry[];
  /** Paths of symbolic links, which are left out. */
  links: string[];
}

const inParts = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.');

/** A folder on this machine, for reading. */
export class SourceFolder {
  /** Real path. */
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  /** Throws `missing`. */
  static async open(path: string): Promise<SourceFolder> {
    const place = await placeOf(path);
    if (!place.isFolder) throw invalid(message('folderNeeded', { path }));
    return new SourceFolder(place.path);
  }

  /** All files, in the order of their paths. `isSkipped` is called with the path of each folder. */
  async list(isSkipped: (path: string) => boolean): Promise<SourceListing> {
    const found: SourceListing = { files: [], links: [] };
    await this.#walk('', 0, isSkipped, found);
    return found;
  }

  async #walk(
    folder: string,
    depth: number,
    isSkipped: (path: string) => boolean,
    found: SourceListing,
  ): Promise<void> {
    if (depth > MAX_DEPTH) throw invalid(message('sourceDepth', { path: folder, limit: MAX_DEPTH }));
    const entries = await readdir(join(this.root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isSymbolicLink()) found.links.push(path);
      else if (entry.isDirectory()) {
        if (!isSkipped(path)) await this.#walk(path, depth + 1, isSkipped, found);
      } else if (entry.isFile()) {
        found.files.push({ path, size: (await lstat(join(this.root, path))).size });
        if (found.files.length > MAX_FILES)
          throw new PlinthError('tooLarge', message('sourceFilesLimit', { limit: MAX_FILES }));
      }
    }
  }

  /** Size and time of a file; undefined where there is none, it is outside of the folder or behind a link. */
  async factsOf(path: string): Promise<SourceFileFacts | undefined> {
    const parts = inParts(path);
    if (parts.length === 0 || parts.some((part) => part === '..' || part.includes('\0'))) return undefined;
    for (let count = 1; count <= parts.length; count += 1) {
      const found = await lstat(join(this.root, ...parts.slice(0, count))).catch(() => undefined);
      if (count === parts.length)
        return found?.isFile() ? { size: found.size, modified: found.mtimeMs } : undefined;
      if (!found?.isDirectory()) return undefined;
    }
    return undefined;
  }

  stream(path: string): Readable {
    return readStream(join(this.root, ...inParts(path)));
  }

  /** Throws `tooLarge` for a file of more than `limit` bytes, `missing`. */
  async bytes(path: string, limit: number): Promise<Buffer> {
    const facts = await this.factsOf(path);
    if (!facts) throw missing(message('fileMissing', { path }));
    if (facts.size > limit) throw new PlinthError('tooLarge', message('fileTooLargeBytes', { limit }));
    return whole(join(this.root, ...inParts(path)));
  }
}

/** Links are not followed, as far as the system can tell. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

async function whole(path: string): Promise<Buffer> {
  const file = await open(path, FLAGS);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

export const readStream = (path: string): Readable =>
  createReadStream(path, { flags: 'r', highWaterMark: 256 * 1024 });

/** What there is at a path that the user has named; a link to it is followed. Throws `missing`. */
export async function placeOf(
  path: string,
): Promise<{ isFolder: boolean; path: string; name: string; folder: string; size: number }> {
  try {
    const real = await realpath(resolve(path));
    const found = await stat(real);
    const isFolder = found.isDirectory();
    if (!isFolder && !found.isFile()) throw invalid(message('sourceNotFile', { path }));
    return { isFolder, path: real, name: basename(real), folder: dirname(real), size: found.size };
  } catch (error) {
    if (isAbsent(error)) throw missing(message('fileOrFolderMissing', { path }));
    if (codeOf(error) === 'EACCES') throw invalid(message('fileUnreadable', { path }));
    throw error;
  }
}
