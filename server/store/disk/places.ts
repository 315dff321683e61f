/** Where paths lead, for folders that must be apart. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isAbsent } from './fs-errors.js';

/** The real path of a folder that may be missing. */
export function realPlace(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    if (!isAbsent(error) || dirname(folder) === folder) throw error;
    return join(realPlace(dirname(folder)), basename(folder));
  }
}

/** Whether a path is another or below it. */
export function isWithin(inner: string, outer: string): boolean {
  const way = relative(outer, inner);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way);
}

/** Whether one of two paths contains the other. */
export const overlap = (one: string, other: string): boolean => isWithin(one, other) || isWithin(other, one);
