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

/** How a command gets a server. */
export const RUN = 'Run the command through "plinth exec --data DIR -- COMMAND"';

export const noUrl = (): PlinthError =>
  new PlinthError('no-url', 'The address of Plinth is not known', {
    hint: `${RUN}, or set PLINTH_URL and PLINTH_KEY of a running server`,
  });
