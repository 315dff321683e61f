/** Removes what is kept in the cache directory of collections that have gone, and of folders not opened for long. */
import { utimesSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import type { DurableFiles } from '../disk/durable.js';
import { isAbsent } from '../disk/fs-errors.js';
import type { Layout } from '../disk/layout.js';
import { entriesIn, namesIn } from '../disk/names-in.js';
import { statOf } from '../disk/stamp.js';
import { catalogueFolder, derivativesFolder } from '../host/machine-folders.js';

/** A folder may be on a volume that is rarely there. */
const UNOPENED_MS = 90 * 24 * 3_600_000;

export interface CacheSweep {
  cache: string;
  layout: Layout;
  caches: DurableFiles;
  /** Throws when the data folder is not at its place. */
  check: () => void;
  now: () => Date;
}

export async function sweepCache(sweep: CacheSweep): Promise<void> {
  const { cache, layout } = sweep;
  await sweepCollections(sweep);
  for (const own of [catalogueFolder(cache, layout.root), derivativesFolder(cache, layout.root)]) {
    await sweepUnopened(own, sweep);
  }
}

/**
 * Only where the folder of a collection has gone, and its files with it: while its settings are missing or damaged, as
 * when a sync tool writes them, its objects are as they were.
 */
async function sweepCollections({ cache, layout, caches, check }: CacheSweep): Promise<void> {
  const entries = await entriesIn(layout.root);
  check();
  const there = new Set(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name));
  // All have gone from an empty folder, or their volume is not there and was not when it was opened.
  if ([...there].every((name) => name.startsWith('.'))) return;
  const folder = catalogueFolder(cache, layout.root);
  for (const name of await namesIn(folder)) {
    if (!there.has(parse(name).name)) await caches.removeTree(join(folder, name));
  }
}

/** The time of a folder in the cache is when its data folder was last open. */
async function sweepUnopened(own: string, { caches, now }: CacheSweep): Promise<void> {
  try {
    utimesSync(own, now(), now());
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
  const all = dirname(own);
  for (const name of await namesIn(all)) {
    const stats = statOf(join(all, name));
    if (stats?.isDirectory() && now().getTime() - stats.mtimeMs > UNOPENED_MS) {
      await caches.removeTree(join(all, name));
    }
  }
}
