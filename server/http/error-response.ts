/** The one place where an error becomes a status and a body (spec/errors.md#statuses, decision 3). */
import type { NextFunction } from 'express';
import type { Logger } from 'pino';
import { clashOnWire } from '../content/answers/clash-error.js';
import { docsOf, type ErrorId, type ErrorKind, idOfKind, idOfStatus } from '../contract/error-ids.js';
import type { Clash } from '../contract/merge/rules.js';
import { type Details, type Message, message, onWire } from '../contract/messages/message.js';
import type { ErrorBody } from '../contract/wire.js';
import { PlinthError } from '../errors.js';
import { folderUnavailable } from '../store/disk/root-guard.js';
import { finalizeHeaders } from './pipeline.js';
import { redactUrl } from './redact.js';
import type { Request, Response } from './request.js';

export const STATUS = {
  invalid: 400,
  validation: 422,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  method: 405,
  conflict: 422,
  stale: 412,
  clash: 409,
  otherFolder: 409,
  taken: 422,
  tooLarge: 413,
  unsupported: 415,
  range: 416,
  tooMany: 429,
  damaged: 500,
  full: 507,
  readOnly: 503,
  busy: 503,
  gone: 503,
} as const satisfies Record<ErrorKind, number>;

/** Seconds after which a client can retry, for temporary errors. */
const RETRY_AFTER: Partial<Record<ErrorKind, number>> = {
  busy: 5,
  gone: 5,
  full: 60,
  readOnly: 60,
  tooMany: 60,
};

/** Headers that may already be set and describe the body that is not sent. */
const OF_OTHER_BODIES = ['ETag', 'X-Total-Count', 'Link', 'Content-Disposition', 'Content-Encoding'];

/** The parts of an error's body besides its message. */
interface ErrorParts {
  /** Absent: that of the status. */
  id?: ErrorId;
  details?: Details | undefined;
  clashes?: readonly Clash[] | undefined;
  short?: boolean;
}

/** Sends an error, in the long form unless it is one of an upload. Does nothing if the response has already begun. */
export function sendError(
  request: Request,
  response: Response,
  status: number,
  reason: Message,
  { id = idOfStatus(status), details, clashes, short = false }: ErrorParts = {},
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const long: ErrorBody = {
    error: {
      code: status,
      type: id,
      message: reason.text,
      ...reason.onWire(),
      docs: docsOf(id),
      ...(details && onWire(details)),
      ...(clashes && { clashes: clashes.map(clashOnWire) }),
      requestId: request.requestId,
    },
  };
  const body = short ? { error: reason.text, ...reason.onWire(), docs: docsOf(id) } : long;
  const bytes = Buffer.from(JSON.stringify(body));
  finalizeHeaders(request, response);
  for (const name of OF_OTHER_BODIES) response.removeHeader(name);
  response.statusCode = status;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

/** Client errors of Express and its body parsers. */
function clientStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  const { status } = error;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}

/** Messages for client errors whose own messages are about parser internals. */
const CLIENT_MESSAGES: Record<number, 'bodyTooLarge' | 'bodyUnsupported'> = {
  413: 'bodyTooLarge',
  415: 'bodyUnsupported',
};

/** Called with every rejection. */
type OnRejected = (request: Request, status: number, message: string) => void;

export interface About {
  onRejected: OnRejected;
  /** Whether the data folder is available. */
  isAvailable: () => boolean;
}

/** Express's error handler, which it knows by its four parameters. */
export function errorHandler(log: Logger, about: About) {
  const fail = failure(log, about);
  return (error: unknown, request: Request, response: Response, _next: NextFunction): void =>
    fail(error, request, response);
}

/**
 * Sends an error. Unknown errors are logged in full and answered without details; rejections are logged at `debug`.
 * While the data folder is unavailable, errors are attributed to that.
 */
export function failure(log: Logger, { onRejected, isAvailable }: About) {
  return (thrown: unknown, request: Request, response: Response): void => {
    const error = isAvailable() ? thrown : folderUnavailable();
    const where = () => ({
      requestId: request.requestId,
      method: request.method,
      url: redactUrl(request.originalUrl),
    });
    const refuse = (status: number, reason: Message, more?: ErrorParts) => {
      if (log.isLevelEnabled('debug'))
        log.debug(
          { ...where(), status, details: more?.details && onWire(more.details).details },
          reason.text,
        );
      onRejected(request, status, reason.text);
      sendError(request, response, status, reason, more);
    };
    if (error instanceof PlinthError) {
      const { reason, details, clashes, short } = error;
      const { text } = reason;
      const status = STATUS[error.kind];
      const id = idOfKind(error.kind);
      const wait = error.retryAfter ?? RETRY_AFTER[error.kind];
      if (wait !== undefined && !response.headersSent) response.setHeader('Retry-After', wait);
      if (status < 500) {
        refuse(status, reason, { id, details, clashes, short });
        return;
      }
      // Overload is not a program error, so the stack is not logged.
      if (error.kind === 'busy' && error.cause === undefined) log.warn({ ...where(), status }, text);
      // One line says that the folder is unavailable, not one for each request.
      else if (error.kind === 'gone') log.debug({ ...where() }, text);
      else log.error({ ...where(), err: error }, text);
      sendError(request, response, status, reason, { id, details, short });
      return;
    }
    const status = clientStatus(error);
    if (status !== undefined) {
      const fallback = error instanceof URIError ? 'urlEncoding' : 'requestBad';
      refuse(status === 404 ? 400 : status, message(CLIENT_MESSAGES[status] ?? fallback));
      return;
    }
    log.error({ ...where(), err: error }, 'Unexpected error');
    sendError(request, response, 500, message('serverFailed'));
  };
}
