import { isDeepStrictEqual } from 'node:util';
import express from 'express';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ANONYMOUS } from '../../server/access/caller.js';
import { apiRoutes, rootRoutes } from '../../server/app.js';
import { mount, type ReadyRoute } from '../../server/routes/mount.js';
import type { Handler, Method, Route } from '../../server/routes/route.js';
import { RouteMatcher } from '../../server/routes/route-matcher.js';
import { BLOG, startTestServer, type TestServer } from '../helpers/server.js';
import { makeSite } from '../helpers/site.js';

const METHODS: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const ROUTES = [...apiRoutes, ...rootRoutes];
const PATHS = [...new Set(ROUTES.map(({ path }) => path))];

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

/** A path with names for its parameters: `/p0/p1/p2.p2`. */
const segmentsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .flatMap((part, n) => part.replace(/\*\w+/, 'r/s').replace(/:\w+/g, `p${n}`).split('/'));

const SEGMENTS = PATHS.map(segmentsOf);

const targetOf = (segments: readonly string[]) => `/${segments.join('/')}`;

/** What could be taken for something else. */
const ODD = ['A', 'a.b', 'a.b.c', 'a.', '.a', '.', '..', '%61', 'a%2Fb', 'ä', '+', ''];

/** Words that are in a segment of paths beginning like this one, and odd ones. */
function wordsAt(segments: readonly string[], n: number): Set<string> {
  const before = targetOf(segments.slice(0, n));
  const like = SEGMENTS.filter((other) => targetOf(other.slice(0, n)) === before);
  return new Set([...like.map((other) => other[n] ?? 'x'), ...ODD]);
}

/** Targets near a path: longer, shorter, and with other words in its segments. */
function* targetsNear(path: string): Generator<string> {
  const segments = segmentsOf(path);
  const plain = targetOf(segments);
  yield* [`${plain}?a=/b/c&d=%20`, `${plain}/`, `${plain}/more`, `/${plain}`, `http://127.0.0.1${plain}`];
  yield targetOf(segments.slice(0, -1));
  for (const n of segments.keys()) {
    for (const segment of wordsAt(segments, n)) yield targetOf(segments.with(n, segment));
  }
}

describe('the matcher', () => {
  it('finds the row and the parameters that Express finds, or leaves the target to Express', async () => {
    const { site } = await makeSite();
    type Taken = [name: string, params: object];
    let finish: (taken?: Taken) => void = () => undefined;
    const recording = (routes: readonly Route[]) =>
      routes.map(({ input: _input, ...route }): Route => {
        const handle: Handler = ({ params }) => {
          finish([nameOf(route), { ...params }]);
        };
        return { ...route, access: 'open', decides: 'the test', changes: undefined, handle };
      });
    const matcher = new RouteMatcher<ReadyRoute>();
    const router = express.Router({ caseSensitive: true, strict: true });
    mount(matcher, site, recording(apiRoutes), { prefixed: true })(router);
    mount(matcher, site, recording(rootRoutes), { prefixed: false })(router);

    /** What Express does; undefined where it has no such address, or refuses the method. */
    const byExpress = (method: string, url: string) =>
      new Promise<Taken | undefined>((resolve) => {
        finish = resolve;
        const asked = { method, url, headers: {}, caller: ANONYMOUS };
        const request = Object.assign(Object.create(express.request), asked);
        const response = { setHeader: () => undefined, end: () => resolve(undefined) };
        router(request, Object.assign(Object.create(express.response), response), () => resolve(undefined));
      });
    const byMatcher = (method: string, url: string): Taken | undefined => {
      const found = matcher.find(method, url);
      return found && [nameOf(found.row.route), { ...found.params }];
    };

    const differences: unknown[] = [];
    const compare = (method: string, url: string, own?: Taken, theirs?: Taken) => {
      if (!isDeepStrictEqual(own, theirs)) differences.push([method, url, own, theirs]);
    };
    for (const path of [...PATHS, ...apiRoutes.map((route) => `/api${route.path}`)]) {
      const url = targetOf(segmentsOf(path));
      for (const method of METHODS) {
        compare(method, url, byMatcher(method, url), await byExpress(method, url));
      }
      expect(METHODS.some((method) => byMatcher(method, url) !== undefined)).toBe(true);
    }
    const near = new Set(PATHS.flatMap((path) => [...targetsNear(path)]));
    for (const url of near) {
      const own = byMatcher('GET', url) ?? byMatcher('PUT', url);
      if (/^(?:\/\.?[\w-][\w.-]*)+(?:\?|$)/.test(url)) {
        compare('', url, own, (await byExpress('GET', url)) ?? (await byExpress('PUT', url)));
      } else compare('', url, own);
    }
    expect(differences).toEqual([]);
  });
});

