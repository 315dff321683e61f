import { describe, expect, it } from 'vitest';
import { BLOG, errorOf, startTestServer, type TestServer } from '../helpers/server.js';

/** An account has a property that only writers see; accounts are open to everyone for reading. */
const FILES = {
  ...BLOG,
  '.schemas/film.json': {
    id: 'film',
    properties: { id: { field: 'id' }, file: { field: 'file' }, stills: { field: 'gallery' } },
    required: ['id'],
  },
  'films/.meta.json': { id: 'films', schema: 'film', publicOperations: ['read'] },
  'films/one.json': {
    id: 'one',
    file: { name: 'one.txt', mime: 'text/plain', size: 10 },
    stills: [{ name: 'a.txt', mime: 'text/plain', size: 5 }],
  },
  'films/one/file/one.txt': 'A film, it',
  'films/one/stills/a.txt': 'still',
  'films/two.json': {
    id: 'two',
    file: { name: 'two.txt', mime: 'text/plain', size: 3, password: '$2b$04$x' },
  },
  'films/two/file/two.txt': 'two',
  '.schemas/account.json': {
    id: 'account',
    properties: { id: { field: 'id' }, title: { field: 'text' }, token: { type: 'string', field: 'secret' } },
    required: ['id'],
    index: ['id', 'title'],
  },
  'accounts/.meta.json': { id: 'accounts', schema: 'account', publicOperations: ['read'] },
  'accounts/one.json': { id: 'one', title: 'One', token: 'hush-hush' },
  'accounts/torn.json': '{"id":"to',
};

/** The same address in a spelling that only Express understands: its first letter encoded. */
const oddly = (path: string) =>
  path.replace(/\/(collections|download|stream)\/(\w)/, (_, room: string, letter: string) => {
    return `/${room}/%${letter.charCodeAt(0).toString(16)}`;
  });

const PASSING: ReadonlySet<string> = new Set([
  'date',
  'x-request-id',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
]);

/** An answer without what differs between any two: time, name of the request, what is left, the address in links. */
async function answerOf(server: TestServer, path: string, sent: Parameters<TestServer['request']>[1]) {
  const { status, headers, text } = await server.request(path, sent);
  const shown = [...headers].filter(([name]) => !PASSING.has(name));
  const spelled = shown.map(([name, value]) => [
    name,
    value.replaceAll(/collections\/%?\w+/g, 'collections/…'),
  ]);
  return { status, headers: Object.fromEntries(spelled), text: text.replace(/"requestId":"[^"]+"/, '') };
}

describe('the short way to objects and lists', () => {
  const addresses = [
    '/api/collections/blog/first-post',
    '/collections/blog/first-post',
    '/collections/blog/first-post?x=1',
    '/collections/blog/nothing-there',
    '/collections/nothing-there/first-post',
    '/collections/accounts/one',
    '/collections/accounts/torn',
    '/collections/accounts/one?raw=true',
    '/api/collections/blog',
    '/collections/blog?limit=1&sort=id',
    '/collections/blog?limit=1&offset=1&filter[draft]=false',
    '/collections/blog?filter=nonsense',
    '/collections/accounts?search=one',
    '/collections/nothing-there',
    '/collections/blog/schema',
    '/collections/blog/settings',
    '/collections/blog/index',
    '/collections/blog/query',
    '/stream/films/one/file',
    '/stream/films/one/file/one.txt',
    '/stream/films/one/file/one.txt?path=x',
    '/stream/films/one/file/..',
    '/stream/films/one/stills/a.txt',
    '/stream/films/one/stills',
    '/stream/films/one/nothing',
    '/stream/films/none/file',
    '/stream/films/two/file',
    '/stream/nothing/one/file',
    '/download/films/one/file/one.txt',
    '/download/films/one/file/other.txt',
    '/download/films/two/file/two.txt',
    '/download/films/one/file/',
  ];

  it.each(addresses)('answers %s as Express does, whoever asks', async (path) => {
    const server = await startTestServer(FILES);
    const callers = [
      'owner',
      'nobody',
      { key: await server.key() },
      { key: await server.key({ paths: ['/collections/accounts'] }) },
      { key: await server.key({ methods: ['POST'] }) },
      { key: `plinth_${'0'.repeat(64)}` },
    ] as const;
    for (const as of callers) {
      for (const method of ['GET', 'HEAD']) {
        for (const origin of [undefined, 'http://localhost:4321', 'http://evil.example']) {
          const [short, long] = [path, oddly(path)];
          expect(long).not.toBe(short);
          const sent = { as, method, ...(origin === undefined ? {} : { headers: { origin } }) };
          expect(await answerOf(server, short, sent)).toEqual(await answerOf(server, long, sent));
        }
      }
    }
  });

  it('knows what a client has already', async () => {
    const server = await startTestServer(FILES);
    for (const path of ['/collections/blog/first-post', '/api/collections/blog?limit=1']) {
      const etag = (await server.request(path)).headers.get('etag') ?? '';
      for (const method of ['GET', 'HEAD']) {
        const again = await server.request(path, { method, headers: { 'if-none-match': etag } });
        expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
        expect(again.headers.get('content-security-policy')).toContain("default-src 'none'");
      }
    }
  });

  it('looks at host and data folder before anything else', async () => {
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
    expect(await status('/collections/blog/..', own)).toBe(404);
    expect(await status('/collections/blog/', own)).toBe(404);
    expect(await status('/collections//first-post', own)).toBe(404);
    expect(await status(`/collections/blog/first-post?${'x'.repeat(9000)}`, own)).toBe(414);
  });

  const bodies: readonly [what: string, body: string, headers?: Record<string, string>][] = [
    ['an object', '{"title":"Written"}'],
    ['nothing', ''],
    ['a broken one', '{"title":'],
    ['a list', '[1]'],
    ['a mark in front', '\ufeff{"title":"Marked"}'],
    ['no UTF-8', '{"title":"x"}', { 'content-type': 'application/json; charset=latin1' }],
    ['another type', 'title=x', { 'content-type': 'text/plain' }],
    ['an unknown encoding', '{}', { 'content-encoding': 'zip' }],
    ['too much', `{"title":"${'x'.repeat(5 * 1024 * 1024)}"}`],
  ];

  it.each(bodies)('takes a body as Express does: %s', async (_what, body, headers) => {
    const server = await startTestServer(FILES);
    const callers = ['owner', 'nobody', { key: await server.key({ methods: ['GET'] }) }] as const;
    for (const as of callers) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const path = method === 'POST' ? '/collections/blog' : '/api/collections/blog/nothing-there';
        const sent = { as, method, body, headers: { 'content-type': 'application/json', ...headers } };
        const answers = [await server.request(path, sent), await server.request(oddly(path), sent)];
        const [short, long] = answers.map(({ status, text }) => [
          status,
          // Each object that is made has an id and times of its own, and two of them may lie on both sides of a second.
          text.replaceAll(/"(?:requestId|id|created|modified|date|updated)":"[^"]*"/g, ''),
        ]);
        expect(short).toEqual(long);
      }
    }
  });

  it('leaves every other method to Express', async () => {
    const server = await startTestServer(FILES);
    const answer = await server.request('/collections/blog/first-post', { method: 'OPTIONS' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, expect.stringContaining('PATCH')]);
    const patched = await server.request('/collections/blog/first-post', {
      method: 'PATCH',
      json: { title: 'New' },
    });
    expect(patched.json.title).toBe('New');
    expect((await server.request('/collections/blog/first-post')).json.title).toBe('New');
    expect(errorOf(await server.request('/collections/blog/first-post/x')).code).toBe(405);
  });
});
