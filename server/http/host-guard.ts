/**
 * Rejects requests for foreign hosts before anything else, so that a web page cannot reach Plinth by pointing its own
 * name at 127.0.0.1 (DNS rebinding).
 */

import { message } from '../contract/messages/message.js';
import { invalid, PlinthError } from '../errors.js';
import { sendError } from './error-response.js';
import type { Middleware } from './pipeline.js';
import type { Request } from './request.js';

/** Longest request target, in characters (all of them ASCII on the wire). */
const MAX_URL = 8192;

const foreign = () => new PlinthError('forbidden', message('hostNotAllowed'));

/** How many `Host` lines the request carries; Node keeps only the first in `headers`. */
function hostLines(request: Request): number {
  let lines = 0;
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') lines += 1;
  }
  return lines;
}

/** Allowed host names: loopback names, the address the server listens on, and those of the settings. */
export function hostNames(listening: string, configured: readonly string[]): ReadonlySet<string> {
  const bracketed = listening.includes(':') && !listening.startsWith('[') ? `[${listening}]` : listening;
  return new Set(
    ['127.0.0.1', 'localhost', '[::1]', bracketed, ...configured].map((name) => name.toLowerCase()),
  );
}

/** Whether a `Host` value is allowed: a listed name with our port, or a listed `name:port`. */
function isOurs(host: string, port: number | undefined, names: ReadonlySet<string>): boolean {
  const value = host.toLowerCase();
  if (names.has(value)) return value.includes(':', value.indexOf(']') + 1) || port === 80;
  const suffix = `:${port}`;
  return value.endsWith(suffix) && names.has(value.slice(0, -suffix.length));
}

/** 400 for no or several hosts and malformed targets, 403 for a foreign host, 414 for long URLs. */
export function hostGuard(current: () => ReadonlySet<string>): Middleware {
  /** The last allowed host and the list it was checked against: clients rarely change it. */
  let known: string | undefined;
  let among: ReadonlySet<string> | undefined;
  return (request, response) => {
    const { host } = request.headers;
    if (host === undefined || host === '') throw invalid(message('hostMissing'));
    if (hostLines(request) !== 1) throw invalid(message('hostTwice'));
    const names = current();
    if (host !== known || names !== among) {
      if (!isOurs(host, request.socket.localPort, names)) throw foreign();
      known = host;
      among = names;
    }
    if (request.url.length > MAX_URL) {
      sendError(request, response, 414, message('urlTooLong', { limit: MAX_URL }));
      return 'answered';
    }
    if (!request.url.startsWith('/')) relativise(request, request.socket.localPort, names);
    return undefined;
  };
}

/** Converts an absolute request target (`GET http://127.0.0.1:4180/api HTTP/1.1`) to a path. */
function relativise(request: Request, port: number | undefined, names: ReadonlySet<string>): void {
  const match = /^https?:\/\/([^/?#]*)(.*)$/is.exec(request.url);
  if (!match) throw invalid(message('requestTargetNeedsPath'));
  const [, host = '', rest = ''] = match;
  if (!isOurs(host, port, names)) throw foreign();
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  request.originalUrl = request.url;
}
