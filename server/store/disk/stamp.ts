/** Stamps: detect a changed file without reading it (never by "newer than"). */
import { lstatSync, type Stats } from 'node:fs';
import type { Stamp } from '../types/stamp.js';
import { codeOf } from './fs-errors.js';

/** The stamp of a file's stats. */
export function stampOf(stats: Stats): Stamp {
  return { size: stats.size, mtimeMs: stats.mtimeMs, ino: stats.ino };
}

export function sameStamp(a: Stamp | undefined, b: Stamp | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ino === b.ino;
}

/** Stats of the entry at a path, a link itself and not its target; undefined when there is none. */
export function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** The stamp of a regular file; undefined for anything else, a symbolic link among it. */
export function stampAt(path: string): Stamp | undefined {
  const stats = statOf(path);
  return stats?.isFile() ? stampOf(stats) : undefined;
}

/** True for a real folder; false for a link to one. */
export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false;
}
