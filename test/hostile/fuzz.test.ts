/**
 * Requests nobody thought of: addresses, queries and forms put together at random, sent to the built server. A fixed
 * seed makes a failure fail again, and fast-check shows the smallest request that still fails.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawAnswer } from '../helpers/server.js';
import { thorough } from '../helpers/thorough.js';
import { seedOf } from './seeds.js';
import { canaryServer, type Served, serve } from './served.js';
import { wordsOf } from './words.js';

/** How many requests of each kind; one without an answer for this long, in ms, counts as one that gets none. */
const SETTINGS = { seed: 20_261_121, numRuns: thorough ? 4_000 : 150, timeout: 10_000 };

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'] as const;

/** Words that mean something somewhere in an address, spellings that pretend to, and anything else. */
const segment = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...[
        'api',
        'collections',
        'blog',
        'blog-private',
        'first-post',
        'torn',
        'image',
        'gallery',
        'files',
        'title',
      ],
      ...[
        'schema',
        'schemas',
        'query',
        'index',
        'deck',
        'clone',
        'folder',
        'rename',
        'move',
        'cache',
        'increment',
      ],
      ...[
        'report',
        'csv',
        'json',
        'download',
        'stream',
        'imageworks',
        'image.jpg',
        'first',
        'upload',
        'import',
      ],
      ...[
        'jumpstart',
        'export',
        'trash',
        'media',
        'views',
        'batch',
        'links',
        'status',
        'openapi.json',
        'apikeys',
      ],
      ...['admin', 'session', 'mcp', '.well-known', 'mcp.json', 'oauth', 'authorize', 'automations'],
      ...['content', '.system', 'settings.json', '.schemas', '.meta.json', 'healthz'],
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...[
        '..',
        '.',
        '',
        '%2e%2e',
        '..%2f..',
        '%2F',
        '%5c..%5c',
        '%00',
        'first-post%00.json',
        '%zz',
        '%c0%ae',
        '%',
        ';',
      ],
      ...[
        '__proto__',
        'constructor',
        'hasOwnProperty',
        'toString',
        'CON',
        'nul.txt',
        'a:b',
        'BLOG',
        'blog%20',
        '*',
      ],
      ...['-1', '0', '1e309', 'NaN', '%E2%80%AE', '%F0%9F%A6%94', '~', '%25252e', 'é', '\\..\\..', '//'],
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map(encodeURIComponent) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 20 }) },
);
// A space ends an address and a line break the line; both are the business of Node's parser.
const path = fc
  .array(segment, { minLength: 1, maxLength: 7 })
  .map((segments) => `/${segments.join('/')}`.replace(/[\s#?]/g, '+'));

const body = fc.oneof(
  fc.constant(undefined),
  fc.json(),
  fc.string({ maxLength: 60 }),
  fc.constantFrom(
    '{',
    '[]',
    'null',
    '"text"',
    '{"__proto__":{"polluted":1}}',
    '{"id":"../evil"}',
    '{"id":5}',
  ),
);
const type = fc.constantFrom(
  'application/json',
  'text/plain',
  'multipart/form-data',
  'application/json; charset=x',
);

const property = fc.constantFrom(
  'title',
  'id',
  'created',
  'image',
  'image.name',
  'files',
  'nope',
  '__proto__',
  '',
  'ä',
);
const value = fc.oneof(
  fc.constantFrom(
    'true',
    'FALSE',
    '*',
    '**',
    '*post*',
    'gte:1',
    'in:',
    'eq:eq:',
    '',
    '2026-01-01',
    '-0',
    '1e400',
  ),
  fc.string({ maxLength: 12 }),
);
const criteria = fc.array(
  fc.tuple(property, value).map(([name, text]) => (text === '' ? name : `${name}:${text}`)),
  { maxLength: 4 },
);
const order = fc.array(
  fc
    .tuple(property, fc.constantFrom('', ':asc', ':desc', ':asc:natural', ':up', ':asc:asc'))
    .map((pair) => pair.join('')),
  { maxLength: 3 },
);
const words = fc.array(
  fc.oneof(
    fc.constantFrom('first', 'post', 'and', 'or', 'AND', '"', '"first post"', '(', '*', '-'),
    fc.string({ maxLength: 6 }),
  ),
  { maxLength: 6 },
);
const query = fc.record(
  {
    include: criteria.map((list) => list.join(',')),
    exclude: criteria.map((list) => list.join(',')),
    sort: order.map((list) => list.join(',')),
    search: words.map((list) => list.join(' ')),
    limit: fc.oneof(fc.integer().map(String), fc.constantFrom('', 'abc', '1.5', '0x10', '9'.repeat(30))),
    offset: fc.oneof(fc.integer().map(String), fc.constantFrom('', '-1', '1e3')),
    format: fc.constantFrom('json', 'csv', 'html', 'xml', ''),
    'filter[title]': value,
    'filter[title][]': value,
  },
  { requiredKeys: [] },
);

/** A form as bytes, some of it broken: lines that end wrongly, boundaries that are none, an end that never comes. */
const part = fc.record({
  name: fc.constantFrom(
    'image',
    'files',
    'title',
    'dzuuid',
    'dzchunkindex',
    'dztotalchunkcount',
    '__proto__',
    '',
    'a"b',
  ),
  filename: fc.option(
    fc.constantFrom('a.png', '../../evil.png', 'a.html', '', 'nul.png', 'a\u0000.png', 'é'.repeat(90)),
  ),
  header: fc.constantFrom(
    '',
    'Content-Type: image/png\r\n',
    'Content-Transfer-Encoding: base64\r\n',
    'x\r\n',
    ': \r\n',
  ),
  text: fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom('0', '1', '\u0089PNG\r\n\u001a\n', '--B', '--B--'),
  ),
  newline: fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', ''),
});
const form = fc
  .record({
    parts: fc.array(part, { maxLength: 4 }),
    end: fc.constantFrom('--B--\r\n', '--B--', '--B', '', '--C--\r\n'),
  })
  .map(({ parts, end }) => {
    const texts = parts.map(({ name, filename, header, text, newline }) => {
      const named = filename === null ? '' : `; filename="${filename}"`;
      return `--B${newline}Content-Disposition: form-data; name="${name}"${named}${newline}${header}${newline}${text}${newline}`;
    });
    return Buffer.from(texts.join('') + end);
  });

interface Sent {
  method: string;
  target: string;
  headers: Record<string, string>;
  bytes?: Buffer | undefined;
}

function requestOf(served: Served, { method, target, headers, bytes }: Sent): Buffer {
  const length = bytes === undefined ? {} : { 'Content-Length': String(bytes.length) };
  const all = { Host: `127.0.0.1:${served.port}`, ...headers, ...length, Connection: 'close' };
  const lines = Object.entries(all).map(([name, text]) => `${name}: ${text}\r\n`);
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return Buffer.concat([head, bytes ?? Buffer.alloc(0)]);
}

/** What holds for every answer. Only an object that is damaged on the disk may be answered 500, and says so. */
function expectSound({ status, head, body: text }: RawAnswer): void {
  const known = [
    200, 201, 202, 204, 206, 302, 303, 304, 308, 400, 401, 403, 404, 405, 406, 412, 413, 414, 415, 416, 422,
    429, 431, 501, 503,
  ];
  expect(known).toContain(status);
  expect(text).not.toMatch(/\bat .*\.(?:js|ts):\d+|node_modules/);
  // Node's own parser answers what is no HTTP, without a body.
  if (status >= 400 && text !== '' && /^content-type: application\/json/im.test(head)) {
    expect(JSON.parse(text)).toHaveProperty('error');
  }
}

async function serveFiles(): Promise<{ served: Served; key: string }> {
  const { served, prepared } = await serve(await seedOf('UPLOAD'), wordsOf);
  const { KEY_FULL: key = '' } = await prepared(served, await canaryServer());
  return { served, key };
}

/** Sends what `arbitrary` makes and holds every answer to `expectSound`; then the server is as it was. */
async function fuzz<Input>(
  arbitrary: fc.Arbitrary<Input>,
  send: (input: Input, key: string) => Sent,
  more: (answer: RawAnswer, sent: Sent) => void = () => undefined,
): Promise<void> {
  const { served, key } = await serveFiles();
  const surroundings = served.surroundings();
  const property = fc.asyncProperty(arbitrary, async (input) => {
    const sent = send(input, key);
    const answer = await served.raw(requestOf(served, sent));
    expectSound(answer);
    more(answer, sent);
  });
  await fc.assert(property, SETTINGS);
  expect((await served.fetch('/healthz')).status).toBe(200);
  await expect.poll(() => served.temporary(), { timeout: 10_000, interval: 5 }).toEqual([]);
  const { polluted, connections } = await served.probe();
  expect({ polluted, connections }).toEqual({ polluted: [], connections: [] });
  expect(served.surroundings()).toBe(surroundings);
  const { code, stderr } = await served.stop();
  expect(code).toBe(0);
  expect(stderr.split('\n').filter((line) => line.includes('Unexpected error'))).toEqual([]);
}

describe('requests made at random', () => {
  it(
    'get a sound answer whatever the address, the method and the body',
    async () => {
      await fuzz(fc.tuple(fc.constantFrom(...METHODS), path, body, type, fc.boolean()), (input, key) => {
        const [method, target, text, contentType, known] = input;
        const headers = { ...(known ? { 'X-API-Key': key } : {}), 'Content-Type': contentType };
        return { method, target, headers, ...(text === undefined ? {} : { bytes: Buffer.from(text) }) };
      });
    },
    thorough ? 1_200_000 : 120_000,
  );

  it(
    'get a sound answer whatever a query asks for, and the same one when asked again',
    async () => {
      const { served, key } = await serveFiles();
      const before = served.content();
      const places = fc.constantFrom('', '/query', '/index');
      const property = fc.asyncProperty(places, query, async (place, asked) => {
        const target = `/api/collections/blog${place}?${new URLSearchParams(asked)}`;
        const request = requestOf(served, { method: 'GET', target, headers: { 'X-API-Key': key } });
        const [answer, again] = [await served.raw(request), await served.raw(request)];
        expectSound(answer);
        expect([200, 400, 404]).toContain(answer.status);
        if (answer.status === 200) expect(again.body).toBe(answer.body);
      });
      await fc.assert(property, SETTINGS);
      expect(served.content()).toEqual(before);
      const { stderr } = await served.stop();
      expect(stderr.split('\n').filter((line) => line.includes('Unexpected error'))).toEqual([]);
    },
    thorough ? 1_200_000 : 120_000,
  );

  it(
    'get a sound answer whatever a form holds',
    async () => {
      const at = fc.constantFrom('image', 'files', 'gallery', 'files/docs', 'title', 'nope');
      await fuzz(fc.tuple(at, form), ([place, bytes], key) => ({
        method: 'POST',
        target: `/api/collections/blog/first-post/${place}`,
        headers: { 'X-API-Key': key, 'Content-Type': 'multipart/form-data; boundary=B' },
        bytes,
      }));
    },
    thorough ? 1_200_000 : 120_000,
  );
});
