/** The origin of the changes that a request makes. */

import { actorOf } from '../access/request-changes.js';
import { isTransactionId, TRANSACTION_HEADER } from '../contract/changes.js';
import { message } from '../contract/messages/message.js';
import { invalid } from '../errors.js';
import type { Origin } from '../events.js';
import type { Site } from '../site.js';
import type { Request, Response } from './request.js';
import type {} from './request-state.js';

const HEADER = TRANSACTION_HEADER.toLowerCase();

/** Throws `readOnly` for a folder that must not be written, `invalid` for a header that is not a transaction id. The answer names the transaction in the same header. */
export function changeOrigin(site: Site, request: Request, response: Response): Origin {
  site.store.format.checkWritable();
  const asked = request.headers[HEADER];
  if (asked !== undefined && !(typeof asked === 'string' && isTransactionId(asked))) {
    throw invalid(message('transactionHeaderInvalid', { name: TRANSACTION_HEADER }));
  }
  const { caller } = request;
  // Callers without credentials cannot be told apart, so they continue nothing.
  const own = caller.kind === 'anonymous' ? undefined : asked;
  const origin = site.requestChanges.origin(actorOf(caller), own);
  request.transaction = origin.transaction.id;
  if (request.answerHeaders) request.answerHeaders.push(TRANSACTION_HEADER, request.transaction);
  else response.setHeader(TRANSACTION_HEADER, request.transaction);
  return caller.kind === 'owner' ? { ...origin, managedBy: caller.session.user.id } : origin;
}
