/** Limits at their edges, as a caller meets them. Those of bodies, heads, queries and files stand with what they limit. */
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { plainPng } from '../helpers/made-files.js';
import { type Answer, BLOG, startTestServer, type TestServer } from '../helpers/server.js';

const PAGES = {
  ...BLOG,
  '.schemas/page.json': {
    id: 'page',
    properties: {
      id: { field: 'id' },
      box: { $ref: 'https://example.test/depot.json', field: 'depot' },
    },
    required: ['id'],
    index: ['id'],
  },
  'pages/.meta.json': { id: 'pages', schema: 'page' },
  'pages/one.json': { id: 'one' },
};

const limited = (limits: Record<string, number>) =>
  startTestServer({ ...PAGES, '.system/settings.json': { edition: 'pro', limits } });

const HEAD = 'POST /api/collections/blog HTTP/1.1\r\nHost: 127.0.0.1:';

/** A connection that stays open, and what it has been sent. */
async function open(server: TestServer): Promise<{ socket: Socket; text(): string; ended: Promise<void> }> {
  const parts: Buffer[] = [];
  const socket = connect(server.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('data', (part) => parts.push(part));
  socket.on('error', () => undefined);
  const ended = new Promise<void>((done) => {
    socket.once('close', () => done());
  });
  await new Promise<void>((done) => {
    socket.once('connect', () => done());
    socket.once('close', () => done());
  });
  return { socket, text: () => Buffer.concat(parts).toString('latin1'), ended };
}

describe('a request that has begun', () => {
  it('is given up when no byte comes, with an answer; one that trickles is read to its end', async () => {
    const server = await limited({ idleTime: 1 });
    const key = await server.key();
    const head = `${HEAD}${server.port}\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n`;
    const body = '{"id":"slow","title":"Slow"}';
    const silent = await open(server);
    silent.socket.write(`${head}Content-Length: 100\r\n\r\n{"id":`);
    const trickling = await open(server);
    trickling.socket.write(`${head}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`);
    let sent = 0;
    const timer = setInterval(() => trickling.socket.write(body[sent++] ?? ''), 60);
    await Promise.all([silent.ended, trickling.ended]);
    clearInterval(timer);
    expect(silent.text()).toMatch(/^HTTP\/1\.1 408 .*"code":408/s);
    expect(trickling.text()).toMatch(/^HTTP\/1\.1 201 /);
  });

  it('is given up when its headers do not end', async () => {
    const server = await limited({ headersTime: 1, idleTime: 3600 });
    const slow = await open(server);
    const timer = setInterval(() => slow.socket.write('X-A: b\r\n'), 100);
    slow.socket.write(`${HEAD}${server.port}\r\n`);
    await slow.ended;
    clearInterval(timer);
    expect(slow.text()).toMatch(/^HTTP\/1\.1 408 .*"code":408/s);
    expect((await server.request('/healthz')).status).toBe(200);
  });
});

describe('connections', () => {
  it('that are idle, silent or do not take their answer make room for others', async () => {
    const server = await limited({ connections: 6, idleTime: 1 });
    const key = await server.key();
    const large = 'x'.repeat(4 * 1024 * 1024);
    const made = await server.request('/collections/blog', {
      method: 'POST',
      json: { id: 'large', title: large },
    });
    expect(made.status).toBe(201);
    const get = `GET /collections/blog/large HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nX-API-Key: ${key}\r\n\r\n`;
    for (const kind of ['silent', 'half', 'deaf', 'deaf', 'deaf']) {
      const { socket } = await open(server);
      if (kind === 'half') socket.write(`${HEAD}${server.port}\r\n`);
      if (kind !== 'deaf') continue;
      socket.pause();
      socket.write(get);
    }
    const answer = () => server.raw('GET /healthz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n');
    await expect.poll(async () => (await answer()).status, { timeout: 8000 }).not.toBe(0);
    await expect.poll(async () => (await answer()).status, { timeout: 8000 }).not.toBe(0);
  });

  it('beyond the most there may be are closed, and the others are served', async () => {
    const server = await limited({ connections: 4 });
    const [first, ...held] = await Promise.all([open(server), open(server), open(server), open(server)]);
    const beyond = await open(server);
    await beyond.ended;
    expect(beyond.text()).toBe('');
    held[0]?.socket.write(`GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
    await expect.poll(() => held[0]?.text()).toContain('200 OK');
    first?.socket.destroy();
    await expect
      .poll(
        async () =>
          (
            await server.raw(
              `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`,
            )
          ).status,
      )
      .toBe(200);
  });
});

describe('sizes of bodies', () => {
  it('follow their settings at once', async () => {
    const server = await startTestServer();
    const post = async (size: number) =>
      (await server.request('/api/collections/blog', { method: 'POST', json: { title: 'x'.repeat(size) } }))
        .status;
    const MB = 1024 * 1024;
    expect([await post(2 * MB), await post(6 * MB)]).toEqual([201, 413]);
    const change = { 'limits.jsonSize': 1 };
    await server.request('/api/settings', { method: 'PATCH', json: change });
    expect(await post(2 * MB)).toBe(413);
    await server.request('/api/settings', { method: 'PATCH', json: { 'limits.jsonSize': 8 } });
    expect(await post(6 * MB)).toBe(201);
  });
});

const BOUNDARY = 'edge';
const part = (head: string, body: string | Buffer) =>
  Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')]);
const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value);

describe('the parts of a form', () => {
  const PNG = plainPng();
  const send = async (server: TestServer, parts: Buffer[], path = ''): Promise<Answer> =>
    server.request(`/api/collections/pages/one/box${path}`, {
      method: 'POST',
      body: new Uint8Array(Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])),
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    });
  const fileNamed = async (name: string, more = '') =>
    part(
      `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png${more}`,
      await PNG,
    );

  it('have their edges: fields, their sizes, heads of parts, files, names', async () => {
    const server = await startTestServer(PAGES);
    const fields = (count: number) => Array.from({ length: count }, (_, n) => field(`f${n}`, 'x'));
    const rows: [string, Buffer[], boolean][] = [
      ['100 fields', [...fields(100), await fileNamed('a.png')], true],
      ['101 fields', [...fields(101), await fileNamed('b.png')], false],
      ['a field of 64 kB', [field('f', 'x'.repeat(65_536)), await fileNamed('c.png')], true],
      ['a field beyond 64 kB', [field('f', 'x'.repeat(65_537)), await fileNamed('d.png')], false],
      ['a head of 12 kB', [await fileNamed('e.png', `\r\nX-A: ${'x'.repeat(12_000)}`)], true],
      ['a head of 90 kB', [await fileNamed('f.png', `\r\nX-A: ${'x'.repeat(90_000)}`)], false],
      ['two files', [await fileNamed('g.png'), await fileNamed('h.png')], false],
      ['a name of 200 bytes', [await fileNamed(`${'n'.repeat(196)}.png`)], true],
      ['no file', [field('f', 'x')], false],
    ];
    for (const [name, parts, taken] of rows) {
      const { status } = await send(server, parts);
      expect([name, status < 300]).toEqual([name, taken]);
      if (!taken) expect([400, 413, 422]).toContain(status);
    }
    expect((await server.request('/healthz')).status).toBe(200);
  });

  it('lie at most 16 levels deep, the property’s and the file’s own among them', async () => {
    const server = await startTestServer(PAGES);
    const deep = (levels: number) => `?path=${Array.from({ length: levels }, (_, n) => `d${n}`).join('/')}`;
    const statuses = [];
    for (const levels of [14, 15])
      statuses.push((await send(server, [await fileNamed('a.png')], deep(levels))).status);
    expect(statuses).toEqual([200, 400]);
  });
});

describe('ids', () => {
  it('have at most 120 characters', async () => {
    const server = await startTestServer();
    const make = async (length: number) =>
      (
        await server.request('/collections/blog', {
          method: 'POST',
          json: { id: 'x'.repeat(length), title: 'x' },
        })
      ).status;
    expect([await make(120), await make(121)]).toEqual([201, 422]);
    expect((await server.request(`/collections/blog/${'x'.repeat(120)}`)).status).toBe(200);
    expect((await server.request(`/collections/blog/${'y'.repeat(121)}`)).status).toBe(404);
  });
});
