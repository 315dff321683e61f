/**
 * Counts requests and rejects those beyond the caller's limit (spec/limits.md#rates). Every response has the remaining
 * quota.
 */

import type { Caller } from '../access/caller.js';
import { countedAs } from '../access/client-addresses.js';
import type { Anonymous } from '../access/rate-limits.js';
import type { Count } from '../access/windows.js';
import { message } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';
import type { Site } from '../site.js';
import { clientAddress } from './origin.js';
import type { Middleware } from './pipeline.js';
import type { Request, Response } from './request.js';
import type {} from './request-state.js';

/** Pages, files and health checks, which browsers request in large numbers: not the API. */
const UNCOUNTED = /^\/(?:(?:admin|docs|download|stream|imageworks|healthz|\.well-known)(?:[/?]|$)|(?:\?|$))/;

/** The kind of an anonymous request. */
function kindOf(url: string): Anonymous {
  if (url.startsWith('/automations/')) return 'triggers';
  if (/^\/mcp(?:[/?]|$)/.test(url)) return 'mcp';
  if (/^\/oauth\/token(?:\?|$)/.test(url)) return 'tokens';
  return /^\/oauth\/register(?:[/?]|$)/.test(url) ? 'registrations' : 'anonymous';
}

/** Adds the remaining quota to the headers of the response. Throws `tooMany` beyond the limit. */
function settle({ answerHeaders }: Request, { limit, remaining, resets, wait }: Count): void {
  answerHeaders?.push(
    'X-RateLimit-Limit',
    String(limit),
    'X-RateLimit-Remaining',
    String(remaining),
    'X-RateLimit-Reset',
    resets,
  );
  if (wait === 0) return;
  throw new PlinthError('tooMany', message('requestsLimit', { limit, seconds: wait }), { retryAfter: wait });
}

/** Counts an anonymous request by its network. Throws `tooMany` beyond the limit. */
export function countAnonymous(site: Site, request: Request, kind: Anonymous): void {
  settle(request, site.limits.anonymous(kind, countedAs(clientAddress(request, site))));
}

/** Whether a request counts; most are of the API. */
const counts = (url: string): boolean =>
  url.startsWith('/api/') || url.startsWith('/collections/') || !UNCOUNTED.test(url);

/**
 * Authenticates the caller and counts the request. A request with invalid credentials is counted as anonymous before it
 * is rejected.
 */
export function limitRate(site: Site, identify: (request: Request) => Caller): Middleware {
  const anonymous = (request: Request) => countAnonymous(site, request, kindOf(request.url));

  return (request: Request, _response: Response) => {
    let refusal: unknown;
    try {
      request.caller = identify(request);
    } catch (error) {
      if (!counts(request.url)) throw error;
      refusal = error;
    }
    if (!counts(request.url)) return undefined;
    if (refusal !== undefined) {
      anonymous(request);
      throw refusal;
    }
    const count = site.limits.known(request.caller);
    if (count === undefined) anonymous(request);
    else settle(request, count);
    return undefined;
  };
}
