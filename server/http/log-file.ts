/// <reference path="./pino-roll.d.ts" />
/** Rolling log files. Opened by the first line: most runs have none, and loading the library is slow. */
import { join } from 'node:path';
import { protectFiles } from '../store/host/private-folder.js';

/** Number of files that are kept, and the size at which a new one is started. */
const KEPT = 10;
const SIZE = '5m';

/** Lines contain addresses, users and objects: only this user can read them. */
const MODE = 0o600;

/** Lines buffered until the file is open. */
const MAX_QUEUED = 1000;

interface Sink {
  write(line: string): unknown;
}

/** A pino stream to `plinth.N.log` in a folder. It is silent if the folder is not writable. */
export function logFile(folder: string): Sink {
  let waiting: string[] | undefined;
  let open: Sink | undefined;

  const begin = async () => {
    const { default: roll } = await import('pino-roll');
    protectFiles(folder);
    const stream = await roll({
      file: join(folder, 'plinth.log'),
      size: SIZE,
      mkdir: true,
      mode: MODE,
      // Written synchronously, so that a line survives a crash of the process.
      sync: true,
      limit: { count: KEPT, removeOtherLogFiles: true },
    });
    // A full disk must not end the process.
    stream.on('error', () => undefined);
    for (const line of waiting ?? []) stream.write(line);
    open = stream;
  };

  return {
    write(line) {
      if (open) return open.write(line);
      if (waiting !== undefined) {
        if (waiting.length < MAX_QUEUED) waiting.push(line);
        return undefined;
      }
      waiting = [line];
      begin().catch(() => {
        open = { write: () => undefined };
      });
      return undefined;
    },
  };
}
