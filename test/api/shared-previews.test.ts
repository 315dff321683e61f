/** Addresses that show the preview to others: for reading only, until they end, and without a way to anything else. */

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { plainPng } from '../helpers/made-files.js';
import { errorOf, type Files, sendRaw, startTestServer, type TestServer } from '../helpers/server.js';
import { addSite, homeOf } from '../helpers/site-builds.js';
import { type } from '../helpers/typed.js';
import { STAFF_IDS, staff, staffSession } from '../helpers/users.js';

// Commands of the machine are started, which takes its time on a busy one.
vi.setConfig({ testTimeout: 60_000 });

const SHARES = '/api/preview/shares';

const typeOf = (field: string) => ({ $ref: `https://example.test/${field}.json`, field });
const FILES: Files = {
  '.schemas/page.json': {
    id: 'page',
    properties: { id: { field: 'id' }, title: { field: 'text' }, cover: typeOf('image') },
    required: ['id'],
  },
  'pages/.meta.json': { id: 'pages', schema: 'page' },
  'pages/one.json': { id: 'one', title: 'One' },
  '.system/users.json': { users: [staff('admin'), staff('editor'), staff('viewer')] },
};

/** Shows an object with its image, and what it was asked. */
const SERVE = `
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
const { PLINTH_URL: url, PLINTH_KEY: key } = process.env;
const read = async () => (await fetch(url + '/api/collections/pages/one', { headers: { 'x-api-key': key } })).json();
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  const headers = {
    'Content-Type': 'text/html; charset=utf-8', 'Set-Cookie': 'theirs=1', 'Access-Control-Allow-Origin': '*',
    'Clear-Site-Data': '"*"', 'Service-Worker-Allowed': '/', 'Content-Security-Policy': "img-src 'self'", ETag: '"x"',
  };
  if (pathname === '/asked') {
    const { method, url, headers: { host, ...sent } } = request;
    return response.writeHead(200, headers).end(JSON.stringify({ method, url, host, sent }));
  }
  if (pathname === '/made') {
    const made = await fetch(new URL(request.url, 'http://localhost').searchParams.get('url'));
    return response.writeHead(200, headers).end(made.status + ' ' + made.headers.get('content-type'));
  }
  if (pathname === '/moved') return response.writeHead(302, { ...headers, Location: 'http://localhost:' + server.address().port + '/there?a=1' }).end();
  if (pathname === '/away') return response.writeHead(302, { Location: 'https://example.com/' }).end();
  if (pathname === '/zipped') return response.writeHead(200, { ...headers, 'Content-Encoding': 'gzip' }).end(gzipSync('<p>' + url + '/x</p>'));
  if (pathname === '/strange') return response.writeHead(200, { ...headers, 'Content-Encoding': 'constructor' }).end('x');
  if (pathname === '/film') return response.writeHead(206, { 'Content-Type': 'video/mp4', 'Content-Range': 'bytes 0-3/9', 'Content-Length': '4' }).end('film');
  if (pathname === '/endless') { response.writeHead(200, headers).write('<p>first'); return; }
  const { title, cover } = await read();
  const image = cover?.url ? url + cover.url + '?w=20' : '';
  response.writeHead(200, headers).end('<h1>' + title + '</h1><img src="' + image + '"><script>' + JSON.stringify({ image }).replaceAll('/', '\\\\/') +
    '</script><img src="/_image?url=' + encodeURIComponent(image) + '">');
});
server.on('upgrade', (request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\\r\\n\\r\\n'));
server.listen(0, 'localhost', () => console.log('http://localhost:' + server.address().port + '/'));
`;

async function start(server: TestServer, site = 'site'): Promise<string> {
  const path = `/api/sites/${site}/develop`;
  await server.request(path, { method: 'POST' });
  return vi.waitFor(
    async () => {
      const { json } = await server.request(path);
      expect(json.status).toBe('running');
      return String(json.address);
    },
    { timeout: 30_000, interval: 50 },
  );
}

async function serving(options: Parameters<typeof startTestServer>[1] = {}) {
  const server = await startTestServer(FILES, options);
  await addSite(server, { develop: 'node serve.mjs' }, { files: { 'serve.mjs': SERVE } });
  const target = await start(server);
  return { server, target };
}

interface Shared {
  id: string;
  url: string;
  origin: string;
  token: string;
  port: number;
}

