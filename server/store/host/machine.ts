/** Identifies the writer of unfinished work in the folder: this machine, by a random id in the state directory. */

import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../disk/fs-errors.js';
import type { Log } from '../disk/log.js';
import { makeFoldersSync } from '../disk/make-folders.js';
import { statOf } from '../disk/stamp.js';
import { isAlive } from './process-alive.js';

const ID = /^[0-9a-f]{16}$/;

/** Max time a process of this machine works on it; then its number belongs to another one. */
const PROCESS_TIMEOUT_MS = 60_000;
/** As long as any change takes: the state directory may have been lost, or another machine may use this disk too. */
const DISK_TIMEOUT_MS = 10_000;
/** What another machine started may still arrive through a tool that syncs the folder. */
const SYNC_TIMEOUT_MS = 24 * 3_600_000;

function read(path: string): string | undefined {
  try {
    const id = readFileSync(path, 'utf8').trim();
    return ID.test(id) ? id : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The id of this machine, made when there is none; one for this process where the directory cannot be written. */
export function machineId(state: string, log: Log): string {
  const path = join(state, 'machine');
  const fresh = randomBytes(8).toString('hex');
  try {
    const known = read(path);
    if (known) return known;
    makeFoldersSync(state);
    writeFileSync(path, `${fresh}\n`, { flag: 'wx' });
    return fresh;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return read(path) ?? fresh;
    log('warn', 'The id of this machine could not be saved', error);
    return fresh;
  }
}

/** The writer of a record. */
export interface Writer {
  machine: string;
  pid: number;
  /** Inode of the record's folder: the same on the disk it was written to, another in a synced copy. */
  folder?: number | undefined;
}

/** Whether a record was written on this disk, by any machine. */
export const isOfThisDisk = ({ folder }: Writer, path: string): boolean =>
  folder !== undefined && statOf(path)?.ino === folder;

/** Whether a record of this time, in this folder, belongs to abandoned work. */
export function isAbandoned(
  writer: Writer,
  { at, path, here }: { at: number; path: string; here: string },
): boolean {
  const age = Math.abs(Date.now() - at);
  const { machine, pid } = writer;
  // The number of this process belonged to another one before it was started.
  if (machine === here) return pid === process.pid || !isAlive(pid) || age > PROCESS_TIMEOUT_MS;
  return age > (isOfThisDisk(writer, path) ? DISK_TIMEOUT_MS : SYNC_TIMEOUT_MS);
}
