/** What identifies the files of an object without reading them. */
import { join } from 'node:path';
import type { Layout } from '../disk/layout.js';
import { sameStamp, stampOf, statOf } from '../disk/stamp.js';
import type { Stamp } from '../types/stamp.js';

/** A file as it was read: its stamp, and when anything about it was last changed, if that is known. */
export interface KnownFile {
  readonly id: string;
  readonly stamp: Stamp;
  readonly changed: number | undefined;
}

const textOf = ({ size, mtimeMs, ino }: Stamp, changed: number): string =>
  `${size}:${mtimeMs}:${ino}:${changed}`;

/**
 * The print of an object's files; `texts`: names of its files of text. Undefined where the file on disk is not the
 * known one any more.
 */
export function printOf(
  layout: Layout,
  collection: string,
  { id, stamp, changed }: KnownFile,
  texts: Iterable<string>,
): string | undefined {
  const prints: string[] = [];
  if (changed !== undefined) {
    prints.push(textOf(stamp, changed));
  } else {
    // The time of the change shows a file that was written in place and got its former time back.
    const stats = statOf(layout.object(collection, id));
    if (!stats?.isFile() || !sameStamp(stampOf(stats), stamp)) return undefined;
    prints.push(textOf(stamp, stats.ctimeMs));
  }
  for (const name of texts) {
    const stats = statOf(join(layout.files(collection, id), name));
    prints.push(stats?.isFile() ? textOf(stampOf(stats), stats.ctimeMs) : '');
  }
  return prints.join(' ');
}
