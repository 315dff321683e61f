/** Mounts the rows of the route tables in Express. */
import type { NextFunction, Request, Response, Router } from 'express';
import { missing, PlinthError } from '../errors.js';
import { jsonBody } from '../http/body.js';
import { authorise, patternOf } from '../http/permission.js';
import type { Site } from '../site.js';
import { respelled } from './respelled.js';
import type { Method, Route } from './route.js';

/** Methods of the routes on one path, in the order in which the path first appears. */
function byPath(routes: readonly Route[]): Map<string, Route[]> {
  const paths = new Map<string, Route[]>();
  for (const route of routes) paths.set(route.path, [...(paths.get(route.path) ?? []), route]);
  return paths;
}

/** `Allow` of a path: HEAD comes with every GET, OPTIONS with every path. */
function allowed(routes: readonly Route[]): string {
  const methods = new Set<string>(routes.map((route) => route.method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods, 'OPTIONS'].join(', ');
}

/**
 * Mounts routes below a prefix, which may be optional (`{/api}`). A known path with another method answers 405 with `Allow`, OPTIONS 204;
 * literal paths must stand before patterns that would also match them.
 */
export function mount(router: Router, site: Site, prefix: string, routes: readonly Route[]): void {
  for (const [path, those] of byPath(routes)) {
    const at = router.route(prefix + path);
    for (const route of those) {
      if (path.startsWith(OBJECT)) at[METHODS[route.method]](respelled(site, route.access, patternOf(path)));
      at[METHODS[route.method]](...handlersOf(site, route));
    }
    at.all(refuseMethod(allowed(those)));
  }
}

/** Where addresses of objects begin. */
const OBJECT = '/collections/:collection/:id';

/** Whether a JSON body is read before the handler runs. */
export const readsJson = ({ input, handlerReadsBody }: Route): boolean =>
  input !== undefined && !handlerReadsBody;

/** The caller's right comes first: nobody without it may send us a body to read. */
function handlersOf(site: Site, route: Route) {
  const { path, access, handle } = route;
  const pattern = patternOf(path);
  if (!readsJson(route)) {
    return [
      (request: Request, response: Response) => {
        authorise(site, access, pattern, request);
        return handle(request, response, site);
      },
    ];
  }
  return [
    (request: Request, _response: Response, next: NextFunction) => {
      authorise(site, access, pattern, request);
      next();
    },
    jsonBody('json'),
    (request: Request, response: Response) => handle(request, response, site),
  ];
}

const METHODS = {
  GET: 'get',
  HEAD: 'head',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
} as const satisfies Record<Method, string>;

function refuseMethod(allow: string) {
  return (request: Request, response: Response): void => {
    // The router decodes after it has matched; these can name nothing, whatever the method.
    if (
      Object.values(request.params)
        .flat()
        .some((segment) => segment === '.' || segment === '..')
    ) {
      throw missing('There is nothing at this address');
    }
    response.setHeader('Allow', allow);
    if (request.method !== 'OPTIONS') {
      throw new PlinthError('method', `${request.method} is not allowed here; try ${allow}`);
    }
    response.statusCode = 204;
    response.end();
  };
}
