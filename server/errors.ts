/** The errors Plinth throws. They are independent of HTTP; `http/error-response.ts` maps them (decision 3). */

import type { ErrorKind } from './contract/error-ids.js';
import type { Clash } from './contract/merge/rules.js';
import type { ErrorDetails } from './contract/wire.js';

export class PlinthError extends Error {
  readonly kind: ErrorKind;
  readonly details: ErrorDetails | undefined;
  /** Sent as `{error: message}`, as uploads do (spec/errors.md#short-form). */
  readonly short: boolean;
  /** Seconds after which another try makes sense, where that is known better than by the kind. */
  readonly retryAfter: number | undefined;
  /** Of `clash`. */
  readonly clashes: readonly Clash[] | undefined;

  constructor(
    kind: ErrorKind,
    message: string,
    options: {
      details?: ErrorDetails;
      cause?: unknown;
      short?: boolean;
      retryAfter?: number;
      clashes?: readonly Clash[];
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'PlinthError';
    this.kind = kind;
    this.details = options.details;
    this.short = options.short === true;
    this.retryAfter = options.retryAfter;
    this.clashes = options.clashes;
  }
}

/** A request that cannot be understood or holds an impossible parameter (400). */
export const invalid = (message: string, details?: ErrorDetails): PlinthError =>
  new PlinthError('invalid', message, details ? { details } : {});

/** A valid request that breaks rules of the schema; every failing property at once (422). */
export const failed = (details: ErrorDetails, message = 'Validation failed'): PlinthError =>
  new PlinthError('validation', message, { details });

/** Something that is not there: a collection, an object, a property, a schema (404). */
export const missing = (message: string): PlinthError => new PlinthError('missing', message);

/** Rejected because of the state of the folder: a schema in use, a taken id (422). */
export const conflict = (message: string, details?: ErrorDetails): PlinthError =>
  new PlinthError('conflict', message, details ? { details } : {});
