/** The project of a site: a folder of the user, outside the data folder, that is looked at and never written. */
import type { Dirent } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of settings is not larger. */
const MAX_TEXT_BYTES = 512 * 1024;

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
