/** Mounts the rows of the route tables: in the matcher for plain paths, and in Express. */
import type { Router } from 'express';
import { suggests } from '../access/suggests.js';
import { message } from '../contract/messages/message.js';
import type { JsonObject } from '../contract/values.js';
import { missing, PlinthError } from '../errors.js';
import { readJson } from '../http/body.js';
import { bodyCheck } from '../http/body-shape.js';
import { type Access, authorise, authoriseNamed, patternOf } from '../http/permission.js';
import type { Request, Response } from '../http/request.js';
import { PARAMETERS, type ParameterName } from '../openapi/parameters.js';
import type { Site } from '../site.js';
import { handled, isSuggestible } from './handled.js';
import { isMisspelled, redirected } from './respelled.js';
import type { Method, Route } from './route.js';
import type { RouteMatcher } from './route-matcher.js';

/** A prepared row. */
export interface ReadyRoute {
  route: Route;
  /** Authorizes, reads the body, and calls the handler. Throws or rejects on errors. */
  answer(request: Request, response: Response): Promise<void> | void;
}

/** Rows by their paths, in order of first appearance. */
function byPath(routes: readonly Route[]): Map<string, Route[]> {
  const paths = new Map<string, Route[]>();
  for (const route of routes) {
    const those = paths.get(route.path);
    if (those) those.push(route);
    else paths.set(route.path, [route]);
  }
  return paths;
}

/** `Allow` of a path: HEAD with every GET, OPTIONS with every path. */
function allowed(routes: readonly Route[]): string {
  const methods = new Set<string>(routes.map((route) => route.method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods, 'OPTIONS'].join(', ');
}

/**
 * Adds rows to the matcher, also below `/api` where they are `prefixed`, and returns what mounts them in Express. A
 * known path with another method is answered with 405 and `Allow`, OPTIONS with 204. Literal paths must come before
 * patterns that would also match them.
 */
export function mount(
  matcher: RouteMatcher<ReadyRoute>,
  site: Site,
  routes: readonly Route[],
  { prefixed }: { prefixed: boolean },
): (router: Router) => void {
  const paths = [...byPath(routes)].map(([path, those]) => {
    const ready = new Map(those.map((route) => [route.method, readyRoute(site, route)]));
    const shared = those.some(({ sharesPath }) => sharesPath);
    matcher.add(path, ready, shared);
    if (prefixed) matcher.add(`/api${path}`, ready, shared);
    return { path: prefixed ? `{/api}${path}` : path, those, ready, shared };
  });
  return (router) => {
    for (const { path, those, ready, shared } of paths) {
      const at = router.route(path);
      for (const [method, { answer }] of ready) at[METHODS[method]](answer);
      if (!shared) at.all(refuseMethod(allowed(those)));
    }
  };
}

/** Where addresses of objects begin. */
const OBJECT = '/collections/:collection/:id';

/** Access that is no right to content, so that the collection a request names is not looked at. */
const WITHOUT_RIGHT: ReadonlySet<Access> = new Set(['open', 'session', 'editor', 'owner']);

const namesCollection = (parameter: ParameterName): boolean => {
  const { name }: JsonObject = PARAMETERS[parameter];
  return name === 'collection';
};

/** Whether the right to read what a request names is asked for beside the access to the route. */
const namesContent = ({ access, path, parameters = [], decides }: Route): boolean =>
  WITHOUT_RIGHT.has(access) &&
  decides === undefined &&
  (path.includes('/:collection') || parameters.some(namesCollection));

/** Authorization comes first: without it no body is read. */
function readyRoute(site: Site, route: Route): ReadyRoute {
  const { path, access, input, inputOptional, handlerReadsBody } = route;
  const pattern = patternOf(path);
  const ofObject = path.startsWith(OBJECT);
  const readsJson = input !== undefined && !handlerReadsBody;
  const check = input?.checkedBy && bodyCheck(input.checkedBy);
  const checkBody = (body: unknown) => {
    if (check && !(inputOptional && body === undefined)) check(body);
  };
  const ofNamed = namesContent(route);
  const inSuggestions = isSuggestible(route);
  const authorised = (request: Request) => {
    if (inSuggestions && suggests(request.caller)) request.suggested = true;
    authorise(site, access, pattern, request);
    if (ofNamed) authoriseNamed(site, request);
  };
  const handleBody = async (request: Request, response: Response) => {
    await readJson(request, response, 'json');
    checkBody(request.body);
    await handled(route, site, request, response);
  };
  const handleAuthorised = (request: Request, response: Response) => {
    authorised(request);
    if (readsJson) return handleBody(request, response);
    checkBody(request.body);
    return handled(route, site, request, response);
  };
  const answerMisspelled = async (request: Request, response: Response) => {
    if (await redirected(site, request, response, () => authorised(request))) return;
    await handleAuthorised(request, response);
  };
  return {
    route,
    answer: (request, response) =>
      ofObject && isMisspelled(request)
        ? answerMisspelled(request, response)
        : handleAuthorised(request, response),
  };
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
    // The router decodes after matching; these segments are invalid for every method.
    if (
      Object.values(request.params)
        .flat()
        .some((segment) => segment === '.' || segment === '..')
    ) {
      throw missing(message('notFound'));
    }
    response.setHeader('Allow', allow);
    if (request.method !== 'OPTIONS') {
      throw new PlinthError(
        'method',
        message('methodNotAllowed', { method: request.method, allowed: allow }),
      );
    }
    response.statusCode = 204;
    response.end();
  };
}
