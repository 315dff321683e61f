import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** Options of the app's own on its command line; all others belong to Electron and Chromium. */
export interface StartArguments {
  /** The data folder to open, absolute. */
  data?: string;
  /** Where derived files go, instead of the system's cache directory. */
  cache?: string;
  /** Where history, locks and decisions go, instead of the system's state directory. */
  state?: string;
  /** The port to serve on in this run; 0 for any free one. */
  port?: number;
  /** Id of the starter that fills the folder of `data` when nothing is in it. */
  starter?: string;
}

/**
 * Reads `--data DIR`, `--cache DIR`, `--state DIR`, `--port N` and `--starter ID` (also as `--data=DIR`). Unusable
 * values count as absent, because an app started from an icon has no terminal for errors.
 * @param argv as in `process.argv`; switches of Chromium in between are skipped
 * @param cwd base of relative folders: the working directory of the process that was started, which on a second start
 * is another process
 */
export function readArguments(argv: readonly string[], cwd: string): StartArguments {
  const { values } = parseArgs({
    args: argv.slice(1),
    strict: false,
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      cache: { type: 'string' },
      state: { type: 'string' },
      port: { type: 'string' },
      starter: { type: 'string' },
    },
  });
  // A value that begins with "-" is the next switch: Chromium inserts its own between an option and its value.
  const word = (value: string | boolean | undefined) =>
    typeof value === 'string' && value !== '' && !value.startsWith('-') ? value : undefined;
  const folder = (value: string | boolean | undefined) => {
    const path = word(value);
    return path === undefined ? undefined : resolve(cwd, path);
  };
  return {
    data: folder(values.data),
    cache: folder(values.cache),
    state: folder(values.state),
    port: portOf(word(values.port)),
    starter: word(values.starter),
  };
}

function portOf(value: string | undefined): number | undefined {
  const port = value !== undefined && /^\d{1,5}$/.test(value) ? Number(value) : undefined;
  return port !== undefined && port < 65_536 ? port : undefined;
}
