/** Requests whose client disconnects before the response is sent. */
import type { Response } from 'express';
import { message } from '../contract/messages/message.js';
import { invalid } from '../errors.js';

/** Aborted when the connection closes before the whole response was sent: the client has cancelled the work. */
export function cancelled(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort(invalid(message('requestCancelled')));
  });
  return controller.signal;
}
