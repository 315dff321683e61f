/** What there is to do and to say about answers without success. Loaded when there is one. */
import { type Facts, PlinthError, type PlinthErrorCode, RUN } from './errors.js';

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

/** The message of an error answer, with the problems of each property, and its key and values. */
function answerOf(body: string): { message: string } & Pick<Facts, 'key' | 'values'> {
  try {
    const sent = JSON.parse(body);
    const isShort = typeof sent.error === 'string';
    const { key, values, message, details = {} } = isShort ? { ...sent, message: sent.error } : sent.error;
    const problems = Object.entries<unknown>(details).map(
      ([at, list]) => `${at} ${[list].flat().join(', ')}`,
    );
    return { key, values, message: [message, ...problems].filter(Boolean).join('; ') };
  } catch {
    return { message: '' };
  }
}

/** The error that an answer is. `sent`: whether the request had a key. */
export function errorOf(status: number, body: string, place: string, sent: boolean): PlinthError {
  const { message, ...answer } = answerOf(body);
  const said = message || `status ${status}`;
  const error = (code: PlinthErrorCode, text: string, hint?: string) =>
    new PlinthError(code, text, { status, ...answer, hint });
  if (status === 401 && !sent)
    return error('no-key', `${place} needs an API key`, `${RUN}, or set PLINTH_KEY`);
  if (status === 401) {
    return error(
      'rejected-key',
      `The API key is not valid at this server: ${said}`,
      'Create one with "plinth keys create --data DIR --name site --methods GET"',
    );
  }
  if (status === 403) {
    return error(
      'forbidden',
      `The API key may not read ${place}: ${said}`,
      'Give the key a scope that contains it',
    );
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
  return error(code, `${place}: ${said}`);
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
