/** `{state}/runtime/{hash of the folder}.json`: where a running server can be reached, for the command line. */
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../../contract/values.js';
import { DurableFiles } from '../disk/durable.js';
import { removeIfPossible } from '../disk/file-operations.js';
import { parseObject, readBytes, serialise } from '../disk/json-file.js';
import { isAlive } from './process-alive.js';

export interface RuntimeInfo {
  url: string;
  pid: number;
  /** Of the program. */
  version?: string;
  /** Real path of the folder served. */
  dataDir: string;
  /** Keys for AI clients this user starts: one that may do everything, one that only reads. */
  keys?: { all: string; read: string };
}

/** Writes it, readable by this user only. */
export async function writeRuntimeFile(state: string, info: RuntimeInfo): Promise<void> {
  const durable = new DurableFiles({ root: state, temp: join(state, 'tmp') });
  await durable.makeFolder(join(state, 'runtime'));
  await durable.replace(pathOf(state, info.dataDir), serialise(info), { mode: 0o600 });
}

export async function removeRuntimeFile(state: string, folder: string): Promise<void> {
  await removeIfPossible(pathOf(state, folder));
}

/** What was written for a folder by a process that still runs; undefined otherwise. */
export async function readRuntimeFile(state: string, folder: string): Promise<RuntimeInfo | undefined> {
  try {
    const file = readBytes(pathOf(state, folder));
    if (!file) return undefined;
    const { url, pid, version, dataDir, keys } = parseObject(file.bytes);
    if (typeof url !== 'string' || typeof pid !== 'number' || typeof dataDir !== 'string') return undefined;
    if (!isAlive(pid)) return undefined;
    const all = isJsonObject(keys) ? keys.all : undefined;
    const read = isJsonObject(keys) ? keys.read : undefined;
    const sound = typeof all === 'string' && typeof read === 'string';
    return {
      url,
      pid,
      ...(typeof version === 'string' && { version }),
      dataDir,
      ...(sound && { keys: { all, read } }),
    };
  } catch {
    // A broken file is ignored; the server's own lock decides.
    return undefined;
  }
}

function pathOf(state: string, folder: string): string {
  return join(state, 'runtime', `${folderHash(folder)}.json`);
}

/** Names a folder in the state directory. */
export function folderHash(folder: string): string {
  return createHash('sha256').update(realPath(folder)).digest('hex').slice(0, 24);
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** Range of ports of folders: below the ephemeral ports of common systems. */
const FIRST_PORT = 20_000;
const PORTS = 10_000;

/** The port of a folder: the same each time it is served from the same path. */
export function portFor(folder: string): number {
  return FIRST_PORT + (createHash('sha256').update(folder).digest().readUInt32BE(0) % PORTS);
}
