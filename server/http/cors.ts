/**
 * CORS (spec/access.md#cors): loopback origins and origins of the settings can use every method of every route with a
 * key or a token, never with cookies. `/mcp` has a list of its own.
 */

import { isMcpPath } from './mcp-origin.js';
import { finalizeHeaders, type Middleware } from './pipeline.js';

const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** Whether an origin is a server on this machine. */
export const isLoopbackOrigin = (origin: string): boolean => LOOPBACK.test(origin);

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';

const EXPOSED = [
  ...['Allow', 'Content-Disposition', 'Content-Range', 'ETag', 'Link', 'Location', 'Retry-After'],
  ...[
    'Preference-Applied',
    'X-Plinth-Cursor',
    'X-Plinth-Merged',
    'X-Plinth-Missing-Files',
    'X-Plinth-Transaction',
    'X-Plinth-Warnings',
  ],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id'],
  ...['X-Skipped-Count', 'X-Total-Count', 'X-Trash-Id'],
].join(', ');

const TAKEN = [
  ...['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'If-Range', 'Last-Event-ID'],
  ...['MCP-Protocol-Version', 'Range', 'X-API-Key', 'X-Plinth-Transaction'],
].join(', ');

/** Adds the CORS headers for allowed origins and answers preflights; everything else passes unchanged. */
export function cors(listed: () => ReadonlySet<string>): Middleware {
  return (request, response) => {
    if (isMcpPath(request.url)) return undefined;
    const headers = request.answerHeaders ?? [];
    headers.push('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !(isLoopbackOrigin(origin) || listed().has(origin.toLowerCase())))
      return undefined;
    headers.push('Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED);
    const requestedMethod = request.headers['access-control-request-method'];
    if (request.method !== 'OPTIONS' || requestedMethod === undefined) return undefined;
    finalizeHeaders(request, response);
    response.setHeader('Access-Control-Allow-Methods', METHODS);
    response.setHeader('Access-Control-Allow-Headers', TAKEN);
    response.setHeader('Access-Control-Max-Age', '86400');
    response.statusCode = 204;
    response.end();
    return 'answered';
  };
}
