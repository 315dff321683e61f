import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether the browser speaks TLS, which a proxy in front of Plinth ends. Anybody can claim so; it only makes the cookies
 * of whoever claims it stricter.
 */
export function isOverTls(headers: IncomingHttpHeaders): boolean {
  const { origin, host } = headers;
  if (origin !== undefined && origin.toLowerCase() === `https://${host}`.toLowerCase()) return true;
  return headers['x-forwarded-proto'] === 'https';
}