/** Films have files, and are open to everyone for reading. */
const FILES = {
  ...BLOG,
  '.schemas/film.json': {
    id: 'film',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      takes: { field: 'number' },
      file: { field: 'file' },
      stills: { field: 'gallery' },
      token: { type: 'string', field: 'secret' },
    },
    required: ['id'],
  },
  'films/.meta.json': { id: 'films', schema: 'film', publicOperations: ['read'] },
  'films/one.json': {
    id: 'one',
    created: '2026-01-01T10:00:00.000Z',
    modified: '2026-01-01T10:00:00.000Z',
    takes: 3,
    token: 'hush-hush',
    file: { name: 'one.txt', mime: 'text/plain', size: 10 },
    stills: [{ name: 'a.txt', mime: 'text/plain', size: 5 }],
  },
  'films/one/file/one.txt': 'A film, it',
  'films/one/stills/a.txt': 'still',
  'films/two.json': {
    id: 'two',
    created: '2026-01-02T10:00:00.000Z',
    modified: '2026-01-02T10:00:00.000Z',
    file: { name: 'two.txt', mime: 'text/plain', size: 3, password: '$2b$04$x' },
  },
  'films/two/file/two.txt': 'two',
  'films/torn.json': '{"id":"to',
  'members/.meta.json': { id: 'members', schema: 'film', publicOperations: ['read'], groups: ['staff'] },
  'members/one.json': {
    id: 'one',
    // Otherwise the time of its file, whose place among the others is not the same on both servers.
    modified: '2026-01-03T10:00:00.000Z',
    file: { name: 'one.txt', mime: 'text/plain', size: 3 },
  },
  'members/one/file/one.txt': 'one',
};

const NAMES: Readonly<Record<string, string>> = {
  collection: 'films',
  id: 'one',
  property: 'file',
  name: 'one.txt',
  schema: 'film',
  format: 'jpg',
  path: 'one.txt',
  amount: '2',
};

/** Bodies of rows that a `{}` would tell little of. */
const BODIES: Readonly<Record<string, unknown>> = {
  'api.objects.create': { id: 'three', title: 'Three' },
  'api.objects.clone': { id: 'copy' },
  'api.objects.patch': { title: 'Patched' },
  'api.collections.create': { id: 'new', schema: 'blog' },
  'api.users.create': { name: 'Ann', role: 'editor', password: 'correct horse battery' },
  'api.keys.create': { name: 'k', methods: ['GET'], paths: ['*'] },
};

/** A method that no row of a path has. */
const wrongMethod = (path: string): string =>
  METHODS.find((method) => !ROUTES.some((route) => route.path === path && route.method === method)) ?? 'COPY';

/** What is asked of a row: its own method by several callers, and methods it does not have. */
function* requestsTo({ method, id, path, input, handlerReadsBody }: Route): Generator<[string, Asked]> {
  const target = path.replace(/[:*](\w+)/g, (_, name: string) => NAMES[name] ?? name);
  const own: Asked = { method, by: 'owner', ...(input && !handlerReadsBody && { json: BODIES[id] ?? {} }) };
  if (ROUTES.find((route) => route.path === path)?.id === id) {
    yield [target, { method: 'OPTIONS', by: 'nobody' }];
    yield [target, { method: wrongMethod(path), by: 'owner' }];
  }
  if (method === 'GET') yield [target, { method: 'HEAD', by: 'owner' }];
  // A stream of events has no end.
  if (id === 'api.events') return;
  yield [target, { ...own, by: 'nobody', headers: { origin: 'http://evil.example' } }];
  if (method === 'GET') {
    yield [`${target}?limit=1&path=x`, { method, by: 'nobody', headers: { accept: 'text/html' } }];
  }
  // Without a session the rows after it would all be refused.
  if (id !== 'api.session.end') yield [target, own];
}

const PASSING: ReadonlySet<string> = new Set([
  'date',
  'x-request-id',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
]);

interface Asked {
  method: string;
  by: 'owner' | 'nobody';
  headers?: Record<string, string>;
  json?: unknown;
  body?: string;
}

/** An answer without what differs between any two servers and moments. */
async function answerOf({ url, port, folder, cookie, csrfToken }: TestServer, path: string, asked: Asked) {
  const { method, by, json, body = JSON.stringify(json) } = asked;
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(by === 'owner' && { cookie, 'x-csrf-token': csrfToken }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...asked.headers,
    },
    ...(body !== undefined && { body }),
  });
  const steady = (value: string) =>
    value
      .replaceAll(String(port), 'PORT')
      .replaceAll(folder, 'FOLDER')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|[\w-]{16,}|[\da-f]{12}-\d+|"t\d+"|"(?:bytes|contents)":\d+/g, 'X');
  const type = response.headers.get('content-type');
  const shown = [...response.headers].filter(([name]) => !PASSING.has(name));
  const kept = shown.map(([name, value]) => [
    name,
    ['etag', 'content-length', 'last-modified'].includes(name) ? '' : steady(value),
  ]);
  return {
    path,
    asked,
    status: response.status,
    headers: Object.fromEntries(kept),
    text: type === 'application/zip' ? '' : steady(await response.text()),
  };
}

