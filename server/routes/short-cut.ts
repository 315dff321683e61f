/**
 * The short way to objects, lists and files, for what the build of a site or a player asks for ten thousand times and
 * an import sends as often. Finding a route costs Express more than answering it; here the same route, entrance and
 * checks are found by the slashes.
 */
import type { Request, Response } from 'express';
import { isLegalId } from '../contract/names.js';
import { readJson } from '../http/body.js';
import type { Step } from '../http/entrance.js';
import type { ShortCut } from '../http/node-server.js';
import { authorise, type Pattern, patternOf } from '../http/permission.js';
import type { Site } from '../site.js';
import { readsJson } from './mount.js';
import type { Route } from './route.js';

const PREFIXES = ['/api/collections/', '/collections/'] as const;
const LIST = '/collections/:collection';
const OBJECT = '/collections/:collection/:id';

type Params = { collection: string; id?: string; property?: string; name?: string };

const FILES = ['download', 'stream'].flatMap((way) => [
  `/${way}/:collection/:id/:property`,
  `/${way}/:collection/:id/:property/:name`,
]);

/** A file by its property, and of an image, a gallery or a file also by its name, where nothing in it is encoded. */
const FILE = /^\/(download|stream)\/([\w-]+)\/([\w-]+)\/([\w-]+)(?:\/([\w-][\w.-]*))?(?:\?|$)/;

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

/** The route of a file and what its target addresses; undefined as with `addressed`. */
function addressedFile(url: string): { path: string; params: Params } | undefined {
  const [, way, collection = '', id = '', property = '', name] = FILE.exec(url) ?? [];
  if (way === undefined || !isLegalId(collection) || !isLegalId(id)) return undefined;
  const path = `/${way}/:collection/:id/:property`;
  if (name === undefined) return { path, params: { collection, id, property } };
  return { path: `${path}/:name`, params: { collection, id, property, name } };
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

const paired = (found: Found | undefined, params: Params): [Found, Params] | undefined =>
  found && [found, params];

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
  enter: Step,
  fail: (error: unknown, request: Request, response: Response) => void,
): ShortCut {
  const words = wordsAmong(routes);
  const [lists, objects] = [byMethod(routes, LIST), byMethod(routes, OBJECT)];
  const files = new Map(FILES.map((path) => [path, byMethod(routes, path).get('GET')]));

  /** The route of a request, and its parameters; undefined for what Express has to look at. */
  const find = ({ url, method }: Request): [Found, Params] | undefined => {
    const params = addressed(url);
    if (params === undefined) {
      const file = method === 'GET' ? addressedFile(url) : undefined;
      return file && paired(files.get(file.path), file.params);
    }
    if (params.id !== undefined && words.has(params.id)) return undefined;
    return paired((params.id === undefined ? lists : objects).get(method), params);
  };

  const run = async (request: Request, response: Response, { route, pattern }: Found): Promise<void> => {
    if (enter(request, response) === 'answered') return;
    authorise(site, route.access, pattern, request);
    if (readsJson(route)) await readJson(request, response, 'json');
    await route.handle(request, response, site);
  };

  return (request, response) => {
    const found = find(request);
    if (found === undefined) return false;
    request.originalUrl = request.url;
    request.params = found[1];
    run(request, response, found[0]).catch((error: unknown) => fail(error, request, response));
    return true;
  };
}
