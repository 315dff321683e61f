/** What is piped in or typed. */
import { createReadStream } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { isatty, ReadStream } from 'node:tty';

/**
 * The standard input, which a command asks for once. Electron on Windows puts a stream that has ended in the place of
 * `process.stdin`, so that there the handle of the process is read.
 */
export function standardInput(): Readable & { isTTY?: boolean } {
  if (process.stdin.fd === 0) return process.stdin;
  if (isatty(0)) return new ReadStream(0);
  try {
    return new Socket({ fd: 0, readable: true, writable: false });
  } catch {
    // A file is no socket.
    return createReadStream('', { fd: 0, autoClose: false });
  }
}
