import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether the browser uses TLS, which a proxy in front of Plinth terminates. A forged header only makes the sender's
 * own cookies stricter.
 */
export function isOverTls(headers: IncomingHttpHeaders): boolean {
  const { origin, host } = headers;
  if (origin !== undefined && origin.toLowerCase() === `https://${host}`.toLowerCase()) return true;
  return headers['x-forwarded-proto'] === 'https';
}
