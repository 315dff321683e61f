/** The errors Plinth throws. They are independent of HTTP; `http/error-response.ts` maps them (decision 3). */

import type { ErrorKind } from './contract/error-ids.js';
import type { Clash } from './contract/merge/rules.js';
import { type Details, type Message, message } from './contract/messages/message.js';

export class PlinthError extends Error {
  readonly kind: ErrorKind;
  /** The message with its key and values. */
  readonly reason: Message;
  readonly details: Details | undefined;
  /** Sent as `{error: message}`, as uploads do (spec/errors.md#short-form). */
  readonly short: boolean;
  /** Seconds after which another try makes sense, where that is known better than by the kind. */
  readonly retryAfter: number | undefined;
  /** Of `clash`. */
  readonly clashes: readonly Clash[] | undefined;

  constructor(
    kind: ErrorKind,
    reason: Message,
    options: {
      details?: Details;
      cause?: unknown;
      short?: boolean;
      retryAfter?: number;
      clashes?: readonly Clash[];
    } = {},
  ) {
    super(reason.text, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'PlinthError';
    this.kind = kind;
    this.reason = reason;
    this.details = options.details;
    this.short = options.short === true;
    this.retryAfter = options.retryAfter;
    this.clashes = options.clashes;
  }
}

/** A request that cannot be understood or holds an impossible parameter (400). */
export const invalid = (reason: Message, details?: Details): PlinthError =>
  new PlinthError('invalid', reason, details ? { details } : {});

/** A valid request that breaks rules of the schema; every failing property at once (422). */
export const failed = (details: Details, reason = message('validationFailed')): PlinthError =>
  new PlinthError('validation', reason, { details });

/** Something that is not there: a collection, an object, a property, a schema (404). */
export const missing = (reason: Message): PlinthError => new PlinthError('missing', reason);

/** Rejected because of the state of the folder: a schema in use, a taken id (422). */
export const conflict = (reason: Message, details?: Details): PlinthError =>
  new PlinthError('conflict', reason, details ? { details } : {});
