/**
 * Handles requests with a plain path before Express: the rows of the same tables, the same middleware, the same errors.
 */

import type { FastPath } from '../http/node-server.js';
import { finalizeHeaders, type Middleware } from '../http/pipeline.js';
import type { Request, Response } from '../http/request.js';
import type { ReadyRoute } from './mount.js';
import type { RouteMatcher } from './route-matcher.js';

/**
 * Creates the fast path through the mounted rows.
 * @param enter the middleware pipeline of every request
 * @param fail sends errors of the middleware, the authorization or the handler
 */
export function fastPath(
  matcher: RouteMatcher<ReadyRoute>,
  enter: Middleware,
  fail: (error: unknown, request: Request, response: Response) => void,
): FastPath {
  const run = async (request: Request, response: Response, { route, answer }: ReadyRoute): Promise<void> => {
    if (enter(request, response) === 'answered') return;
    if (!route.headersAtOnce) finalizeHeaders(request, response);
    await answer(request, response);
  };
  return (request, response) => {
    const found = matcher.find(request.method, request.url);
    if (found === undefined) return false;
    request.originalUrl = request.url;
    // Express's own methods of answers read it.
    request.res = response;
    request.params = found.params;
    run(request, response, found.row).catch((error: unknown) => fail(error, request, response));
    return true;
  };
}
