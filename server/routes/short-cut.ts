/**
 * The short way to objects and lists, for what the build of a site asks for ten thousand times and an import sends
 * as often. Finding a route costs Express more than answering it; here the same route, entrance and checks are found
 * by two slashes.
 */
import type { Request, Response } from 'express';
import { isLegalId } from '../contract/names.js';
import { readJson } from '../http/body.js';
import type { Entrance } from '../http/entrance.js';
import type { ShortCut } from '../http/node-server.js';
import { authorise, type Pattern, patternOf } from '../http/permission.js';
import type { Site } from '../site.js';
import type { Route } from './route.js';

const PREFIXES = ['/api/collections/', '/collections/'] as const;
const LIST = '/collections/:collection';
const OBJECT = '/collections/:collection/:id';

type Params = { collection: string; id?: string };

/** What a target addresses; undefined for all that is not spelled plainly, which Express then looks at. */
function addressed(url: string): Params | undefined {
  const prefix = PREFIXES.find((candidate) => url.startsWith(candidate));
  if (prefix === undefined) return undefined;
  const mark = url.indexOf('?');
  const end = mark < 0 ? url.length : mark;
  const slash = url.indexOf('/', prefix.length);
  if (slash < 0 || slash > end) {
    const collection = url.slice(prefix.length, end);
    return isLegalId(collection) ? { collection } : undefined;
  }
  const params = { collection: url.slice(prefix.length, slash), id: url.slice(slash + 1, end) };
  return isLegalId(params.collection) && isLegalId(params.id) ? params : undefined;
}

/** Words that stand where the id of an object would: routes of their own. */
function wordsAmong(routes: readonly Route[]): ReadonlySet<string> {
  const inPlaceOfIds = routes.filter(({ path }) => /^\/collections\/:\w+\/[^:/]+$/.test(path));
  return new Set(inPlaceOfIds.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)));
}

interface Found {
  route: Route;
  pattern: Pattern;
}

/** The routes of a path by their methods. */
function byMethod(routes: readonly Route[], path: string): ReadonlyMap<string, Found> {
  const pattern = patternOf(path);
  const those = routes.filter((route) => route.path === path);
  return new Map(those.map((route) => [route.method, { route, pattern }]));
}

/**
 * Makes the short way through a table of routes.
 * @param enter the entrance every request passes
 * @param fail answers what the entrance, the check or the operation throws
 */
export function shortCut(
  site: Site,
  routes: readonly Route[],
  enter: Entrance,
  fail: (error: unknown, request: Request, response: Response) => void,
): ShortCut {
  const words = wordsAmong(routes);
  const [lists, objects] = [byMethod(routes, LIST), byMethod(routes, OBJECT)];

  const run = async (request: Request, response: Response, { route, pattern }: Found): Promise<void> => {
    const entered = enter(request, response);
    if (entered === 'answered') return;
    if (entered !== undefined) await entered;
    authorise(site, route.access, pattern, request);
    if (route.body !== undefined) await readJson(request, response, route.body);
    await route.handle(request, response, site);
  };

  return (request, response) => {
    const params = addressed(request.url);
    if (params === undefined || (params.id !== undefined && words.has(params.id))) return false;
    const found = (params.id === undefined ? lists : objects).get(request.method);
    if (!found) return false;
    request.originalUrl = request.url;
    request.params = params;
    run(request, response, found).catch((error: unknown) => fail(error, request, response));
    return true;
  };
}
