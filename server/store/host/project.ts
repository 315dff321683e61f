/** The project of a site: a folder of the user, outside the data folder, that is looked at and never written. */
import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { LRUCache } from 'lru-cache';

/** A file of settings is not larger. */
const MAX_TEXT_BYTES = 512 * 1024;

/** Of larger files size and time are compared instead of content. */
const MAX_READ_BYTES = 1024 * 1024;
/** Further files are not looked at. */
const MAX_FILES = 50_000;

/** What is installed, made by tools, or kept by version control. */
const SKIPPED = /^(?:node_modules$|\.)/;

/** The names at the top of a project, and its small files. */
export interface Project {
  readonly directory: string;
  readonly names: ReadonlySet<string>;
  /** Text of a file; undefined where there is none, or a large one. */
  text(name: string): Promise<string | undefined>;
}

/** The real path of a folder; undefined where there is none. */
export async function realFolder(path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    return (await stat(real)).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

/** Looks at a folder; undefined where it cannot be read. */
export async function openProject(path: string): Promise<Project | undefined> {
  const directory = await realFolder(path);
  if (directory === undefined) return undefined;
  const names = await readdir(directory).catch(() => undefined);
  if (!names) return undefined;
  return {
    directory,
    names: new Set(names),
    async text(name) {
      try {
        const { size, isFile } = await statFile(join(directory, name));
        return isFile && size <= MAX_TEXT_BYTES ? await readFile(join(directory, name), 'utf8') : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

async function statFile(path: string): Promise<{ size: number; isFile: boolean }> {
  const stats = await stat(path);
  return { size: stats.size, isFile: stats.isFile() };
}

/** The folders in a folder, A-Z; hidden ones and installed packages are skipped. */
export async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((): Dirent[] => []);
  return entries
    .filter((entry) => entry.isDirectory() && !SKIPPED.test(entry.name))
    .map(({ name }) => join(path, name))
    .sort();
}

/** Hashes of the files of projects. What was read before is not read again while its file is the same. */
export class ProjectHashes {
  readonly #read = new LRUCache<string, string>({ max: MAX_FILES });

  /**
   * Of a project without the files below `apart`, absolute paths, hidden ones and installed packages; links are not
   * followed. It is made of contents, so that a file that is written again as it was is no change.
   */
  async of(directory: string, apart: readonly string[]): Promise<string> {
    const hash = createHash('sha256');
    let left = MAX_FILES;
    const walk = async (folder: string): Promise<void> => {
      const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
      for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        const path = join(folder, entry.name);
        if (SKIPPED.test(entry.name) || apart.includes(path) || left <= 0) continue;
        if (entry.isDirectory()) await walk(path);
        else if (entry.isFile()) {
          left -= 1;
          hash.update(`${relative(directory, path)}\0${await this.#markOf(path)}\0`);
        }
      }
    };
    await walk(directory);
    return hash.digest('hex');
  }

  /** What changes with the content of a file. */
  async #markOf(path: string): Promise<string> {
    try {
      const { size, mtimeMs, ctimeMs, ino } = await stat(path);
      if (size > MAX_READ_BYTES) return `${size} ${mtimeMs}`;
      const key = `${path}\0${size} ${mtimeMs} ${ctimeMs} ${ino}`;
      const known = this.#read.get(key);
      if (known !== undefined) return known;
      const mark = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
      this.#read.set(key, mark);
      return mark;
    } catch {
      return '';
    }
  }
}

/** Whether there is something in a folder. */
export async function hasFiles(path: string): Promise<boolean> {
  return (await readdir(path).catch(() => [])).length > 0;
}

/** Pages of a built site that are read, and the size of the largest, in bytes. */
const MAX_PAGES = 20_000;
const MAX_PAGE_BYTES = 4 * 1024 * 1024;
const PAGE = /\.html?$/i;

/** The pages below a folder, A-Z, by their paths; links, hidden folders, packages and very large files are skipped. */
export async function* builtPages(root: string): AsyncGenerator<{ path: string; text: string }> {
  let count = 0;
  async function* below(folder: string): AsyncGenerator<{ path: string; text: string }> {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((): Dirent[] => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (count >= MAX_PAGES) return;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !SKIPPED.test(entry.name)) yield* below(path);
      if (!entry.isFile() || !PAGE.test(entry.name)) continue;
      count += 1;
      const text = await readPage(join(root, path));
      if (text !== undefined) yield { path, text };
    }
  }
  yield* below('');
}

/** Undefined for one that is large, or gone. */
async function readPage(path: string): Promise<string | undefined> {
  try {
    return (await stat(path)).size > MAX_PAGE_BYTES ? undefined : await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}
