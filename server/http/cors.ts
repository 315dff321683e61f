/**
 * The API for pages of other origins (ruling "Defaults are closed"): loopback origins and those the user lists, reading
 * only, never with cookies. A development server of a site on this machine needs no more. Programs that are pages may
 * also find their way to a token and get it, which shows who they are by itself.
 */
import { type Step, settleHeaders } from './entrance.js';

const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** Whether a page comes from a server on this machine. */
export const isLoopbackOrigin = (origin: string): boolean => LOOPBACK.test(origin);

/** Paths open to other origins, and the methods. */
const OPEN: readonly { paths: RegExp; methods: readonly string[] }[] = [
  { paths: /^(?:\/api)?\/(?:collections|schemas)(?:[/?#]|$)/, methods: ['GET', 'HEAD'] },
  { paths: /^\/\.well-known\/(?:oauth-|jwks\.json|mcp\.json)/, methods: ['GET', 'HEAD'] },
  { paths: /^\/oauth\/(?:token|register|revoke)(?:\?|$)/, methods: ['POST'] },
];

/** Adds the CORS headers for allowed origins and answers preflights; everything else passes unchanged. */
export function cors(listed: () => ReadonlySet<string>): Step {
  return (request, response) => {
    const open = OPEN.find(({ paths }) => paths.test(request.url));
    if (open === undefined) return undefined;
    const headers = request.answerHeaders ?? [];
    headers.push('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !(LOOPBACK.test(origin) || listed().has(origin.toLowerCase())))
      return undefined;
    const asked = request.headers['access-control-request-method'];
    const method = request.method === 'OPTIONS' ? asked : request.method;
    if (!open.methods.some((one) => one === method)) return undefined;
    headers.push('Access-Control-Allow-Origin', origin);
    headers.push(
      'Access-Control-Expose-Headers',
      'Content-Disposition, ETag, Link, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Plinth-Warnings, X-Request-Id, X-Skipped-Count, X-Total-Count',
    );
    if (request.method !== 'OPTIONS') return undefined;
    settleHeaders(request, response);
    response.setHeader('Access-Control-Allow-Methods', open.methods.join(', '));
    response.setHeader(
      'Access-Control-Allow-Headers',
      'Authorization, Content-Type, If-None-Match, MCP-Protocol-Version, X-API-Key',
    );
    response.setHeader('Access-Control-Max-Age', '86400');
    response.statusCode = 204;
    response.end();
    return 'answered';
  };
}
