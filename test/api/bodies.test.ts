import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { apiRoutes, rootRoutes } from '../../server/app.js';
import { detailsOf, errorOf, startTestServer } from '../helpers/server.js';

const PATH = '/api/collections/blog';
const JSON_TYPE = { 'content-type': 'application/json' };

describe('the schemas that bodies are checked with', () => {
  it('are valid JSON Schemas', () => {
    const ajv = new Ajv2020({ logger: false });
    const checked = [...apiRoutes, ...rootRoutes].flatMap(({ method, path, input }) =>
      input?.checkedBy ? [{ row: `${method} ${path}`, schema: input.checkedBy }] : [],
    );
    expect(checked.length).toBeGreaterThan(10);
    for (const { row, schema } of checked) {
      expect([row, ajv.validateSchema(schema), ajv.errorsText()]).toEqual([row, true, 'No errors']);
    }
  });
});

describe('JSON bodies', () => {
  const malformed: [string, BodyInit][] = [
    ['nothing', ''],
    ['torn JSON', '{"title": "x'],
    ['a trailing comma', '{"title": "x",}'],
    ['two documents', '{"title":"x"}{"title":"y"}'],
    ['NaN', '{"title": NaN}'],
    ['UTF-16', new Uint8Array(Buffer.from('\ufeff{"title":"x"}', 'utf16le'))],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['NUL bytes', new Uint8Array(20)],
    ['an array', '[{"title":"x"}]'],
    ['text', '"title"'],
    ['null', 'null'],
    ['a number', '5'],
  ];
  it.each(malformed)('of %s are 400', async (_name, body) => {
    const server = await startTestServer();
    for (const [method, path] of [
      ['POST', PATH],
      ['PUT', `${PATH}/first-post`],
      ['PATCH', `${PATH}/first-post`],
      ['POST', '/api/schemas'],
      ['POST', '/api/collections'],
      ['PATCH', '/api/collections/blog'],
      ['POST', '/import/jumpstart'],
    ] as const) {
      const answer = await server.request(path, { method, body, headers: JSON_TYPE });
      expect([method, path, answer.status]).toEqual([method, path, 400]);
      expect(errorOf(answer).message).not.toBe('');
    }
    expect((await server.request(PATH)).json.total).toBe(2);
  });

  it('may begin with a byte order mark', async () => {
    const server = await startTestServer();
    const answer = await server.request(PATH, {
      method: 'POST',
      body: '\ufeff{"title":"x"}',
      headers: JSON_TYPE,
    });
    expect(answer.status).toBe(201);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    '',
  ])('of the content type "%s" are 400', async (type) => {
    const server = await startTestServer();
    const own = `Host: 127.0.0.1:${server.port}\r\nX-API-Key: ${await server.key()}\r\nConnection: close`;
    const header = type === '' ? '' : `Content-Type: ${type}\r\n`;
    const answer = await server.raw(
      `POST ${PATH} HTTP/1.1\r\n${own}\r\n${header}Content-Length: 13\r\n\r\n{"title":"x"}`,
    );
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body).error.message).toContain('application/json');
  });

  it.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/merge-patch+json',
  ])('of the content type %s are taken', async (type) => {
    const server = await startTestServer();
    const answer = await server.request(PATH, {
      method: 'POST',
      body: '{"title":"x"}',
      headers: { 'content-type': type },
    });
    expect(answer.status).toBe(201);
  });

  it('in an unknown charset or encoding are 415', async () => {
    const server = await startTestServer();
    for (const headers of [
      { 'content-type': 'application/json; charset=foo' },
      { 'content-type': 'application/json; charset=utf-16' },
      { ...JSON_TYPE, 'content-encoding': 'zip' },
    ]) {
      const answer = await server.request(PATH, { method: 'POST', body: '{"title":"x"}', headers });
      expect([headers, answer.status]).toEqual([headers, 415]);
    }
  });

  it('may be compressed', async () => {
    const server = await startTestServer();
    for (const [encoding, body] of [
      ['gzip', gzipSync('{"title":"x"}')],
      ['br', brotliCompressSync('{"title":"x"}')],
    ] as const) {
      const headers = { ...JSON_TYPE, 'content-encoding': encoding };
      expect(
        (await server.request(PATH, { method: 'POST', body: new Uint8Array(body), headers })).status,
      ).toBe(201);
      const broken = new Uint8Array([1, 2, 3, 4]);
      expect((await server.request(PATH, { method: 'POST', body: broken, headers })).status).toBe(400);
    }
  });
});

const USER = '/api/users/11111111-1111-4111-8111-111111111111';
const BOX = `${PATH}/first-post/box`;

describe('a value of another type', () => {
  it.each([
    ['POST', '/api/apikeys', { name: 1, methods: 'GET', paths: ['*', 7], 'endpoint-type': true }],
    ['POST', '/api/users', { name: 7, email: {}, role: null, password: [] }],
    ['PATCH', USER, { name: 7, email: {}, role: null, password: [] }],
    ['PATCH', '/api/views/collections/blog', { order: 'mine', default: 3 }],
    ['POST', '/api/schemas/note/rename', { from: 5, to: null }],
    ['POST', `${BOX}/folder`, { path: 5 }],
    ['PUT', `${BOX}/folder/rename?path=a`, { name: ['b'] }],
    ['PUT', `${BOX}/a.txt/move`, { destination: {} }],
  ])('in the body of %s %s is rejected with every field', async (method, path, json) => {
    const server = await startTestServer();
    const answer = await server.request(path, { method, json });
    const fields = Object.keys(detailsOf(answer)).map((field) => field.split('.')[0]);
    expect([answer.status, new Set(fields)]).toEqual([400, new Set(Object.keys(json))]);
  });

  it.each([
    ['PATCH', '/api/settings'],
    ['POST', '/api/oauth/clients'],
    ['PATCH', `${PATH}/first-post/image/x.jpg`],
  ])('as the body of %s %s is rejected', async (method, path) => {
    const server = await startTestServer();
    expect((await server.request(path, { method, json: [] })).status).toBe(400);
  });
});

