/** What there is to do and to say about answers without success. Loaded when there is one. */
import { PlinthError, RUN } from './errors.js';

/** No answer, or one of which the rest was lost. */
export function lost(url: string, status: number | undefined, cause: unknown): PlinthError {
  const [place] = url.split('?', 1);
  if (status !== undefined)
    return new PlinthError('truncated', `The answer of ${place} was interrupted`, { status, cause });
  return new PlinthError('no-server', `Plinth does not answer at ${place}`, {
    hint: `${RUN}, or start it with "plinth serve --data DIR"`,
    cause,
  });
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The message of an error answer, with the problems of each property. */
export function messageOf(body: string): string {
  try {
    const { error } = JSON.parse(body);
    if (typeof error === 'string') return error;
    const details = Object.entries<unknown>(error?.details ?? {}).map(
      ([at, list]) => `${at} ${[list].flat().join(', ')}`,
    );
    return [text(error?.message), ...details].filter((part) => part !== '').join('; ');
  } catch {
    return '';
  }
}

/** The error that an answer is. `sent`: whether the request had a key. */
export function errorOf(status: number, body: string, place: string, sent: boolean): PlinthError {
  const said = messageOf(body) || `status ${status}`;
  if (status === 401 && !sent) {
    return new PlinthError('no-key', `${place} needs an API key`, {
      status,
      hint: `${RUN}, or set PLINTH_KEY`,
    });
  }
  if (status === 401) {
    return new PlinthError('rejected-key', `The API key is not valid at this server: ${said}`, {
      status,
      hint: 'Create one with "plinth keys create --data DIR --name site --methods GET"',
    });
  }
  if (status === 403) {
    return new PlinthError('forbidden', `The API key may not read ${place}: ${said}`, {
      status,
      hint: 'Give the key a scope that contains it',
    });
  }
  const code =
    status === 404
      ? 'not-found'
      : status === 410
        ? 'expired-cursor'
        : status === 429 || status === 503
          ? 'busy'
          : status < 500
            ? 'invalid'
            : 'failed';
  return new PlinthError(code, `${place}: ${said}`, { status });
}

const LONGEST_PAUSE = 60_000;

/** The wait that an answer asks for, in ms. */
export function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), LONGEST_PAUSE);
}

/** What a copy cannot answer. */
export const needsServer = (what: string, hint = 'Read a server for it'): PlinthError =>
  new PlinthError('needs-server', `A copy of a folder cannot answer ${what}`, { hint });
