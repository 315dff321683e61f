import { join } from 'node:path';
import { type DurableFiles, TEMP_NAME } from '../disk/durable.js';
import { namesIn } from '../disk/names-in.js';
import { isFolder, statOf } from '../disk/stamp.js';
import { isAlive } from '../host/process-alive.js';

/** No write takes this long; an older file is left over even if its process number lives again. */
const FILE_MAX_AGE_MS = 60_000;
/** A large folder may be under way for long without a change at its top. */
const FOLDER_MAX_AGE_MS = 24 * 3_600_000;

/**
 * Removes temp files of ended processes, or older than a minute (folders: a day). The number of this process belonged
 * to an earlier one, since it has written nothing yet. Other names are not ours.
 */
export async function sweepTemp(folder: string, durable: DurableFiles): Promise<void> {
  if (!isFolder(folder)) return;
  const names = await namesIn(folder);
  for (const name of names) {
    const pid = TEMP_NAME.exec(name)?.[1];
    if (pid === undefined) continue;
    const path = join(folder, name);
    const stats = statOf(path);
    if (!stats) continue;
    const maxAge = stats.isDirectory() ? FOLDER_MAX_AGE_MS : FILE_MAX_AGE_MS;
    const isGone = Number(pid) === process.pid || !isAlive(Number(pid));
    if (isGone || Math.abs(Date.now() - stats.mtimeMs) > maxAge) await durable.removeTree(path);
  }
}
