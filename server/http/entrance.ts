/** The steps every request passes before a route sees it. */
import { randomBytes } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ANONYMOUS } from '../access/caller.js';

/** Looks at a request, adds to `answerHeaders`, throws to refuse it; `answered` when nothing is left to do. */
export type Step = (request: Request, response: Response) => 'answered' | undefined;

/** All steps as one. */
export function entrance(steps: readonly Step[]): Step {
  return (request, response) => {
    for (const step of steps) if (step(request, response) === 'answered') return 'answered';
    return undefined;
  };
}

/** Puts the headers of every answer on this one, for whoever does not write them together with its own. */
export function settleHeaders(request: Request, response: Response): void {
  const headers = request.answerHeaders ?? [];
  request.answerHeaders = undefined;
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name, value] = [headers[at], headers[at + 1]];
    if (name !== undefined && value !== undefined) response.setHeader(name, value);
  }
}

/** The entrance as Express's first middleware: a layer per step would cost more than most of the steps do. */
export function entranceMiddleware(enter: Step): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    if (enter(request, response) === 'answered') return;
    settleHeaders(request, response);
    next();
  };
}

/** Names requests, in the answer and in the log. Nobody is calling until a later step says otherwise. */
export function nameRequests(): Step {
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
