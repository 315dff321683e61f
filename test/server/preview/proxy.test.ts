/** The server of the preview: what it passes, and the one thing that it adds. */
import { once } from 'node:events';
import { request as ask, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib';
import { createServer as createVite } from 'vite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { PreviewProxy } from '../../../server/preview/proxy.js';
import { devServer } from '../../helpers/dev-server.js';
import { temporaryFolder, writeFiles } from '../../helpers/files.js';

const ADMIN = 'http://127.0.0.1:4180';
const PAGE = '<!doctype html><html><head><title>Harbour</title></head><body><p>Boats</p></body></html>';
const TAG =
  /<script src="\/\.plinth-preview\.js" nonce="[^"]*" data-admins="[^"]*" data-site="[^"]*" data-page="[^"]*"><\/script>/;

async function openProxy(target: string | undefined | (() => string | undefined)): Promise<PreviewProxy> {
  const options = { target: typeof target === 'function' ? target : () => target, admins: new Set([ADMIN]) };
  const proxy = await PreviewProxy.open(options);
  onTestFinished(() => proxy.close());
  return proxy;
}

const preview = async (target: Parameters<typeof openProxy>[0]): Promise<string> =>
  (await openProxy(target)).originFor(ADMIN);

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  raw: string[];
  body: Buffer;
}

/** Asks without changing anything of the answer. */
async function get(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body?: string,
): Promise<Answer> {
  const { hostname, port, pathname, search } = new URL(url);
  // The name of this machine may stand for an address that the preview does not listen at.
  const request = ask({
    host: '127.0.0.1',
    port,
    path: pathname + search,
    method,
    headers: { host: `${hostname}:${port}`, ...headers },
  });
  request.end(body);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    raw: answer.rawHeaders,
    body: Buffer.concat(chunks),
  };
}

const DOCUMENT = { 'sec-fetch-dest': 'iframe', accept: 'text/html' };

describe('a page', () => {
  it('has one script more, at the beginning of its head, and is otherwise the same', async () => {
    const { url } = await devServer((_request, response) => {
      response
        .writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': PAGE.length, ETag: '"1"' })
        .end(PAGE);
    });
    const { status, headers, body } = await get(`${await preview(url)}/about`, DOCUMENT);
    expect(status).toBe(200);
    expect(body.toString()).toMatch(/<head><script /);
    expect(body.toString().replace(TAG, '')).toBe(PAGE);
    expect(headers['content-length']).toBeUndefined();
    expect(headers.etag).toBeUndefined();
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('that is compressed with %s without being asked to has it too', async (encoding, compress) => {
    const { url, asked } = await devServer((_request, response) => {
      response
        .writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': encoding })
        .end(compress(PAGE));
    });
    const sent = { ...DOCUMENT, 'accept-encoding': 'gzip, br', 'if-none-match': '"1"' };
    const { headers, body } = await get(await preview(url), sent);
    expect(body.toString().replace(TAG, '')).toBe(PAGE);
    expect(headers['content-encoding']).toBeUndefined();
    expect([asked[0]?.headers['accept-encoding'], asked[0]?.headers['if-none-match']]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each(['x-own', 'constructor'])('in the unknown encoding %s is passed as it is', async (encoding) => {
    const bytes = Buffer.from([1, 2, 3, 250]);
    const { url } = await devServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': encoding }).end(bytes);
    });
    const { headers, body } = await get(await preview(url), DOCUMENT);
    expect([headers['content-encoding'], body]).toEqual([encoding, bytes]);
  });

  it('that comes in pieces arrives in pieces', async () => {
    let goOn = () => {};
    const { url } = await devServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
      response.write('<!doctype html><html><he');
      response.write('ad><title>Slow</title></head><body><p>First</p>');
      goOn = () => response.end('<p>Last</p></body></html>');
    });
    const { port } = new URL(await preview(url));
    const request = ask({
      host: '127.0.0.1',
      port,
      headers: { host: `localhost:${port}`, ...DOCUMENT },
    }).end();
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    let text = '';
    answer.setEncoding('utf8');
    for await (const chunk of answer) {
      text += chunk;
      // The rest is only sent once the first piece was passed.
      if (text.includes('First')) goOn();
    }
    expect(text.replace(TAG, '')).toBe(
      '<!doctype html><html><head><title>Slow</title></head><body><p>First</p><p>Last</p></body></html>',
    );
  });

  it('that a script of the page asks for is data, and stays as it is', async () => {
    const { url } = await devServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html', ETag: '"1"' }).end(PAGE);
    });
    const { headers, body } = await get(await preview(url), {
      'sec-fetch-dest': 'empty',
      accept: 'text/html',
    });
    expect([body.toString(), headers.etag]).toEqual([PAGE, '"1"']);
  });

  it('is shown by the admin only, whatever it says about frames', async () => {
    const { url } = await devServer((_request, response) => {
      response
        .writeHead(200, [
          ...['Content-Type', 'text/html', 'X-Frame-Options', 'DENY'],
          ...['Content-Security-Policy', "frame-ancestors 'none'; img-src 'self'"],
        ])
        .end(PAGE);
    });
    const { headers } = await get(await preview(url), DOCUMENT);
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['content-security-policy']).toBe(`img-src 'self', frame-ancestors 'self' ${ADMIN}`);
  });
});

