/** The log: pino's JSON lines on stderr, so that stdout stays free for what a command prints. */
import { type Logger, pino } from 'pino';

/** What `openSite` and the store report to. */
export type SiteLog = (level: 'warn' | 'error', message: string, error?: unknown) => void;

/** Opens the log. `PLINTH_LOG` sets the level: `debug`, `info`, `warn` (default), `error` or `silent`. */
export function openLog(level = process.env.PLINTH_LOG ?? 'warn'): Logger {
  const known = level === 'silent' || level in pino.levels.values;
  return pino({ level: known ? level : 'warn', base: null }, pino.destination({ fd: 2, sync: true }));
}

/** The log as the floors below know it. */
export function siteLog(log: Logger): SiteLog {
  return (level, message, error) => log[level](error === undefined ? {} : { err: error }, message);
}

/** A URL fit for the log: values of `api_key`, `pwd` and `token` are blotted out. */
export function redactUrl(url: string): string {
  return url.replace(/([?&;](?:api_key|pwd|token)(?:\[[^\]]*\])?=)[^&;#]*/gi, '$1[redacted]');
}
