/** Counts requests and refuses those beyond the caller's limit (spec/limits.md#rates). The answer says what is left either way. */
import type { Request, Response } from 'express';
import type { Caller } from '../access/caller.js';
import { countedAs } from '../access/client-addresses.js';
import type { Anonymous, Count } from '../access/rate-limits.js';
import { PlinthError } from '../errors.js';
import type { Site } from '../site.js';
import type { Step } from './entrance.js';
import { clientAddress } from './origin.js';
import type {} from './request-state.js';

/** Pages, files and signs of life, which a browser asks for by the dozen: not the API. */
const UNCOUNTED = /^\/(?:(?:admin|download|stream|imageworks|healthz|\.well-known)(?:[/?]|$)|(?:\?|$))/;

/** What somebody unknown asks for. */
function kindOf(url: string): Anonymous {
  if (url.startsWith('/automations/')) return 'triggers';
  if (/^\/mcp(?:[/?]|$)/.test(url)) return 'mcp';
  if (/^\/oauth\/token(?:\?|$)/.test(url)) return 'tokens';
  return /^\/oauth\/register(?:[/?]|$)/.test(url) ? 'registrations' : 'anonymous';
}

/** Adds what is left to the headers of the answer. Throws `tooMany` beyond the limit. */
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
  const message = `Too many requests (limit: ${limit} per window); try again in ${wait} seconds`;
  throw new PlinthError('tooMany', message, { retryAfter: wait });
}

/** Counts a request of somebody unknown by its network. Throws `tooMany` beyond the limit. */
export function countAnonymous(site: Site, request: Request, kind: Anonymous): void {
  settle(request, site.limits.anonymous(kind, countedAs(clientAddress(request, site))));
}

/** Whether a request counts; most are of the API. */
const counts = (url: string): boolean =>
  url.startsWith('/api/') || url.startsWith('/collections/') || !UNCOUNTED.test(url);

/**
 * Learns who is calling and counts the request. Who shows something that is not known is counted as one who shows
 * nothing, and only then refused.
 */
export function limitRate(site: Site, identify: (request: Request) => Caller): Step {
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
