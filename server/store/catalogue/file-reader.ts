/**
 * Checks or reads the files of a folder in a separate thread: for a hundred thousand files the system calls take most
 * of a start, and the event loop builds rows of the results in parallel. The thread pool would cost three times the
 * calls, and more threads than one gained nothing on two cores.
 */
import { constants } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { FileBytes } from '../disk/json-file.js';
import type { Stamp } from '../types/stamp.js';

/** Room for the contents of one batch; a file that does not fit is left to the caller. */
const ROOM = 1024 * 1024;
/** Max files of one batch. */
const BATCH = 2000;
/** Batches under way, of contents and of looks: enough that neither side waits for the other. */
const AHEAD = { contents: 4, looks: 64 };

/** A link is not followed, and a named pipe does not make the thread wait. Absent on Windows. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

interface Task {
  /** With a separator at the end. */
  folder: string;
  /** Ids, joined by what none of them can hold; all files of the folder where there are none. */
  ids: string | undefined;
  /** Whether to read the files; otherwise only their stats. */
  contents: boolean;
  flags: number;
  batch: number;
  /** The rooms, each as long. */
  rooms: readonly SharedArrayBuffer[];
}

/** What was found of some files. */
interface Batch {
  ids: string;
  /** Size, mtime, inode and ctime of each, in turn; a size of -1 where the caller has to check. */
  stamps: Float64Array;
  /** Offsets of the contents. */
  room: number;
  /** How many files there are in all. */
  of: number;
  last: boolean;
}

/**
 * The thread's code: fills every buffer it receives. It is started from its text, so it may only use its parameters.
 */
function fillBuffers(
  { parentPort, workerData }: typeof import('node:worker_threads'),
  fs: typeof import('node:fs'),
): void {
  const { folder, ids, contents, flags, batch, rooms }: Task = workerData;
  const namesIn = () => {
    try {
      return fs.readdirSync(folder);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    }
  };
  const jsonFiles = () => {
    const names = namesIn();
    // An object that iCloud has moved off the disk is a name without a file: the caller looks.
    const files = names.map((name) => (/^\..*\.json\.icloud$/.test(name) ? name.slice(1, -7) : name));
    // No object begins with a dot, as the settings do: it would be counted.
    const objects = files.filter((name) => name.endsWith('.json') && !name.startsWith('.'));
    return objects.map((name) => name.slice(0, -'.json'.length));
  };
  // As they were mostly made, which is how the file system finds them fastest.
  const all = (ids?.split('/') ?? jsonFiles()).sort();
  let next = 0;

  /** Reads a file to an offset; its stats, undefined when it no longer fits. */
  const read = (path: string, room: Uint8Array, at: number) => {
    const descriptor = fs.openSync(path, flags);
    try {
      const stats = fs.fstatSync(descriptor);
      if (!stats.isFile() || stats.size > room.length) throw new Error('Not readable here');
      if (at + stats.size > room.length) return undefined;
      for (let done = 0; done < stats.size; ) {
        const step = fs.readSync(descriptor, room, at + done, stats.size - done, done);
        if (step === 0) throw new Error('Cut short');
        done += step;
      }
      return stats;
    } finally {
      fs.closeSync(descriptor);
    }
  };

  parentPort?.on('message', (room: number) => {
    const bytes = new Uint8Array(rooms[room] ?? new SharedArrayBuffer(0));
    const first = next;
    const stamps = new Float64Array(4 * Math.min(batch, all.length - first));
    let at = 0;
    for (; next < all.length && next - first < batch; next += 1) {
      const path = `${folder}${all[next]}.json`;
      const place = 4 * (next - first);
      stamps[place] = -1;
      try {
        const stats = contents ? read(path, bytes, at) : fs.lstatSync(path);
        if (stats === undefined) break;
        if (!stats.isFile()) continue;
        stamps[place] = stats.size;
        stamps[place + 1] = stats.mtimeMs;
        stamps[place + 2] = stats.ino;
        stamps[place + 3] = stats.ctimeMs;
        at += contents ? stats.size : 0;
      } catch {
        // Gone, a link, locked, too large: the caller finds out which.
      }
    }
    const last = next >= all.length;
    const found: Batch = { ids: all.slice(first, next).join('/'), stamps, room, of: all.length, last };
    parentPort?.postMessage(found, [stamps.buffer]);
    if (last) parentPort?.close();
  });
}

const SOURCE = `(${fillBuffers})(require('node:worker_threads'), require('node:fs'))`;

/** A file as the thread found it; without a stamp it could not be read. */
export interface FoundFile {
  id: string;
  stamp: Stamp | undefined;
  changed: number;
  /** Valid until the next batch; only where contents were requested. */
  file: FileBytes | undefined;
}

/** Some files of a folder, and how many there are in all. */
export interface FoundFiles {
  files: Iterable<FoundFile>;
  of: number;
}

/** The files of a batch. */
function* filesOf({ ids, stamps }: Batch, room: SharedArrayBuffer | undefined): Generator<FoundFile> {
  if (ids === '') return;
  let at = 0;
  for (const [index, id] of ids.split('/').entries()) {
    const place = 4 * index;
    const size = stamps[place] ?? -1;
    const stamp =
      size < 0 ? undefined : { size, mtimeMs: stamps[place + 1] ?? 0, ino: stamps[place + 2] ?? 0 };
    const changed = stamps[place + 3] ?? 0;
    const file = stamp && room ? { bytes: Buffer.from(room, at, size), stamp, changed } : undefined;
    at += file ? size : 0;
    yield { id, stamp, changed, file };
  }
}

/**
 * The files `{folder}{id}.json`, in the order of their ids, batch by batch: those of the given ids, or all, valid ids
 * or not. `contents`: with their bytes. The thread starts immediately, and ends after the last file or when the caller
 * stops.
 */
export function filesFound(
  folder: string,
  { ids, contents }: { ids?: readonly string[]; contents: boolean },
): AsyncGenerator<FoundFiles> {
  const length = contents ? AHEAD.contents : AHEAD.looks;
  const rooms = Array.from({ length }, () => new SharedArrayBuffer(contents ? ROOM : 0));
  const workerData: Task = { folder, ids: ids?.join('/'), contents, flags: READ_FLAGS, batch: BATCH, rooms };
  const worker = new Worker(SOURCE, { eval: true, workerData });
  const come: Batch[] = [];
  let failure: Error | undefined;
  let wake = () => {};
  worker.on('message', (batch: Batch) => {
    come.push(batch);
    wake();
  });
  worker.on('error', (error) => {
    failure = error;
    wake();
  });
  for (const room of rooms.keys()) worker.postMessage(room);
  return batches();

  async function* batches() {
    try {
      for (;;) {
        const batch = come.shift();
        if (batch) {
          yield { files: filesOf(batch, contents ? rooms[batch.room] : undefined), of: batch.of };
          if (batch.last) return;
          worker.postMessage(batch.room);
        } else if (failure) {
          throw failure;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      await worker.terminate();
    }
  }
}
