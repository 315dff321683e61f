/** The log: pino's JSON lines on stderr, so that stdout stays free for what a command prints, and in files. */
import { type Level, type Logger, type LoggerOptions, multistream, pino, type StreamEntry } from 'pino';
import { LOG_LEVELS, type LogLevel } from '../settings/logs.js';
import { logFile } from './log-file.js';
import { redactLine } from './redact.js';

/** What `openSite` and the store log to. */
export type SiteLog = (level: 'warn' | 'error', message: string, error?: unknown) => void;

interface LogPlaces {
  /** Level of stderr. */
  level?: string | undefined;
  /** Folder of log files; without it there are none. */
  files?: string;
}

const isLevel = (level: string): level is Level => level in pino.levels.values;

/**
 * Opens the log. `PLINTH_LOG` sets the level of stderr: `debug`, `info`, `warn` (default), `error` or `silent`. Files
 * contain every line that is logged.
 */
export function openLog({ level = process.env.PLINTH_LOG ?? 'warn', files }: LogPlaces = {}): Logger {
  const streams: StreamEntry[] = [];
  const known = isLevel(level) ? level : 'warn';
  if (level !== 'silent') streams.push({ level: known, stream: pino.destination({ fd: 2, sync: true }) });
  if (files !== undefined) streams.push({ level: 'trace', stream: logFile(files) });
  const options: LoggerOptions = {
    level: level === 'silent' ? 'silent' : known,
    base: files === undefined ? null : { pid: process.pid },
    hooks: { streamWrite: redactLine },
  };
  return pino(options, multistream(streams));
}

/** A log of the same streams with the name of the folder on its lines. */
export const logOf = (log: Logger, folder: string): Logger => log.child({ folder });

/** Enables lines of this level. */
export function alsoLog(log: Logger, level: LogLevel): void {
  const order: readonly string[] = LOG_LEVELS;
  const [now, requested] = [order.indexOf(log.level), order.indexOf(level)];
  if (now < 0 || requested < now) log.level = level;
}

/** The log function for lower layers. */
export function siteLog(log: Logger): SiteLog {
  return (level, message, error) => log[level](error === undefined ? {} : { err: error }, message);
}