describe('everything else', () => {
  it('is passed byte by byte: compressed bytes, ranges, several cookies, what is not found', async () => {
    const zipped = gzipSync('body { color: red }');
    const { url, asked } = await devServer((request, response) => {
      if (request.url === '/style.css') {
        response
          .writeHead(200, {
            'Content-Type': 'text/css',
            'Content-Encoding': 'gzip',
            'Content-Length': zipped.length,
          })
          .end(zipped);
      } else if (request.url === '/part') {
        response.writeHead(206, { 'Content-Range': 'bytes 0-1/9', 'Content-Type': 'video/mp4' }).end('ab');
      } else {
        response
          .writeHead(404, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2; Domain=example.com; Path=/'])
          .end('none');
      }
    });
    const origin = await preview(url);
    const style = await get(`${origin}/style.css`, { 'accept-encoding': 'gzip' });
    expect([style.headers['content-encoding'], style.headers['content-length']]).toEqual([
      'gzip',
      `${zipped.length}`,
    ]);
    expect(gunzipSync(style.body).toString()).toBe('body { color: red }');
    const part = await get(`${origin}/part`, { range: 'bytes=0-1' });
    expect([part.status, part.body.toString(), asked.at(-1)?.headers.range]).toEqual([
      206,
      'ab',
      'bytes=0-1',
    ]);
    const none = await get(`${origin}/none`, { 'sec-fetch-dest': 'image' });
    expect([none.status, none.headers['set-cookie']]).toEqual([404, ['a=1', 'b=2; Path=/']]);
  });

  it('that is sent reaches the development server, from its own origin', async () => {
    const { url, asked } = await devServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      response.writeHead(201).end(body.toUpperCase());
    });
    const origin = await preview(url);
    const sent = { origin, referer: `${origin}/form`, 'content-type': 'text/plain' };
    const answer = await get(`${origin}/send?a=1`, sent, 'POST', 'words');
    expect([answer.status, answer.body.toString()]).toEqual([201, 'WORDS']);
    const { headers, method, url: path } = asked[0] ?? {};
    expect([method, path, headers?.host, headers?.origin, headers?.referer]).toEqual([
      ...['POST', '/send?a=1', new URL(url).host, url, `${url}/form`],
    ]);
  });

  it('redirects within the site stay in the preview, and others lead out', async () => {
    const { url } = await devServer((request, response) => {
      const outside = 'https://example.com/x';
      response.writeHead(302, { Location: request.url === '/out' ? outside : `${url}/new?a=1#b` }).end();
    });
    const origin = await preview(url);
    expect((await get(`${origin}/old`, DOCUMENT)).headers.location).toBe('/new?a=1#b');
    expect((await get(`${origin}/out`, DOCUMENT)).headers.location).toBe('https://example.com/x');
  });
});

