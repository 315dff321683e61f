/** The server's own origin as seen by the browser, and whether a request comes from it. */

import { isOverTls } from '../access/over-tls.js';
import type { Client } from '../access/sessions.js';
import type { Site } from '../site.js';
import type { Request } from './request.js';

/** The origin of this request; its host has passed the Host guard. */
export const ownUrl = (request: Request): string =>
  `${isOverTls(request.headers) ? 'https' : 'http'}://${request.headers.host}`;

/** The client address of a request, through trusted proxies. */
export const clientAddress = ({ socket, headers }: Request, site: Site): string =>
  site.clients.of(socket.remoteAddress, headers['x-forwarded-for']);

/** The client of a new session. */
export const clientOf = (request: Request, site: Site): Client => ({
  address: clientAddress(request, site),
  agent: request.headers['user-agent'] ?? '',
});

/** Whether a request comes from our own page, as far as the browser reports it. */
export function isSameOrigin({ headers }: Request): boolean {
  const { origin, host } = headers;
  const own = [`http://${host}`, `https://${host}`].map((url) => url.toLowerCase());
  if (origin !== undefined && !own.includes(origin.toLowerCase())) return false;
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}

const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** Whether an origin is a server on this machine. */
export const isLoopbackOrigin = (origin: string): boolean => LOOPBACK.test(origin);
