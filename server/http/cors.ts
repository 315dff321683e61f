/**
 * CORS (spec/access.md#cors): loopback origins and origins of the settings can use every method of every route with a
 * key or a token, never with cookies. `/mcp` has a list besides, and rejects pages of all other origins. A page that
 * reaches the server by rebinding a name has the origin of that name, which is on no list.
 */

import { message } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';
import { isMcpPath } from './mcp-path.js';
import { isLoopbackOrigin, isSameOrigin } from './origin.js';
import { finalizeHeaders, type Middleware } from './pipeline.js';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';

const EXPOSED = [
  ...['Allow', 'Content-Disposition', 'Content-Range', 'ETag', 'Link', 'Location', 'Retry-After'],
  ...['MCP-Protocol-Version', 'Mcp-Session-Id', 'WWW-Authenticate'],
  ...[
    'Preference-Applied',
    'X-Plinth-Cursor',
    'X-Plinth-Merged',
    'X-Plinth-Missing-Files',
    'X-Plinth-Perspective',
    'X-Plinth-Transaction',
    'X-Plinth-Warnings',
  ],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id'],
  ...['X-Skipped-Count', 'X-Total-Count', 'X-Trash-Id'],
].join(', ');

const TAKEN = [
  ...['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'If-Range', 'Last-Event-ID'],
  ...['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Mcp-Session-Id', 'Prefer', 'Range', 'X-API-Key'],
  ...['X-Plinth-Perspective', 'X-Plinth-Transaction'],
].join(', ');

/** Origins of the settings, in lower case. */
interface Listed {
  /** For every route. */
  all: () => ReadonlySet<string>;
  /** For the MCP endpoint; `*` stands for all but the opaque origin, which any page gets in a sandboxed frame. */
  mcp: () => ReadonlySet<string>;
}

/** Adds the CORS headers for allowed origins, answers preflights, and rejects other pages at the MCP endpoint. */
export function cors(listed: Listed): Middleware {
  const isAllowed = (origin: string, mcp: boolean) => {
    const name = origin.toLowerCase();
    if (isLoopbackOrigin(origin) || listed.all().has(name)) return true;
    const forMcp = mcp ? listed.mcp() : undefined;
    return forMcp !== undefined && (forMcp.has(name) || (forMcp.has('*') && name !== 'null'));
  };
  return (request, response) => {
    const mcp = isMcpPath(request.url);
    const headers = request.answerHeaders ?? [];
    headers.push('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !isAllowed(origin, mcp)) {
      if (!mcp || isSameOrigin(request)) return undefined;
      throw new PlinthError('forbidden', message('originNotAllowed'));
    }
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
