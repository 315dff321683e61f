/**
 * Copies of files in their places, so that what another program replaces or deletes is kept: clones, which take no room
 * until then, where the file system has them; real copies only where the settings want them. In idle time.
 */

import { join } from 'node:path';
import { Yielder } from '../../async/yielder.js';
import { isLegalId } from '../../contract/names.js';
import { allFilesBelow } from '../disk/files-below.js';
import { isCollectionName } from '../disk/layout.js';
import { foldersIn, namesIn } from '../disk/names-in.js';
import { sameStamp, stampAt } from '../disk/stamp.js';
import { isKept } from '../history/kept-paths.js';
import { untilIdle } from '../history/quiet-timer.js';
import type { FileRetention } from '../types/file-history.js';
import { type CurrentCopy, copiesOf, formerOf, type KeptLine } from './kept-index.js';
import type { ThinParts } from './thin-files.js';

export interface CurrentParts extends ThinParts {
  /** Bytes that are kept already. */
  used: number;
  isStopped(): boolean;
}

/** Takes all files of a folder, as far as there is room for them. */
export async function takeCurrentFiles(parts: CurrentParts, retention: FileRetention): Promise<void> {
  const { layout, used } = parts;
  const limit = {
    maxFile: retention.maxFileBytes,
    copies: retention.copiesCurrent,
    room: retention.maxFilesBytes - used,
  };
  const objects = new Set<string>();
  const yielder = new Yielder();
  for await (const { lines } of parts.index.parts())
    for (const path of copiesOf(lines).keys()) objects.add(path.split('/').slice(0, 2).join('/'));
  for (const collection of await namesIn(layout.root)) {
    if (!isCollectionName(collection) || layout.linkOn(layout.collection(collection))) continue;
    for (const id of await foldersIn(layout.collection(collection)).catch(() => [])) {
      if (isLegalId(id)) objects.add(`${collection}/${id}`);
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
  }
  for (const object of objects) {
    if (parts.isStopped()) return;
    if (await takeObject(parts, object, limit)) await untilIdle();
  }
}

interface Limit {
  maxFile: number;
  copies: boolean;
  room: number;
}

/** Takes the files of one object. Whether something was copied. */
async function takeObject(
  { layout, bytes, index, now }: CurrentParts,
  object: string,
  limit: Limit,
): Promise<boolean> {
  const [collection = '', id = ''] = object.split('/');
  const lines = await index.of(object);
  const copies = copiesOf(lines);
  const folder = layout.files(collection, id);
  const below = layout.linkOn(folder) ? [] : await allFilesBelow(folder);
  const paths = new Set([...copies.keys(), ...below.filter(isShown).map((path) => `${object}/${path}`)]);
  const taken: KeptLine[] = [];
  for (const path of paths) {
    const file = join(layout.root, path);
    const stamp = layout.linkOn(file) ? undefined : stampAt(file);
    const copy = copies.get(path);
    if (copy && stamp && sameStamp(copy.stamp, stamp)) continue;
    if (copy) {
      const next = formerOf(lines.slice(lines.indexOf(copy))).find((one) => one.path === path);
      taken.push(endOf(copy, now, next?.since ?? stamp?.mtimeMs));
    }
    if (!stamp || isKept(path) || stamp.size > limit.maxFile || stamp.size > limit.room) continue;
    const added = await bytes.add(file, limit.copies ? 'copy' : 'clone');
    // Another program may have written into it meanwhile.
    if (!added || !sameStamp(stampAt(file), stamp)) continue;
    limit.room -= added.size;
    taken.push({ path, ...added, since: Math.floor(stamp.mtimeMs), stamp });
  }
  if (taken.length > 0) await index.append(object, taken);
  return taken.length > 0;
}

const isShown = (path: string): boolean => !path.split('/').some((name) => name.startsWith('.'));

/** A copy whose file another program has replaced, when the next one was written. */
function endOf({ stamp: _stamp, ...copy }: CurrentCopy, now: number, written = now) {
  return { ...copy, until: written >= copy.since && written <= now ? Math.floor(written) : now };
}
