import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** What the app's own command line may say; everything else on it belongs to Electron and Chromium. */
export interface StartArguments {
  /** The data folder to open, absolute. */
  data?: string;
  /** Where derived files go, instead of the system's cache directory. */
  cache?: string;
  /** Where history, locks and decisions go, instead of the system's state directory. */
  state?: string;
}

/**
 * Reads `--data DIR`, `--cache DIR` and `--state DIR` (also as `--data=DIR`).
 * @param argv as in `process.argv`; switches of Chromium in between are skipped
 * @param cwd what a relative folder is relative to: that of the process that was started, which on a second
 * start is not ours
 */
export function readArguments(argv: readonly string[], cwd: string): StartArguments {
  const { values } = parseArgs({
    args: argv.slice(1),
    strict: false,
    allowPositionals: true,
    options: { data: { type: 'string' }, cache: { type: 'string' }, state: { type: 'string' } },
  });
  const folder = (value: string | boolean | undefined) =>
    typeof value === 'string' && value !== '' ? resolve(cwd, value) : undefined;
  return { data: folder(values.data), cache: folder(values.cache), state: folder(values.state) };
}
