/** The middleware pipeline that every request passes before routing. */
import { randomBytes } from 'node:crypto';
import type { NextFunction, RequestHandler } from 'express';
import { ANONYMOUS } from '../access/caller.js';
import type { Request, Response } from './request.js';

/** Inspects a request, adds to `answerHeaders`, throws to reject it; calls `answered` when the response is sent. */
export type Middleware = (request: Request, response: Response) => 'answered' | undefined;

/** Combines middleware into one. */
export function pipeline(steps: readonly Middleware[]): Middleware {
  return (request, response) => {
    for (const step of steps) if (step(request, response) === 'answered') return 'answered';
    return undefined;
  };
}

/** Sets the headers of every response, for callers that do not write them together with their own. */
export function finalizeHeaders(request: Request, response: Response): void {
  const headers = request.answerHeaders ?? [];
  request.answerHeaders = undefined;
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name, value] = [headers[at], headers[at + 1]];
    if (name !== undefined && value !== undefined) response.setHeader(name, value);
  }
}

/** The pipeline as a single Express middleware: an Express layer per step would cost more than most of the steps. */
export function pipelineMiddleware(enter: Middleware): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (enter(request, response) === 'answered') return;
    finalizeHeaders(request, response);
    next();
  };
}

/** Gives requests an id, for the response and the log. The caller is anonymous until a later step. */
export function assignRequestIds(): Middleware {
  const run = randomBytes(6).toString('hex');
  let count = 0;
  return (request) => {
    count += 1;
    request.requestId = `${run}-${count.toString(36).padStart(6, '0')}`;
    request.caller = ANONYMOUS;
    request.answerHeaders = ['X-Request-Id', request.requestId];
    return undefined;
  };
}
