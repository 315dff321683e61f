/**
 * Reading the API from pages of other origins (ruling "Defaults are closed"): loopback origins and those the
 * user lists, GET and HEAD only, never with cookies. A development server of a site on this machine needs no more.
 */
import { type Step, settleHeaders } from './entrance.js';

const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** Paths other origins may read. */
const OPEN_PATHS = /^(?:\/api)?\/(?:collections|schemas)(?:[/?#]|$)/;

/** Adds the CORS headers for allowed origins and answers preflights; everything else passes unchanged. */
export function cors(listed: () => ReadonlySet<string>): Step {
  return (request, response) => {
    if (!OPEN_PATHS.test(request.url)) return undefined;
    const headers = request.answerHeaders ?? [];
    headers.push('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !(LOOPBACK.test(origin) || listed().has(origin.toLowerCase())))
      return undefined;
    const asked = request.headers['access-control-request-method'];
    const method = request.method === 'OPTIONS' ? asked : request.method;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    headers.push('Access-Control-Allow-Origin', origin);
    headers.push(
      'Access-Control-Expose-Headers',
      'Content-Disposition, ETag, Link, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Skipped-Count, X-Total-Count',
    );
    if (request.method !== 'OPTIONS') return undefined;
    settleHeaders(request, response);
    response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD');
    response.setHeader(
      'Access-Control-Allow-Headers',
      'Authorization, Content-Type, If-None-Match, X-API-Key',
    );
    response.setHeader('Access-Control-Max-Age', '86400');
    response.statusCode = 204;
    response.end();
    return 'answered';
  };
}
