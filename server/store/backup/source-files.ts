/** The files that go into a backup, each read whole. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { message } from '../../contract/messages/message.js';
import { conflict } from '../../errors.js';
import type { ZipEntry } from '../../zip/write.js';
import { isAbsent } from '../disk/fs-errors.js';
import { SYSTEM_FOLDER } from '../disk/layout.js';
import { statOf } from '../disk/stamp.js';
import { type BackedUpFile, FOLDER, HISTORY } from './format.js';

/** Up to this size a file is read into memory, and again when it has changed meanwhile. */
const SMALL_BYTES = 1024 * 1024;
const ATTEMPTS = 5;

/** Unfinished files. */
const LEFT_OUT = `${SYSTEM_FOLDER}/tmp`;

export interface Sources {
  root: string;
  /** The folder of the history; undefined to leave it out. */
  history?: string | undefined;
}

/** Paths of all ordinary files below a folder; links and special files are left out. */
async function* filesBelow(folder: string, prefix = ''): AsyncGenerator<string> {
  const items = await readdir(join(folder, prefix), { withFileTypes: true }).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  for (const item of items.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${prefix}${item.name}`;
    if (item.isFile()) yield path;
    else if (item.isDirectory() && path !== LEFT_OUT) yield* filesBelow(folder, `${path}/`);
  }
}

/** Parts of the history in an order in which each names only what comes later; they only grow. */
const HISTORY_PARTS = ['position.json', 'activity/', 'files/', 'packs/', 'kept/', 'bytes/'];

/** The entries of the archive. `done` is called for each file that is in it. */
export async function* entriesOf(
  { root, history }: Sources,
  done: (path: string, file: BackedUpFile) => void,
): AsyncGenerator<ZipEntry> {
  // Hidden folders first: schemas before the objects that follow them.
  for await (const path of filesBelow(root)) {
    const entry = await entryOf(join(root, path), `${FOLDER}${path}`, done);
    if (entry) yield entry;
  }
  if (history === undefined) return;
  for (const part of HISTORY_PARTS) {
    for await (const path of part.endsWith('/') ? filesBelow(history, part) : [part]) {
      if (path.endsWith('.tmp')) continue;
      const entry = await entryOf(join(history, path), `${HISTORY}${path}`, done, { grows: true });
      if (entry) yield entry;
    }
  }
}

/** Undefined for a file that is gone. */
async function entryOf(
  file: string,
  path: string,
  done: (path: string, file: BackedUpFile) => void,
  { grows = false }: { grows?: boolean } = {},
): Promise<ZipEntry | undefined> {
  const stats = statOf(file);
  if (!stats) return undefined;
  const { size, mtimeMs } = stats;
  const mode = stats.mode & 0o777;
  const modified = new Date(mtimeMs);
  if (size > SMALL_BYTES) {
    return { path, size, modified, content: () => Readable.from(streamed(file, { grows, size }, finish)) };
  }
  const found = await readWhole(file, grows ? size : undefined);
  if (!found) return undefined;
  const { bytes } = found;
  finish(createHash('sha256').update(bytes).digest('hex'), bytes.length);
  return { path, size: bytes.length, modified, content: () => bytes };

  function finish(sha256: string, length: number): void {
    done(path, { size: length, mtimeMs, mode, sha256 });
  }
}

/** A small file as it was at one moment; undefined when it is gone. `length`: only so many bytes of a growing one. */
async function readWhole(file: string, length: number | undefined): Promise<{ bytes: Buffer } | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const handle = await open(file);
      try {
        const before = await handle.stat();
        const bytes = await handle.readFile();
        const after = await handle.stat();
        if (length !== undefined) return { bytes: bytes.subarray(0, length) };
        if (before.size === after.size && before.mtimeMs === after.mtimeMs && bytes.length === after.size) {
          return { bytes };
        }
        if (attempt === ATTEMPTS) throw conflict(message('fileBeingWritten', { path: file }));
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }
}

/** A large file. Throws `conflict` when another program has written into it meanwhile. */
async function* streamed(
  file: string,
  { grows, size }: { grows: boolean; size: number },
  finish: (sha256: string, length: number) => void,
): AsyncGenerator<Buffer> {
  const handle = await open(file);
  try {
    const before = await handle.stat();
    const hash = createHash('sha256');
    let length = 0;
    const end = (grows ? size : before.size) - 1;
    for await (const chunk of createReadStream('', { fd: handle, autoClose: false, start: 0, end })) {
      hash.update(chunk);
      length += chunk.length;
      yield chunk;
    }
    const after = await handle.stat();
    if (!grows && (before.mtimeMs !== after.mtimeMs || before.size !== after.size || length !== after.size)) {
      throw conflict(message('fileWrittenMeanwhile', { path: file }));
    }
    finish(hash.digest('hex'), length);
  } finally {
    await handle.close();
  }
}
