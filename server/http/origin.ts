/** How this server is reached: its own address as the browser sees it, and whether a request comes from there. */
import type { Request } from 'express';
import type { Client } from '../access/sessions.js';

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

/** Where a session is opened from. */
export const clientOf = ({ socket, headers }: Request): Client => ({
  address: socket.remoteAddress ?? '',
  agent: headers['user-agent'] ?? '',
});

/** Whether a request comes from our own page, as far as the browser says where it comes from. */
export function isSameOrigin({ headers }: Request): boolean {
  const { origin, host } = headers;
  const own = [`http://${host}`, `https://${host}`].map((url) => url.toLowerCase());
  if (origin !== undefined && !own.includes(origin.toLowerCase())) return false;
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}
