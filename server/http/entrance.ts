/** The steps every request passes before a route sees it. */
import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ANONYMOUS } from '../access/caller.js';

/** Looks at a request, adds to its answer, throws to refuse it; `answered` when nothing is left to do. */
export type Step = (request: Request, response: Response) => 'answered' | undefined;

/** As one middleware: a layer of Express's router costs more than most of these steps do. */
export function entrance(steps: readonly Step[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    for (const step of steps) if (step(request, response) === 'answered') return;
    next();
  };
}

/** Names the request, in the answer and in the log. Nobody is calling until a later step says otherwise. */
export const nameRequest: Step = (request, response) => {
  request.requestId = randomUUID();
  request.caller = ANONYMOUS;
  response.setHeader('X-Request-Id', request.requestId);
  return undefined;
};
