/** Requests whose client goes before it has its answer. */
import type { Response } from 'express';
import { invalid } from '../errors.js';

/** Aborted when the connection closes before the whole answer was handed over: the client has called the work off. */
export function cancelled(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(invalid('The request was cancelled by the client'));
  });
  return controller.signal;
}