describe('sessions of the admin', () => {
  it('are never sent to the site, nor set by it', async () => {
    const { url, asked } = await devServer((_request, response) => {
      response.writeHead(200, ['Set-Cookie', 'plinth_session_4180=stolen', 'Set-Cookie', 'own=1']).end();
    });
    const origin = await preview(url);
    const { headers } = await get(origin, { cookie: 'a=1; plinth_session_4180=secret; b=2' });
    expect(asked[0]?.headers.cookie).toBe('a=1; b=2');
    expect(headers['set-cookie']).toEqual(['own=1']);
    await get(origin, { cookie: 'plinth_session_4180=secret' });
    expect(asked[1]?.headers.cookie).toBeUndefined();
  });

  it('are kept apart by the name of the machine', async () => {
    const proxy = await PreviewProxy.open({ target: () => undefined, admins: new Set() });
    onTestFinished(() => proxy.close());
    expect(new URL(proxy.originFor('http://127.0.0.1:4180')).hostname).toBe('localhost');
    expect(new URL(proxy.originFor('http://localhost:4180')).hostname).toBe('127.0.0.1');
  });
});

it('answers no other host: a name that a web page points at this machine', async () => {
  const { url, asked } = await devServer((_request, response) => response.end('secret'));
  const origin = await preview(url);
  const { port } = new URL(origin);
  expect((await get(origin, { host: `evil.example:${port}` })).status).toBe(403);
  expect((await get(origin, { host: 'localhost:1' })).status).toBe(403);
  expect(asked).toEqual([]);
});

describe('a site that is not running', () => {
  it('is told on a page that tries again, and works once it runs', async () => {
    const first = await devServer((_request, response) => response.end('up'));
    const origin = await preview(first.url);
    await first.stop();
    const page = await get(origin, DOCUMENT);
    expect(page.status).toBe(502);
    expect(page.body.toString()).toMatch(TAG);
    expect(page.body.toString()).toContain('data-plinth-down');
    expect(page.headers['content-security-policy']).toBe(`frame-ancestors 'self' ${ADMIN}`);
    expect((await get(`${origin}/a.js`, { 'sec-fetch-dest': 'script' })).headers['content-type']).toContain(
      'text/plain',
    );
    await devServer((_request, response) => response.end('up again'), Number(new URL(first.url).port));
    expect((await get(`${origin}/a.js`)).body.toString()).toBe('up again');
  });

  it('is told where none is known', async () => {
    expect((await get(await preview(undefined), DOCUMENT)).status).toBe(502);
  });

  it('in the middle of an answer ends the answer, and no other one', async () => {
    const { url, server } = await devServer((request, response) => {
      if (request.url !== '/broken') return void response.end('whole');
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      response.write('half');
      setImmediate(() => response.destroy());
    });
    const origin = await preview(url);
    await expect(get(`${origin}/broken`)).rejects.toThrow('aborted');
    expect((await get(`${origin}/other`)).body.toString()).toBe('whole');
    expect(server.listening).toBe(true);
  });
});

/** Opens a socket as a browser does. */
async function socketAt(origin: string, path: string, headers: Record<string, string>): Promise<Socket> {
  const { port, host } = new URL(origin);
  const request = ask({
    ...{ host: '127.0.0.1', port, path },
    headers: {
      ...{ host, connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
      ...{ 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', ...headers },
    },
  }).end();
  const [, socket, head] = (await once(request, 'upgrade')) as [IncomingMessage, Socket, Buffer];
  socket.unshift(head);
  onTestFinished(() => void socket.destroy());
  return socket;
}

describe('sockets', () => {
  it('are passed both ways, from the origin of the site', async () => {
    const { url, server } = await devServer(() => {});
    const asked: IncomingMessage[] = [];
    server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
      asked.push(request);
      onTestFinished(() => void socket.destroy());
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
      socket.on('data', (bytes: Buffer) => socket.write(`echo ${bytes}`));
    });
    const origin = await preview(url);
    const socket = await socketAt(origin, '/hot', { origin, cookie: 'plinth_session_1=x; a=1' });
    socket.write('hello');
    expect(String(await once(socket, 'data'))).toBe('echo hello');
    expect([asked[0]?.headers.origin, asked[0]?.headers.cookie, asked[0]?.url]).toEqual([url, 'a=1', '/hot']);
  });

  it('of pages of other sites are rejected', async () => {
    const { url, server } = await devServer(() => {});
    let opened = 0;
    server.on('upgrade', () => {
      opened += 1;
    });
    const origin = await preview(url);
    await expect(socketAt(origin, '/', { origin: 'https://evil.example' })).rejects.toThrow('hang up');
    await expect(socketAt(origin, '/', { host: 'evil.example' })).rejects.toThrow('hang up');
    expect(opened).toBe(0);
  });
});

