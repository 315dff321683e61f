/** Files by addresses whose names mean what nobody expects (bad inputs, group URLUP). */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createListener } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HostLookup } from '../../server/files/guarded-request.js';
import { plainPng } from '../helpers/made-files.js';
import { startTestServer, type TestServer } from '../helpers/server.js';

const ONE = '/api/collections/pages/one';

/** What names stand for here. */
const lookup: HostLookup = async (name) => {
  const of = (address: string) => [{ address, family: address.includes(':') ? 6 : 4 }];
  if (name === 'pub.test' || name === 'loop.test') return of('127.0.0.1');
  if (name === 'six.test') return of('::ffff:127.0.0.1');
  if (name === 'metadata.google.internal') return of('169.254.169.254');
  throw Object.assign(new Error(`no ${name}`), { code: 'ENOTFOUND' });
};

/** A host that the settings allow, and one nobody may come to. */
async function started() {
  const png = await plainPng();
  let canaryHits = 0;
  const canary = createListener((socket) => {
    canaryHits += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(canary, 'listening');
  const canaryPort = (canary.address() as AddressInfo).port;
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const host = createServer((request, response) => {
    headers.push(request.headers);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://pub.test');
    const to = searchParams.get('to');
    if (to !== null) response.writeHead(302, { Location: to }).end();
    else if (pathname === '/loop') response.writeHead(302, { Location: '/loop' }).end();
    else if (pathname === '/404') response.writeHead(404).end(png);
    else if (pathname === '/gzbomb') {
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'image/png' });
      response.end(gzipSync(Buffer.alloc(8_000_000)));
    } else if (pathname === '/drip' || pathname === '/endless') {
      const bytes = pathname === '/drip' ? Buffer.from('.') : Buffer.alloc(65_536);
      const more = setInterval(() => response.write(bytes), 5);
      response.once('close', () => clearInterval(more));
    } else response.writeHead(200, { 'Content-Type': 'image/png' }).end(png);
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  onTestFinished(() => {
    host.closeAllConnections();
    host.close();
    canary.close();
  });
  const port = (host.address() as AddressInfo).port;
  const server = await startTestServer(
    {
      '.schemas/page.json': {
        id: 'page',
        properties: {
          id: { field: 'id' },
          image: { $ref: 'https://example.test/image.json', field: 'image' },
        },
        required: ['id'],
      },
      'pages/.meta.json': { id: 'pages', schema: 'page' },
      'pages/one.json': { id: 'one' },
      '.system/settings.json': {
        edition: 'pro',
        uploads: { allowedHosts: [`pub.test:${port}`], maxFetchTime: 1 },
        general: { maxDownloadSize: 2 },
      },
    },
    { lookup },
  );
  const words = (text: string) =>
    text.replaceAll('HOST', `pub.test:${port}`).replaceAll('CANARY', String(canaryPort));
  return { server, words, headers, canaryHits: () => canaryHits };
}

const send = (server: TestServer, json: string) =>
  server.request(`${ONE}/image`, {
    method: 'POST',
    body: json,
    headers: { 'content-type': 'application/json' },
  });

describe('an address of a file', () => {
  it('is asked for by the name of an allowed host, with nothing of the sender in the request', async () => {
    const { server, words, headers } = await started();
    const saved = await send(server, words('{"image":"http://HOST/a.png"}'));
    expect([saved.status, headers.length]).toEqual([200, 1]);
    expect(Object.keys(headers[0] ?? {}).sort()).toEqual([
      ...['accept', 'accept-encoding', 'connection', 'host', 'user-agent'],
    ]);
  });

  it.each([
    ['a name of the cloud’s own (URLUP-18)', '"http://metadata.google.internal/"', [400]],
    ['a name before a backslash (URLUP-26)', '"http://good.example\\\\@127.0.0.1:CANARY/a.png"', [400]],
    ['a name of this machine (URLUP-29)', '"http://loop.test:CANARY/a.png"', [400]],
    ['a name of a wrapped address', '"http://six.test:CANARY/a.png"', [400]],
    ['a port of mail and shells (URLUP-39)', '"http://pub.test:22/"', [400]],
    ['a redirect to a file of this machine (URLUP-45)', '"http://HOST/redir?to=file:///etc/passwd"', [400]],
    ['a redirect to this machine', '"http://HOST/redir?to=http://loop.test:CANARY/a.png"', [400]],
    [
      'a redirect to an address of this machine',
      '"http://HOST/redir?to=http://[::ffff:7f00:1]:CANARY/"',
      [400],
    ],
    ['redirects for ever (URLUP-46)', '"http://HOST/loop"', [400]],
    ['a body that never ends', '"http://HOST/endless"', [400, 413]],
    ['a body in drops (URLUP-49)', '"http://HOST/drip"', [400]],
    ['a packed bomb (URLUP-50)', '"http://HOST/gzbomb"', [413]],
    ['no such file (URLUP-53)', '"http://HOST/404"', [400]],
    ['a list of addresses (URLUP-58)', '["http://HOST/a.png"]', [400]],
  ])('is rejected that leads to %s', async (_what, address, statuses) => {
    const { server, words, canaryHits } = await started();
    const before = String(await server.read('pages/one.json'));
    const { status, json } = await send(server, words(`{"image":${address}}`));
    expect(statuses).toContain(status);
    expect(json).toMatchObject({
      error: expect.any(String),
      docs: expect.stringMatching(/#(?:too-large|bad-request)$/),
    });
    expect(canaryHits()).toBe(0);
    expect(String(await server.read('pages/one.json'))).toBe(before);
    expect(await readdir(join(server.folder, '.system/tmp'))).toEqual([]);
  });

  it('is rejected under another key than that of its property (URLUP-61)', async () => {
    const { server, words, headers } = await started();
    const { status } = await send(server, words('{"other":"http://HOST/a.png"}'));
    expect([status, headers]).toEqual([400, []]);
  });
});
