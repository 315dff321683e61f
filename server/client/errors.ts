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
  | 'needs-server'
  | 'expired-cursor'
  | 'invalid'
  | 'busy'
  | 'truncated'
  | 'failed';

export interface Facts {
  status?: number;
  key?: string;
  values?: Readonly<Record<string, string | number>>;
  hint?: string | undefined;
  cause?: unknown;
}

export class PlinthError extends Error {
  override readonly name = 'PlinthError';
  readonly code: PlinthErrorCode;
  /** Status of the answer, if there was one. */
  readonly status?: number;
  /** What the server answered, by the key of its message. */
  readonly key?: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** What to do. */
  readonly hint?: string;

  constructor(code: PlinthErrorCode, message: string, { cause, ...facts }: Facts = {}) {
    const { hint } = facts;
    super(hint === undefined ? message : `${message}. ${hint}`, cause === undefined ? {} : { cause });
    this.code = code;
    Object.assign(this, facts);
  }
}

/** How a command gets a server. */
export const RUN = 'Run the command through "plinth exec --data DIR -- COMMAND"';

export const noUrl = (): PlinthError =>
  new PlinthError('no-url', 'The address of Plinth is not known', {
    hint: `${RUN}, or set PLINTH_URL and PLINTH_KEY of a running server`,
  });
