/// <reference path="./pino-roll.d.ts" />
/** The log as files that roll over. Opened by its first line: most runs have none, and the library takes its time. */
import { join } from 'node:path';
import { protectFiles } from '../store/host/private-folder.js';

/** Files that are kept, and the size from which a new one is begun. */
const KEPT = 10;
const SIZE = '5m';

/** Lines name addresses, users and objects: only this user reads them. */
const MODE = 0o600;

/** Lines that wait until the file is open. */
const MOST_WAITING = 1000;

interface Sink {
  write(line: string): unknown;
}

/** A stream for pino onto `plinth.N.log` in a folder. A folder that cannot be written to silences it, nothing more. */
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
      // A line that was written is there, whatever happens to the process next.
      sync: true,
      limit: { count: KEPT, removeOtherLogFiles: true },
    });
    // A full disk must not end the process that would have to tell of it.
    stream.on('error', () => undefined);
    for (const line of waiting ?? []) stream.write(line);
    open = stream;
  };

  return {
    write(line) {
      if (open) return open.write(line);
      if (waiting !== undefined) {
        if (waiting.length < MOST_WAITING) waiting.push(line);
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
