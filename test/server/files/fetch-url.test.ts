import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { message } from '../../../server/contract/messages/message.js';
import { PlinthError } from '../../../server/errors.js';
import { type FetchOptions, fetchUrl } from '../../../server/files/fetch-url.js';
import { isPublicAddress } from '../../../server/files/public-address.js';
import { refusal } from '../../helpers/site.js';

/** A web server of this machine for the running test, and how often it was asked for what. */
async function hostOf(answer: RequestListener): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, asked };
}

interface Taken {
  name: string;
  size: number;
  text: string;
}

/** Fetches into the memory, at most `limit` bytes. */
async function fetched(url: unknown, options: Partial<FetchOptions> = {}, limit = 1_000_000): Promise<Taken> {
  const parts: Buffer[] = [];
  const take = async (content: Readable) => {
    let size = 0;
    for await (const part of content) {
      size += part.length;
      if (size > limit) throw new PlinthError('tooLarge', message('bodyTooLarge'));
      parts.push(part);
    }
    return size;
  };
  const found = await fetchUrl(url, take, { allowedHosts: [], ...options });
  return { ...found, text: Buffer.concat(parts).toString() };
}

const here = (port: number) => ({ allowedHosts: [`127.0.0.1:${port}`] });

describe('isPublicAddress', () => {
  it.each([
    ...['1.1.1.1', '93.184.216.34', '172.15.0.1', '172.32.0.1', '192.169.0.1', '223.255.255.255'],
    ...['2606:4700::1111', '2a00:1450:4001::1'],
  ])('lets %s pass', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...[
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.5',
      '100.64.0.1',
      '127.0.0.1',
      '127.8.8.8',
      '169.254.169.254',
      '172.16.0.1',
    ],
    ...[
      '172.31.255.255',
      '192.0.2.1',
      '192.168.1.1',
      '198.18.0.1',
      '203.0.113.9',
      '224.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '::',
      '::1',
      '::127.0.0.1',
      '::ffff:127.0.0.1',
      '::ffff:a9fe:a9fe',
      'fd00::5',
      'fe80::1',
      'fec0::1',
      'ff02::1',
    ],
    ...[
      '64:ff9b::7f00:1',
      '64:ff9b:1::7f00:1',
      '2002:7f00:1::',
      '2001::1',
      '2001:db8::1',
      '100::1',
      'localhost',
      '',
    ],
  ])('stops %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('fetchUrl', () => {
  it('gives the bytes, with the name the address has', async () => {
    const { port } = await hostOf((_request, response) => response.end('hello'));
    const address = `http://127.0.0.1:${port}/a/My%20Photo.JPG?size=2#top`;
    expect(await fetched(address, here(port))).toEqual({ name: 'My Photo.JPG', size: 5, text: 'hello' });
  });

  it.each([
    ['/photos/200', { 'Content-Type': 'image/jpeg; charset=x' }, '200.jpg'],
    ['/', { 'Content-Type': 'application/pdf' }, 'file.pdf'],
    ['/plain', {}, 'plain'],
    ['/%ff%fe.png', {}, '%ff%fe.png'],
    ['/x.png', { 'Content-Disposition': 'attachment; filename="../../evil.png"' }, 'x.png'],
  ])('calls what %s gives with %o "%s"', async (path, headers, name) => {
    const { port } = await hostOf((_request, response) => response.writeHead(200, headers).end('x'));
    expect((await fetched(`http://127.0.0.1:${port}${path}`, here(port))).name).toBe(name);
  });

  it('follows redirects, and takes the name of where they lead when the first has no extension', async () => {
    const { port, asked } = await hostOf((request, response) => {
      if (request.url === '/latest') response.writeHead(302, { Location: 'files/42' }).end();
      else if (request.url === '/files/42') response.writeHead(308, { Location: '/files/tariff.pdf' }).end();
      else response.end('%PDF');
    });
    const { name, text } = await fetched(`http://127.0.0.1:${port}/latest`, here(port));
    expect([name, text]).toEqual(['tariff.pdf', '%PDF']);
    expect(asked).toEqual(['/latest', '/files/42', '/files/tariff.pdf']);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('unpacks what the host packed with %s all the same', async (coding, pack) => {
    const { port } = await hostOf((_request, response) =>
      response.writeHead(200, { 'Content-Encoding': coding }).end(pack('hello')),
    );
    expect((await fetched(`http://127.0.0.1:${port}/a.txt`, here(port))).text).toBe('hello');
  });

  it.each([
    ...['', 5, null, ['http://example.com/a.png'], 'a.png', '//example.com/a.png', 'http://', 'ht!tp://x'],
    ...['file:///etc/passwd', 'data:image/png;base64,aGk=', 'javascript:alert(1)', 'gopher://example.com/_x'],
    ...['ftp://example.com/a', 'jar:http://x!/a', 'http://user:secret@example.com/a.png'],
    ...['http://93.184.216.34:22/', 'http://93.184.216.34:25/', 'https://93.184.216.34:0/'],
  ])('rejects %o, which is no address of the web', async (address) => {
    expect((await refusal(fetched(address))).kind).toBe('invalid');
  });

  it.each([
    ...[
      '127.0.0.1',
      'localhost',
      'localhost.',
      '[::1]',
      '0',
      '0.0.0.0',
      '[::]',
      '127.1',
      '2130706433',
      '0x7f000001',
    ],
    ...['017700000001', '0x7f.1', '①②⑦.⓪.⓪.①', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
  ])('sends no request to %s, however it is written', async (host) => {
    const { port, asked } = await hostOf((_request, response) => response.end('secret'));
    expect((await refusal(fetched(`http://${host}:${port}/a.png`))).kind).toBe('invalid');
    expect(asked).toEqual([]);
  });

  it('rejects a name when any of its addresses is private', async () => {
    const { port, asked } = await hostOf((_request, response) => response.end('secret'));
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    const { message } = await refusal(fetched(`http://rebound.test:${port}/a.png`, { resolve }));
    expect(message).toContain('"rebound.test" is not a public host');
    expect(asked).toEqual([]);
  });

  it('connects to the address that was checked, and looks the name up only once', async () => {
    const { port } = await hostOf((request, response) => response.end(request.headers.host));
    let lookups = 0;
    const resolve = async () => {
      lookups += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const options = { allowedHosts: ['pinned.test'], resolve };
    const { text } = await fetched(`http://pinned.test:${port}/a.txt`, options);
    expect([text, lookups]).toEqual([`pinned.test:${port}`, 1]);
  });

  it.each([
    'http://127.0.0.1:PORT/secret',
    '//127.0.0.1:PORT/secret',
    'http://[::ffff:127.0.0.1]:PORT/',
    'file:///etc/passwd',
  ])('checks where a redirect leads: not to %s', async (to) => {
    const inner = await hostOf((_request, response) => response.end('secret'));
    const outer = await hostOf((_request, response) =>
      response.writeHead(302, { Location: to.replace('PORT', String(inner.port)) }).end(),
    );
    const outcome = await refusal(fetched(`http://127.0.0.1:${outer.port}/a.png`, here(outer.port)));
    expect([outcome.kind, inner.asked]).toEqual(['invalid', []]);
  });

  it.each<[string, RequestListener, string]>([
    [
      'redirects for ever',
      (_request, response) => response.writeHead(302, { Location: '/x' }).end(),
      'redirects more than 5 times',
    ],
    [
      'has no such file',
      (_request, response) => response.writeHead(404).end('no'),
      'the host responded with 404',
    ],
    ['sends nothing', (_request, response) => response.end(), 'the host sent no data'],
    [
      'breaks off',
      (_request, response) => {
        response.writeHead(200, { 'Content-Length': 100 });
        response.write('half', () => response.destroy());
      },
      'the host closed the connection',
    ],
    [
      'sent an invalid HTTP response',
      (_request, response) => void response.socket?.end('SSH-2.0-OpenSSH\r\n\r\n'),
      'sent an invalid HTTP response',
    ],
    [
      'packs it strangely',
      (_request, response) => response.writeHead(200, { 'Content-Encoding': 'zip2' }).end('x'),
      'uses the encoding "zip2"',
    ],
    [
      'sends torn gzip',
      (_request, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('no gzip'),
      'invalid HTTP response',
    ],
  ])('says so when the host %s', async (_what, answer, words) => {
    const { port } = await hostOf(answer);
    const { kind, message } = await refusal(fetched(`http://127.0.0.1:${port}/a.png`, here(port)));
    expect([kind, message]).toEqual(['invalid', expect.stringContaining(words)]);
  });

  it('gives up when bytes drip in for too long', async () => {
    const { port } = await hostOf((_request, response) => {
      const drip = setInterval(() => response.write('.'), 10);
      response.once('close', () => clearInterval(drip));
    });
    const options = { ...here(port), timeouts: { connect: 1000, total: 200 } };
    const { message } = await refusal(fetched(`http://127.0.0.1:${port}/a.png`, options));
    expect(message).toContain('timed out');
  });

  it('gives up when a name is not looked up in time', async () => {
    const options = { resolve: () => new Promise<never>(() => {}), timeouts: { connect: 50, total: 50 } };
    expect((await refusal(fetched('http://slow.test/a.png', options))).message).toContain('timed out');
  });

  it('stops reading where the taker stops, packed or not', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const { port } = await hostOf((request, response) => {
      if (request.url === '/packed') response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
      else {
        const more = () => {
          while (response.write(Buffer.alloc(65_536)));
        };
        response.on('drain', more);
        more();
      }
    });
    for (const path of ['/packed', '/endless']) {
      const outcome = await refusal(fetched(`http://127.0.0.1:${port}${path}`, here(port), 100_000));
      expect(outcome.kind).toBe('tooLarge');
    }
  });

  it('says that a host refuses the connection', async () => {
    const { port } = await hostOf((_request, response) => response.end());
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const free = (gone.address() as AddressInfo).port;
    gone.close();
    await once(gone, 'close');
    expect(free).not.toBe(port);
    expect((await refusal(fetched(`http://127.0.0.1:${free}/`, here(free)))).message).toContain(
      'refused the connection',
    );
  });
});
