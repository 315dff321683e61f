/** The single steps of a durable write, synchronously or in the thread pool. */
import { close, closeSync, open, openSync, rename, unlink, unlinkSync, write, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { codeOf } from './fs-errors.js';

// The callback API: FileHandles cost about a fifth more per write (spec/performance.md#writes).
const openFile = promisify(open);
const writeFile = promisify(write);
const closeFile = promisify(close);
const renameFile = promisify(rename);
const unlinkFile = promisify(unlink);

/** Virus scanners hold fresh files open for moments; a rename is retried for so long on Windows. */
const WINDOWS_RETRY_MS = 10_000;
const WINDOWS_HELD: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** Deletes a file; a missing file, or one that cannot be deleted, is ignored. */
export async function removeIfPossible(path: string): Promise<void> {
  await unlinkFile(path).catch(() => {});
}

/** A nearly full disk takes part of the bytes and reports no error until the next call. */
function takenOf(step: number, written: number, length: number): number {
  if (step === 0) throw new Error(`The disk wrote only ${written} of ${length} bytes`);
  return written + step;
}

/** Creates a small file, which goes to the page cache, and returns its descriptor. */
export function writeNow(path: string, bytes: Uint8Array, mode: number): number {
  const descriptor = openSync(path, 'wx', mode);
  try {
    for (let written = 0; written < bytes.length; ) {
      const step = writeSync(descriptor, bytes, written, bytes.length - written, null);
      written = takenOf(step, written, bytes.length);
    }
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    discardNow(path);
    throw error;
  }
}

/** As `writeNow`, without holding the thread: of bytes in one piece or several. */
export async function writeWaiting(
  path: string,
  pieces: readonly Uint8Array[],
  mode: number,
): Promise<number> {
  const descriptor = await openFile(path, 'wx', mode);
  try {
    for (const bytes of pieces) {
      for (let written = 0; written < bytes.length; ) {
        const { bytesWritten } = await writeFile(descriptor, bytes, written, bytes.length - written, null);
        written = takenOf(bytesWritten, written, bytes.length);
      }
    }
    return descriptor;
  } catch (error) {
    await closeFile(descriptor).catch(() => {});
    await removeIfPossible(path);
    throw error;
  }
}

/** As `removeIfPossible`, synchronously. */
export function discardNow(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Swept at the next start.
  }
}

/**
 * Renames, with retries on Windows while another program holds one of the files; `check` runs before each try and may
 * throw.
 */
export async function renameWithRetries(from: string, to: string, check?: () => void): Promise<void> {
  const deadline = performance.now() + WINDOWS_RETRY_MS;
  for (let wait = 10; ; wait = Math.min(wait * 2, 500)) {
    check?.();
    try {
      return await renameFile(from, to);
    } catch (error) {
      const held = process.platform === 'win32' && WINDOWS_HELD.has(codeOf(error) ?? '');
      if (!held || performance.now() > deadline) throw error;
      await pause(wait);
    }
  }
}