async function share(
  { request }: Pick<TestServer, 'request'>,
  json: object = {},
  headers?: Record<string, string>,
): Promise<Shared> {
  const answer = await request(SHARES, {
    method: 'POST',
    json: { hours: 24, ...json },
    ...(headers && { headers }),
  });
  if (answer.status !== 201) throw new Error(answer.text);
  const url = String(answer.json.url);
  const { origin, pathname, port } = new URL(url);
  const { id } = answer.json.share as { id: string };
  return { id, url, origin, token: pathname.split('/')[2] ?? '', port: Number(port) };
}

interface Asked {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/** Asks on a connection of its own, with the path as it is. */
function ask(
  port: number,
  path: string,
  { host = `127.0.0.1:${port}`, method = 'GET', headers = {}, at = '127.0.0.1', body = '' } = {},
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const sent = { host, ...headers, ...(body !== '' && { 'content-length': String(body.length) }) };
    const request = httpRequest(
      { host: at, port, path, method, agent: false, headers: sent },
      async (answer) => {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part);
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(parts).toString(),
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

const cookieOf = ({ port, token }: Shared) => ({ cookie: `plinth_shared_${port}=${token}` });
/** As a browser that has opened the address. */
const look = (shared: Shared, path = '/', sent: Parameters<typeof ask>[2] = {}) =>
  ask(shared.port, path, { ...sent, headers: { ...cookieOf(shared), ...sent.headers } });

/** Asks for a page that is never sent to its end, and waits for its beginning. */
async function begin(shared: Shared, path: string): Promise<{ rest: Promise<unknown> }> {
  const request = httpRequest({ port: shared.port, path, agent: false, headers: cookieOf(shared) });
  const [answer] = (await once(request.end(), 'response')) as [IncomingMessage];
  await once(answer, 'data');
  return { rest: text(answer).catch((error: Error) => error.message) };
}

const DRAFT = { 'X-Plinth-Perspective': 'draft' };
const one = '/api/collections/pages/one';
const patch = (server: TestServer, title: string) =>
  server.request(one, { method: 'PATCH', json: { title }, headers: DRAFT });

describe('an address that was shared', () => {
  it('shows a draft and its image to a browser that is not signed in, and keeps what it must not know', async () => {
    const { server } = await serving();
    await patch(server, 'Drafted');
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(await plainPng(40, 30))]), 'cover.png');
    await server.request(`${one}/cover`, { method: 'POST', body, headers: DRAFT });
    const shared = await share(server, { path: '//pages/one?a=1' });
    expect(shared.url).toMatch(/^http:\/\/localhost:\d+\/\.plinth-shared\/[0-9a-f]{64}\/pages\/one\?a=1$/);

    const entered = await ask(shared.port, new URL(shared.url).pathname);
    const [cookie = ''] = entered.headers['set-cookie'] ?? [];
    expect([entered.status, entered.headers.location]).toEqual([302, '/pages/one']);
    expect(cookie).toMatch(
      new RegExp(
        `^plinth_shared_${shared.port}=${shared.token}; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax$`,
      ),
    );
    const page = await look(shared, '/pages/one');
    expect(page.status).toBe(200);
    expect(page.text).toContain('<h1>Drafted</h1>');
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-frame-options': 'DENY',
      'content-security-policy': "frame-ancestors 'none', img-src 'self'",
    });
    for (const name of [
      'set-cookie',
      'access-control-allow-origin',
      'clear-site-data',
      'service-worker-allowed',
      'etag',
    ])
      expect([name, page.headers[name]]).toEqual([name, undefined]);

    // Pages have neither the token of files nor an address that works on this machine only.
    const record = JSON.parse(await readFile(join(homeOf(server), 'state', 'preview.json'), 'utf8'));
    const [token] = Object.values<string>(record.tokens);
    expect(page.text).not.toContain(token);
    const [, image = ''] = /<img src="(\/preview-files\/[^"]+)"/.exec(page.text) ?? [];
    const shown = await look(shared, image);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png']);
    expect(page.text).toContain(`"${image.replaceAll('/', '\\/')}`);
    expect((await ask(shared.port, image)).status).toBe(404);
    // A site that makes its images itself is asked with what it knows.
    const encoded = /_image\?url=([^"]+)/.exec(page.text)?.[1] ?? '';
    expect((await look(shared, `/made?url=${encoded}`)).text).toBe('200 image/png');
    const word = image.split('/')[2];
    for (const path of [
      '/api/collections/pages',
      '/admin/',
      '/download/../api/change-sets',
      '',
      '/imageworks/../../x',
    ])
      expect([path, (await look(shared, `/preview-files/${word}${path}`)).status]).toEqual([path, 404]);
    expect((await look(shared, '/zipped')).text).toBe(`<p>/preview-files/${word}/x</p>`);
    expect((await look(shared, '/strange')).status).toBe(502);
    expect(await look(shared, '/film')).toMatchObject({ status: 206, text: 'film' });
    // Neither the token nor a hash of it that opens anything is in the folder, and the record has the hash alone.
    expect(JSON.stringify(record)).not.toContain(shared.token);
  });

  it('is for reading only, from no other site, and passes nothing that carries a right', async () => {
    const { server, target } = await serving();
    const shared = await share(server);
    const status = async (path: string, sent: Parameters<typeof ask>[2] = {}) =>
      (await look(shared, path, sent)).status;
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])
      expect([method, await status('/', { method })]).toEqual([method, 405]);
    expect((await look(shared, '/', { method: 'HEAD' })).text).toBe('');
    expect(await status('/', { body: 'x' })).toBe(400);
    const hostile = {
      cookie: `plinth_session_${server.port}=x; theirs=1; plinth_shared_${shared.port}=${shared.token}`,
      ...{
        authorization: 'Bearer x',
        'x-api-key': await server.key(),
        'x-csrf-token': 'x',
        origin: server.url,
      },
      ...{ referer: `${server.url}/admin/`, 'x-forwarded-for': '1.2.3.4', 'x-forwarded-host': 'evil' },
      ...{
        'x-middleware-subrequest': 'middleware',
        'x-http-method-override': 'DELETE',
        'x-plinth-perspective': 'unsaved',
      },
      ...{ 'if-none-match': '"x"', 'accept-encoding': 'br', forwarded: 'for=1.2.3.4', accept: 'text/html' },
    };
    const { method, url, host, sent } = JSON.parse(
      (await look(shared, '/asked?a=%2e&b', { headers: hostile })).text,
    );
    expect([method, url, host, sent]).toEqual([
      ...['GET', '/asked?a=%2e&b', new URL(target).host],
      { accept: 'text/html', connection: 'close' },
    ]);
    expect((await look(shared, '/moved')).headers.location).toBe('/there?a=1');
    expect((await look(shared, '/away')).headers.location).toBe('https://example.com/');
    // Pages of other sites, and names that others point at this machine.
    const site = (mode: string, dest: string) => ({
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode, 'sec-fetch-dest': dest },
    });
    expect(await status('/', site('no-cors', 'image'))).toBe(403);
    expect(await status('/', site('cors', 'empty'))).toBe(403);
    expect(await status('/', site('navigate', 'iframe'))).toBe(403);
    expect(await status('/', site('navigate', 'document'))).toBe(200);
    expect(await status('/', { headers: { 'service-worker': 'script' } })).toBe(403);
    for (const name of [
      'evil.example',
      `evil.example:${shared.port}`,
      'localhost',
      `localhost.:${shared.port}`,
      `localhost:${server.port}`,
    ])
      expect([name, await status('/', { host: name })]).toEqual([name, 403]);
    expect(await status('/', { host: `LOCALHOST:${shared.port}` })).toBe(200);
    const line = `Host: localhost:${shared.port}\r\n`;
    const raw = async (lines: string) =>
      (await sendRaw(shared.port, `GET / HTTP/1.1\r\n${lines}Cookie: ${cookieOf(shared).cookie}\r\n\r\n`))
        .status;
    expect(await raw(`${line}Host: evil.example\r\n`)).toBe(403);
    expect(await raw(`${line}Transfer-Encoding: chunked\r\n`)).toBe(400);
    expect(await raw(`${line}Connection: close\r\n`)).toBe(200);
  });

  it.each([
    ['/__open-in-editor?file=x', 404],
    ['/a/__nextjs_source-map', 404],
    ['/%5f_inspect/', 404],
    ['/%255f%255finspect', 404],
    ['/..%2f.git/config', 404],
    ['/.git/config', 404],
    ['/a%5c.env', 404],
    ['/.env.local', 404],
    ['/../../etc/passwd', 404],
    ['/%zz', 404],
    ['/%00', 404],
    ['/@fs{data}/pages/one.json', 404],
    ['/base/@fs{data}/.system/users.json?raw', 404],
    ['/@fs//{data}/pages/one.json', 404],
    ['/content/pages/one.json', 404],
    ['/base/content/pages/one.json?import', 404],
    ['//example.com/asked', 200],
    ['/asked/__data.json', 200],
    ['/node_modules/.vite/deps/x.js', 200],
    ['/@id/__x00__virtual', 200],
    ['/@fs/home/me/.cache/x/node_modules/y/.z/x.js', 404],
    ['/@fs/home/me/.cache/x/node_modules/y/x.js', 200],
  ])('asks the development server for %s: %i', async (path, status) => {
    const server = await startTestServer(FILES);
    // The folder lies in the project, as it does in many.
    const directory = homeOf(server);
    const json = { directory, name: 'site', develop: 'node serve.mjs', build: 'true', output: 'dist' };
    await addSite(server, {}, { files: { 'serve.mjs': SERVE }, name: '.' }).catch(() => undefined);
    await server.request('/api/sites', { method: 'POST', json });
    const [{ id = '' } = {}] = server.site.sites.list().filter((site) => site.develop === 'node serve.mjs');
    await start(server, id);
    const shared = await share(server);
    expect((await look(shared, path.replace('{data}', server.folder))).status).toBe(status);
  });

  it('opens nothing else: no admin, no API, no socket', async () => {
    const { server } = await serving();
    const shared = await share(server);
    for (const path of [SHARES, '/api/collections/pages', '/api/settings', '/api/preview'])
      for (const headers of [
        { authorization: `Bearer ${shared.token}` },
        { 'x-api-key': shared.token },
        { cookie: `plinth_session_${server.port}=${shared.token}` },
        cookieOf(shared),
      ] as Record<string, string>[]) {
        const { status } = await server.request(path, { as: 'nobody', headers });
        expect([path, status]).toEqual([path, 401]);
      }
    // Also where the folder is beside the project.
    for (const path of [`/@fs${server.folder}/pages/one.json`, `/base/@fs${server.folder}/.meta.json`])
      expect([path, (await look(shared, path)).status]).toEqual([path, 404]);
    const files = `/preview-files/${shared.token}/imageworks/pages/one/cover.png`;
    expect((await server.request(files, { as: 'nobody' })).status).toBe(404);
    const closed = await new Promise<string>((resolve) => {
      const socket = connect(shared.port, '127.0.0.1', () =>
        socket.write(
          `GET / HTTP/1.1\r\nHost: 127.0.0.1:${shared.port}\r\nCookie: ${cookieOf(shared).cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
        ),
      );
      let text = '';
      socket.on('data', (part) => {
        text += part;
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(text));
    });
    expect(closed).toBe('');
  });

  it('cannot be guessed: after 25 wrong ones a network waits', async () => {
    const { server } = await serving();
    const shared = await share(server);
    const guess = (token: string) => ask(shared.port, `/.plinth-shared/${token}/`);
    expect((await ask(shared.port, '/')).status).toBe(404);
    for (const token of [
      '',
      'x',
      '0'.repeat(64),
      '%00',
      `${shared.token}0`,
      shared.token.toUpperCase(),
      '..',
    ])
      expect((await guess(token)).status).toBe(404);
    const other = await serving();
    const theirs = await share(other.server);
    const wrong = await look({ ...shared, token: theirs.token });
    expect(wrong.status).toBe(404);
    expect(wrong.headers['set-cookie']?.[0]).toMatch(/=; Max-Age=0;/);
    for (let count = 8; count < 25; count += 1) expect((await guess(`${count}`)).status).toBe(404);
    const rejected = await guess('x');
    expect([rejected.status, Number(rejected.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await guess(shared.token)).status).toBe(429);
  });

  it('does not lead to another host, whatever path it has', async () => {
    const { server } = await serving();
    const shared = await share(server);
    for (const path of [
      '//example.com/',
      '/\\example.com',
      '///example.com',
      '/%2fexample.com',
      '/.//example.com',
      '?a',
      '',
    ])
      expect((await ask(shared.port, `/.plinth-shared/${shared.token}${path}`)).headers.location).toMatch(
        /^\/(?![/\\])/,
      );
  });
});

describe('the end of an address that was shared', () => {
  it('comes when it is ended, also for what is being sent, and what is typed is shown again', async () => {
    const { server, target } = await serving();
    const typed = async () => (await fetch(target)).text();
    await type(server, { title: 'Typed' }, { collection: 'pages', object: 'one' });
    await expect.poll(typed).toContain('Typed');
    const shared = await share(server);
    expect(await typed()).not.toContain('Typed');
    expect((await look(shared)).text).toContain('<h1>One</h1>');
    const plain = await share(server, { unsaved: true });
    expect((await look(plain)).text).toContain('<h1>One</h1>');

    const cut = await begin(shared, '/endless');
    expect((await server.request(`${SHARES}/${shared.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await server.request(`${SHARES}/${shared.id}`, { method: 'DELETE' })).status).toBe(404);
    expect(await cut.rest).toBe('aborted');
    expect((await look(shared)).status).toBe(404);
    expect((await ask(shared.port, new URL(shared.url).pathname)).status).toBe(404);
    expect((await look(plain)).text).toContain('<h1>Typed</h1>');
    await server.request(`${SHARES}/${plain.id}`, { method: 'DELETE' });
    await expect.poll(() => look(plain).catch(() => 'closed')).toBe('closed');
  });

  it('comes with the site, and with the right of the user who has made it', async () => {
    const { server } = await serving();
    const admin = await staffSession(server, 'admin');
    const [owners, admins] = [await share(server), await share(admin)];
    expect((await look(admins)).status).toBe(200);
    const listed = (await server.request(SHARES)).json.shares as { by: string }[];
    expect(listed.map(({ by }) => by)).toEqual(['Owner', 'admin one']);
    const user = `/api/users/${STAFF_IDS.admin}`;
    await server.request(user, { method: 'PATCH', json: { role: 'editor' } });
    expect((await look(admins)).status).toBe(404);
    // It does not come back with the right.
    await server.request(user, { method: 'PATCH', json: { role: 'admin' } });
    expect((await look(admins)).status).toBe(404);
    const again = await share(await staffSession(server, 'admin'));
    await server.request(user, { method: 'DELETE' });
    expect((await look(again)).status).toBe(404);
    expect((await look(owners)).status).toBe(200);
    await server.request('/api/sites/site', { method: 'DELETE' });
    await expect
      .poll(() =>
        look(owners).then(
          ({ status }) => status,
          () => 404,
        ),
      )
      .toBe(404);
    expect((await server.request(SHARES)).json.shares).toEqual([]);
  });

  it('does not come when the site stops or Plinth does: then it says so, and goes on', async () => {
    const { server } = await serving();
    const shared = await share(server);
    await server.request('/api/sites/site/develop', { method: 'DELETE' });
    const down = await look(shared);
    expect([down.status, down.text.includes('The preview is not running')]).toEqual([503, true]);
    expect((await server.request(SHARES)).json.shares).toMatchObject([{ id: shared.id, isShown: false }]);
    await start(server);
    expect((await look(shared)).status).toBe(200);
    await server.close();
    await expect(look(shared)).rejects.toThrow();
    const again = await startTestServer(FILES, { home: homeOf(server) });
    expect((await look(shared)).status).toBe(503);
    await start(again);
    expect((await look(shared)).status).toBe(200);
  });

  it('comes before other change sets are shown', async () => {
    const { server } = await serving();
    const release = { kind: 'release', title: 'Secret', id: 'secret' };
    await server.request('/api/change-sets', { method: 'POST', json: release });
    const shared = await share(server);
    const choose = (sets: string[]) => server.request('/api/preview', { method: 'PUT', json: { sets } });
    const cut = await begin(shared, '/endless');
    await choose(['draft', 'secret']);
    expect(await cut.rest).toBe('aborted');
    expect((await look(shared)).status).toBe(503);
    await choose(['secret']);
    expect((await look(shared)).status).toBe(503);
    await choose(['draft']);
    expect((await look(shared)).status).toBe(200);
  });
});

describe('sharing the preview', () => {
  it('is for the owner and admins, and for what Plinth has started', async () => {
    const { server } = await serving();
    const [editor, viewer] = [await staffSession(server, 'editor'), await staffSession(server, 'viewer')];
    const key = await server.key();
    const json = { hours: 1 };
    const { id } = await share(server);
    for (const [method, path] of [
      ['GET', SHARES],
      ['POST', SHARES],
      ['DELETE', `${SHARES}/${id}`],
    ] as const) {
      const sent = { method, ...(method === 'POST' && { json }) };
      for (const { request } of [editor, viewer]) expect((await request(path, sent)).status).toBe(403);
      expect((await server.request(path, { ...sent, as: { key } })).status).toBe(403);
      expect((await server.request(path, { ...sent, as: 'nobody' })).status).toBe(401);
    }
    for (const wrong of [
      {},
      { hours: 2 },
      { hours: '1' },
      { hours: 1, path: 'x' },
      { hours: 1, unsaved: 'yes' },
    ])
      expect((await server.request(SHARES, { method: 'POST', json: wrong })).status).toBe(400);
    await server.request('/api/sites/site/develop', { method: 'DELETE' });
    await server.request('/api/preview', { method: 'PUT', json: { site: 'http://localhost:9' } });
    const answer = await server.request(SHARES, { method: 'POST', json });
    expect([answer.status, errorOf(answer).key]).toEqual([422, 'previewNotStarted']);
  });

  it('has a limit', async () => {
    const { server } = await serving();
    for (let count = 0; count < 20; count += 1) await share(server);
    const answer = await server.request(SHARES, { method: 'POST', json: { hours: 1 } });
    expect([answer.status, errorOf(answer).key]).toEqual([422, 'previewShareLimit']);
  });

  it('is a line of the security log, without the address', async () => {
    const log: string[] = [];
    const logger = pino({ level: 'info', base: null }, { write: (line: string) => log.push(line) });
    const { server } = await serving({ logger });
    const shared = await share(server);
    await server.request(`${SHARES}/${shared.id}`, { method: 'DELETE' });
    const lines = log
      .map((line) => JSON.parse(line))
      .filter(({ security }) => String(security).startsWith('preview'));
    expect(lines).toMatchObject([
      {
        security: 'preview.shared',
        share: shared.id,
        site: 'site',
        caller: 'user owner',
        until: expect.any(String),
      },
      { security: 'preview.ended', share: shared.id },
    ]);
    expect(log.join('')).not.toContain(shared.token);
  });

  const network = Object.values(networkInterfaces())
    .flat()
    .find((one) => one && one.family === 'IPv4' && !one.internal)?.address;

  it('works on other machines only where Plinth listens for them and it was switched on', async () => {
    const { server } = await serving({ host: '0.0.0.0' });
    const reach = async () => (await server.request(SHARES)).json.reach;
    const set = (json: object) => server.request('/api/settings', { method: 'PATCH', json });
    expect(await reach()).toBe('switchedOff');
    const local = await share(server);
    expect(new URL(local.url).hostname).toBe('localhost');
    const host = network ?? '127.0.0.2';
    const from = (shared: Shared) =>
      look(shared, '/', { at: host, host: `${host}:${shared.port}` }).then(
        ({ status }) => status,
        () => 'closed',
      );
    expect(await from(local)).toBe('closed');
    await set({ 'previews.onNetwork': true });
    expect(await reach()).toBe('noName');
    await set({ hosts: [`${host}:4180`] });
    expect(await reach()).toBe('network');
    const shared = await share(server);
    expect(new URL(shared.url).hostname).toBe(host);
    expect(await from(shared)).toBe(200);
    expect((await look(shared, '/', { at: host, host: `evil.example:${shared.port}` })).status).toBe(403);
    // At once, also while it still listens.
    await set({ 'previews.onNetwork': false });
    if (network) expect(await from(shared)).toBe('closed');
    expect((await look(shared)).status).toBe(200);
  });

  it('stays on this machine while Plinth does', async () => {
    const { server } = await serving();
    const json = { 'previews.onNetwork': true, hosts: ['cms.example'] };
    await server.request('/api/settings', { method: 'PATCH', json });
    expect((await server.request(SHARES)).json).toEqual({ shares: [], reach: 'notListening' });
    const shared = await share(server);
    expect((await look(shared, '/', { host: `cms.example:${shared.port}` })).status).toBe(403);
  });
});
