import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { dialog } from 'electron';
import { t } from './texts.js';

/** Largest size of the log file in bytes; the one before is kept beside it. */
const MAX_BYTES = 1_000_000;

/** The log of the app itself; each server has its own. A packed app has no console. */
export interface AppLog {
  readonly file: string;
  info(text: string): void;
  /** Also what has gone wrong when nothing can be shown. */
  error(error: unknown): void;
  /** Resolves when all of it is on disk. */
  written(): Promise<void>;
}

export function openLog(file: string): AppLog {
  let writing = Promise.resolve();
  function write(level: 'info' | 'error', message: string): void {
    const line = `${JSON.stringify({ time: new Date().toISOString(), level, message })}\n`;
    // A log that cannot be written must not be another problem.
    writing = writing.then(() => append(file, line)).catch(() => undefined);
  }
  return {
    file,
    info: (text) => write('info', text),
    error(error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.stderr.write(`${text}\n`);
      write('error', text);
    },
    written: () => writing,
  };
}

/** Logs what has gone wrong and shows it, one message at a time: what goes wrong while it is read is logged only. */
export function failureBox(log: AppLog): (title: string, error: Error) => void {
  let isShown = false;
  return (title, error) => {
    log.error(error);
    if (isShown) return;
    isShown = true;
    const { file } = log;
    dialog.showErrorBox(title, `${error.message}\n\n${t(`The log is in ${file}`)}`);
    isShown = false;
  };
}

async function append(file: string, line: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MAX_BYTES) await rename(file, `${file}.1`);
  await appendFile(file, line, { mode: 0o600 });
}
