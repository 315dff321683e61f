/** Allowed origins of `/mcp` (spec/mcp.md#admission): our own and those of the settings. */
import { PlinthError } from '../errors.js';
import type { Mcp } from '../mcp/mcp.js';
import { isSameOrigin } from './origin.js';
import { finalizeHeaders, type Middleware } from './pipeline.js';

const PATH = /^\/mcp(?:[?#]|$)/;

/** Whether a URL is the MCP endpoint. */
export const isMcpPath = (url: string): boolean => url.startsWith('/mcp') && PATH.test(url);

const ALLOWED_HEADERS =
  'Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, X-API-Key';

/** Rejects pages of other origins before authentication; answers preflights of allowed ones. */
export function mcpOrigin(mcp: Mcp): Middleware {
  return (request, response) => {
    if (!isMcpPath(request.url)) return undefined;
    const headers = request.answerHeaders ?? [];
    headers.push('Vary', 'Origin');
    if (isSameOrigin(request)) return undefined;
    const { origin = 'null' } = request.headers;
    const requested = origin.toLowerCase();
    const { origins } = mcp.settings();
    // An opaque origin is shared: any page can get one with a sandboxed frame.
    const listed = origins.has(requested) || (origins.has('*') && requested !== 'null');
    if (!listed) throw new PlinthError('forbidden', 'Origin not allowed (see the setting "mcp.origins")');
    headers.push('Access-Control-Allow-Origin', origin);
    headers.push(
      'Access-Control-Expose-Headers',
      'MCP-Protocol-Version, Mcp-Session-Id, WWW-Authenticate, X-Request-Id',
    );
    if (request.method !== 'OPTIONS') return undefined;
    finalizeHeaders(request, response);
    response.setHeader('Access-Control-Allow-Methods', 'POST');
    response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
    response.setHeader('Access-Control-Max-Age', '86400');
    response.statusCode = 204;
    response.end();
    return 'answered';
  };
}