it('passes a real development server: page, module, socket of hot reload', async () => {
  const root = await temporaryFolder();
  await writeFiles(root, {
    'index.html':
      '<!doctype html><html><head></head><body><script type="module" src="/main.ts"></script></body></html>',
    'main.ts': 'const count: number = 1;\ndocument.title = String(count);\n',
  });
  const vite = await createVite({
    root,
    configFile: false,
    logLevel: 'silent',
    server: { port: 0, host: '127.0.0.1' },
  });
  onTestFinished(() => vite.close());
  await vite.listen();
  const origin = await preview(vite.resolvedUrls?.local[0]?.replace(/\/$/, ''));
  const page = (await get(`${origin}/`, DOCUMENT)).body.toString();
  expect(page).toMatch(/<head><script src="\/\.plinth-preview\.js"/);
  expect(page).toContain('/@vite/client');
  const { headers, body } = await get(`${origin}/main.ts`, { 'sec-fetch-dest': 'script' });
  expect(headers['content-type']).toContain('javascript');
  expect(body.toString()).toContain('const count = 1');
  const client = (await get(`${origin}/@vite/client`, { 'sec-fetch-dest': 'script' })).body.toString();
  const token = /wsToken = "([^"]+)"/.exec(client)?.[1] ?? '';
  const socket = await socketAt(origin, `/?token=${token}`, { origin, 'sec-websocket-protocol': 'vite-hmr' });
  expect(String(await once(socket, 'data'))).toContain('{"type":"connected"}');
});

describe('a page that would be another now', () => {
  /** Opens a page whose text at each request is told by how many there were. */
  async function opened(textOf: (request: number) => string, statusOf = (_request: number) => 200) {
    const { url, asked } = await devServer((_request, response) => {
      response
        .writeHead(statusOf(asked.length), { 'Content-Type': 'text/html' })
        .end(`<html><head></head><body>${textOf(asked.length)}</body></html>`);
    });
    const proxy = await openProxy(url);
    const origin = proxy.originFor(ADMIN);
    const { body } = await get(`${origin}/about`, { ...DOCUMENT, cookie: 'theme=dark' });
    const [, page = ''] = /data-page="(\d*)"/.exec(body.toString()) ?? [];
    const isOld = () => get(`${origin}/.plinth-preview/old?page=${page}`);
    return { proxy, asked, page, isOld };
  }

  it.each([
    ['changed at once', 2],
    ['takes a while to build', 4],
  ])('is told after a change when the site has %s', async (_what, from) => {
    const { proxy, asked, isOld } = await opened((request) => (request < from ? 'Before' : 'After'));
    proxy.changed();
    expect(JSON.parse((await isOld()).body.toString())).toEqual({ isOld: true });
    expect(asked.at(-1)?.headers).toMatchObject({ cookie: 'theme=dark' });
  });

  it('is told to a page that asks before anything changes', async () => {
    const { proxy, isOld } = await opened((request) => (request < 2 ? 'Before' : 'After'));
    const answer = isOld();
    proxy.changed();
    expect(JSON.parse((await answer).body.toString())).toEqual({ isOld: true });
  });

  it.each([
    ['is another each time it is asked for', (request: number) => `Page ${request}`],
    ['stays the same', () => 'The same'],
  ])('is not one that %s', async (_what, textOf) => {
    const { proxy, asked, isOld } = await opened(textOf);
    const told = vi.fn();
    void isOld().then(told, () => undefined);
    proxy.changed();
    await expect.poll(() => asked.length, { timeout: 10_000 }).toBeGreaterThan(2);
    expect(told).not.toHaveBeenCalled();
  });

  it('is told when it was an error before', async () => {
    const { proxy, isOld } = await opened(
      () => 'The same',
      (request) => (request < 2 ? 500 : 200),
    );
    proxy.changed();
    expect(JSON.parse((await isOld()).body.toString())).toEqual({ isOld: true });
  });

  it('is not known by another id', async () => {
    const { proxy } = await opened(() => 'Page');
    const answer = await get(`${proxy.originFor(ADMIN)}/.plinth-preview/old?page=999`);
    expect(JSON.parse(answer.body.toString())).toEqual({ isOld: false });
  });
});
