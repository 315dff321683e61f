/** Errors of the client. The message ends with what to do about it. */

export type PlinthErrorCode =
  | 'no-url'
  | 'no-server'
  | 'no-key'
  | 'rejected-key'
  | 'forbidden'
  | 'unknown-collection'
  | 'unknown-property'
  | 'not-found'
  | 'expired-cursor'
  | 'invalid'
  | 'busy'
  | 'truncated'
  | 'failed';

interface Facts {
  status?: number;
  hint?: string;
  cause?: unknown;
}

export class PlinthError extends Error {
  override readonly name = 'PlinthError';
  readonly code: PlinthErrorCode;
  /** Status of the answer, if there was one. */
  readonly status?: number;
  /** What to do. */
  readonly hint?: string;

  constructor(code: PlinthErrorCode, message: string, { status, hint, cause }: Facts = {}) {
    super(hint === undefined ? message : `${message}. ${hint}`, cause === undefined ? {} : { cause });
    this.code = code;
    if (status !== undefined) this.status = status;
    if (hint !== undefined) this.hint = hint;
  }
}

const RUN = 'Run the command through "plinth exec --data DIR -- COMMAND"';

export const noUrl = (): PlinthError =>
  new PlinthError('no-url', 'The address of Plinth is not known', {
    hint: `${RUN}, or set PLINTH_URL and PLINTH_KEY of a running server`,
  });

export const noServer = (url: string, cause: unknown): PlinthError =>
  new PlinthError('no-server', `Plinth does not answer at ${url}`, {
    hint: `${RUN}, or start it with "plinth serve --data DIR"`,
    cause,
  });

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