/** Bodies of objects, most of them refused. */
const BROKEN: readonly Pick<Asked, 'body' | 'headers'>[] = [
  { body: '' },
  { body: '{"title":' },
  { body: '[1]' },
  { body: '﻿{"title":"Marked"}' },
  { body: '{"title":"x"}', headers: { 'content-type': 'application/json; charset=latin1' } },
  { body: 'title=x', headers: { 'content-type': 'text/plain' } },
  { body: '{}', headers: { 'content-encoding': 'zip' } },
  { body: `{"title":"${'x'.repeat(5 * 1024 * 1024)}"}` },
];

/** What depends on more than the row: what the folder has, what the client has, what is sent. */
const MORE: readonly [path: string, asked: Asked][] = [
  ...['/download/members/one/file', '/download/films/two/file', '/stream/films/two/file'].flatMap((path) =>
    ['text/html', 'application/json'].map((accept): [string, Asked] => [
      path,
      { method: 'GET', by: 'nobody', headers: { accept } },
    ]),
  ),
  ...[
    '/collections/films/torn',
    '/collections/films/none',
    '/collections/none/one',
    '/collections/films?limit=1&offset=1&sort=id',
    '/api/collections/films?filter=nonsense',
    '/collections/films?search=one',
    '/stream/films/one/stills/a.txt',
    '/stream/films/one/stills',
    '/download/films/one/file/other.txt',
    '/download/films/one/file/..',
  ].map((path): [string, Asked] => [path, { method: 'GET', by: 'owner' }]),
  ...['/collections/films/one', '/api/collections/films'].map((path): [string, Asked] => [
    path,
    { method: 'GET', by: 'owner', headers: { 'if-none-match': '*' } },
  ]),
  ...BROKEN.map((sent): [string, Asked] => [
    '/collections/films/one',
    { method: 'PUT', by: 'owner', ...sent },
  ]),
];

/** Two servers over the same files: one as it is, one whose requests all go to Express. */
async function bothWays() {
  const [quick, slow] = [await startTestServer(FILES), await startTestServer(FILES)];
  const find = RouteMatcher.prototype.find;
  const found = new Set<unknown>();
  let leave = false;
  const spy = vi.spyOn(RouteMatcher.prototype, 'find').mockImplementation(function (
    this: RouteMatcher<unknown>,
    ...asked
  ) {
    const match = leave ? undefined : find.apply(this, asked);
    if (match) found.add(match.row);
    return match;
  });
  onTestFinished(() => spy.mockRestore());
  const ask = async (path: string, asked: Asked) => {
    leave = false;
    const one = await answerOf(quick, path, asked);
    leave = true;
    return [one, await answerOf(slow, path, asked)] as const;
  };
  return { quick, ask, found };
}

describe('the fast path', () => {
  it('answers every row as Express does, for every caller and method', async () => {
    const { ask, found } = await bothWays();
    const wrong: { one: object; other: object }[] = [];
    // What deletes comes last: there would be less to ask about.
    const rows = ROUTES.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
    for (const [path, asked] of [...MORE, ...rows.flatMap((route) => [...requestsTo(route)])]) {
      const [one, other] = await ask(path, asked);
      if (JSON.stringify(one) !== JSON.stringify(other)) wrong.push({ one, other });
    }
    expect(wrong.map(({ one }) => one)).toEqual(wrong.map(({ other }) => other));
    expect(found.size).toBe(ROUTES.length);
  }, 90_000);

  it('is behind the same guards', async () => {
    const server = await startTestServer(FILES, { name: 'content' });
    const status = async (target: string, host: string) => {
      const lines = [`GET ${target} HTTP/1.1`, `Host: ${host}`, `X-API-Key: ${await server.key()}`];
      return (await server.raw(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)).status;
    };
    const own = `127.0.0.1:${server.port}`;
    expect(await status('/collections/blog/first-post', own)).toBe(200);
    expect(await status('/collections/blog/first-post', 'evil.example')).toBe(403);
    expect(await status(`http://${own}/collections/blog/first-post`, own)).toBe(200);
    expect(await status('/collections/../content/blog/first-post.json', own)).toBe(403);
    expect(await status('/content/blog/first-post.json', own)).toBe(403);
    expect(await status('/collections/blog/..', own)).toBe(404);
    expect(await status('/collections/blog/', own)).toBe(404);
    expect(await status('/collections//first-post', own)).toBe(404);
    expect(await status(`/collections/blog/first-post?${'x'.repeat(9000)}`, own)).toBe(414);
  });
});
