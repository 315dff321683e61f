/** How this server is reached: its own address as the browser sees it, and whether a request comes from there. */
import type { Request } from 'express';
import type { Client } from '../access/sessions.js';
import type { Site } from '../site.js';

/**
 * Whether the browser speaks TLS, which a proxy in front of Plinth ends. Anybody can claim so; it only makes the cookie
 * of whoever claims it stricter.
 */
export function isSecure({ headers }: Request): boolean {
  const { origin } = headers;
  if (origin !== undefined && origin.toLowerCase() === `https://${headers.host}`.toLowerCase()) return true;
  return headers['x-forwarded-proto'] === 'https';
}

/** Where this request reached us; its host has passed the Host guard. */
export const ownUrl = (request: Request): string =>
  `${isSecure(request) ? 'https' : 'http'}://${request.headers.host}`;

/** Where a request comes from, behind proxies the user trusts as they say it. */
export const clientAddress = ({ socket, headers }: Request, site: Site): string =>
  site.clients.of(socket.remoteAddress, headers['x-forwarded-for']);

/** Where a session is opened from. */
export const clientOf = (request: Request, site: Site): Client => ({
  address: clientAddress(request, site),
  agent: request.headers['user-agent'] ?? '',
});

/** Whether a request comes from our own page, as far as the browser says where it comes from. */
export function isSameOrigin({ headers }: Request): boolean {
  const { origin, host } = headers;
  const own = [`http://${host}`, `https://${host}`].map((url) => url.toLowerCase());
  if (origin !== undefined && !own.includes(origin.toLowerCase())) return false;
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}
