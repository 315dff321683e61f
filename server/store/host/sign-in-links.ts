/**
 * `{state}/links/{folder}.{hash}`: one-time links that the command line has made for a running server. The file's name
 * has only the hash of the token, so reading it does not allow signing in. The state directory belongs to this user
 * only.
 */
import { readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DurableFiles } from '../disk/durable.js';
import { codeOf } from '../disk/fs-errors.js';
import { stampAt } from '../disk/stamp.js';
import { folderHash } from './runtime-file.js';

const placeOf = (state: string): string => join(state, 'links');
const nameOf = (folder: string, hash: string): string => `${folderHash(folder)}.${hash}`;

/** Removes a file; false when there was none. Of several callers only one gets true. */
function removed(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Whether a file was written at most `life` ms ago. A time in the future does not count. */
function isRecent(path: string, lifetime: number): boolean {
  const written = stampAt(path)?.mtimeMs;
  const age = written === undefined ? Number.NaN : Date.now() - written;
  // File systems round times.
  return age >= -2000 && age <= lifetime;
}

/** Leaves the hash of a token for the server of a folder, and removes those that are older than `life` ms. */
export async function storeSignInLink(
  state: string,
  folder: string,
  hash: string,
  lifetime: number,
): Promise<void> {
  const durable = new DurableFiles({ root: state, temp: join(state, 'tmp') });
  const place = placeOf(state);
  await durable.makeFolder(place);
  for (const name of readdirSync(place))
    if (!isRecent(join(place, name), lifetime)) removed(join(place, name));
  await durable.replace(join(place, nameOf(folder, hash)), Buffer.alloc(0), { mode: 0o600 });
}

/** Takes the hash of a token away; true when it was left at most `life` ms ago, for one caller only. */
export function consumeSignInLink(state: string, folder: string, hash: string, lifetime: number): boolean {
  const path = join(placeOf(state), nameOf(folder, hash));
  const recent = isRecent(path, lifetime);
  return removed(path) && recent;
}