describe('limits of bodies', () => {
  it('are 5 MB, 32 MB for imports, counted as they unpack', async () => {
    const server = await startTestServer();
    const post = async (path: string, body: BodyInit, headers = {}) =>
      (await server.request(path, { method: 'POST', body, headers: { ...JSON_TYPE, ...headers } })).status;
    const big = (size: number) => `{"title":"${'x'.repeat(size)}"}`;
    expect(await post(PATH, big(5 * 1024 * 1024))).toBe(413);
    expect(await post('/import/jumpstart', big(5 * 1024 * 1024))).not.toBe(413);
    expect(await post('/import/jumpstart', big(32 * 1024 * 1024))).toBe(413);
    const bomb = new Uint8Array(gzipSync(big(50 * 1024 * 1024)));
    expect(bomb.length).toBeLessThan(100_000);
    expect(await post(PATH, bomb, { 'content-encoding': 'gzip' })).toBe(413);
    expect((await server.request(PATH)).status).toBe(200);
  });

  const nested = (depth: number) => `{"title":"x","unlisted":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const manyLists = (count: number) => `{"title":"x","unlisted":[${'[],'.repeat(count)}0]}`;
  const cases: [string, string, number][] = [
    ['63 levels below the body', nested(63), 201],
    ['64 levels below the body', nested(64), 400],
    ['100,000 levels', nested(100_000), 400],
    [
      '10,001 keys',
      JSON.stringify({
        title: 'x',
        ...Object.fromEntries(
          Array(10_000)
            .fill(0)
            .map((_, n) => [`k${n}`, 1]),
        ),
      }),
      413,
    ],
    ['fewer than 150,000 keys and items', manyLists(70_000), 201],
    ['more than 150,000 keys and items, none of whose lists is too long', manyLists(80_000), 413],
    [
      'commas and brackets inside a text',
      JSON.stringify({ title: 'x', unlisted: '"[,\\'.repeat(80_000) }),
      201,
    ],
    ['100,001 items', JSON.stringify({ title: 'x', unlisted: Array(100_001).fill(0) }), 413],
  ];
  it.each(cases)('for %s', async (_name, body, status) => {
    const server = await startTestServer();
    expect(
      (await server.request('/api/collections/blog', { method: 'POST', body, headers: JSON_TYPE })).status,
    ).toBe(status);
    expect((await server.request('/healthz')).status).toBe(200);
  });
});

describe('__proto__', () => {
  const bodies: [string, string, string][] = [
    ['POST', PATH, '{"id":"p","title":"x","__proto__":{"polluted":1}}'],
    ['POST', PATH, '{"id":"p","title":"x","tags":[{"__proto__":{"polluted":1}}]}'],
    ['PUT', `${PATH}/first-post`, '{"__proto__":{"polluted":1}}'],
    ['PATCH', `${PATH}/first-post`, '{"unlisted":{"a":{"__proto__":{"polluted":1}}}}'],
    ['POST', `${PATH}/first-post/clone`, '{"id":"p","__proto__":{"polluted":1}}'],
    ['POST', '/api/collections', '{"id":"p","schema":"blog","__proto__":{"polluted":1}}'],
    ['PATCH', '/api/collections/blog', '{"properties":{"__proto__":{"polluted":1}}}'],
    [
      'POST',
      '/api/schemas',
      '{"id":"p","properties":{"__proto__":{"type":"string"}},"required":[],"index":[]}',
    ],
    [
      'POST',
      '/import/jumpstart',
      '{"version":"1.0.0","name":"x","objects":[{"collection":"blog","id":"p","data":{"__proto__":{"polluted":1}}}]}',
    ],
  ];
  it.each(bodies)('in the body of %s %s is named and nothing is changed', async (method, path, body) => {
    const server = await startTestServer();
    const before = await server.read('blog/first-post.json');
    const answer = await server.request(path, { method, body, headers: JSON_TYPE });
    expect(answer.status).toBe(400);
    expect(errorOf(answer).message).toContain('__proto__');
    expect(Object.prototype).not.toHaveProperty('polluted');
    expect(await server.read('blog/first-post.json')).toEqual(before);
    expect((await server.request(PATH)).json.total).toBe(2);
  });

  it('as constructor.prototype changes nothing either', async () => {
    const server = await startTestServer();
    const body = '{"id":"p","title":"x","constructor":{"prototype":{"polluted":1}}}';
    const answer = await server.request(PATH, { method: 'POST', body, headers: JSON_TYPE });
    expect([201, 400, 422]).toContain(answer.status);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it('in a query or an address changes nothing', async () => {
    const server = await startTestServer();
    for (const path of [
      `${PATH}?__proto__[polluted]=1&constructor[prototype][polluted]=1`,
      `${PATH}?filter[__proto__][polluted]=1`,
      `${PATH}?sort=__proto__`,
      `${PATH}?sort=constructor`,
    ]) {
      expect([path, (await server.request(path)).status]).toEqual([path, 200]);
    }
    for (const path of [
      '/api/collections/__proto__',
      '/api/schemas/__proto__',
      '/api/schemas/constructor',
      `${PATH}/__proto__`,
    ]) {
      expect([path, (await server.request(path)).status]).toEqual([path, 404]);
    }
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});
