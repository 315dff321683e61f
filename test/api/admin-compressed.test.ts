import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { compressedFiles } from '../../renderer/compressed-files.config.js';
import { startTestServer, temporaryFolder, writeFiles } from '../helpers/server.js';

const LINES = Array.from({ length: 200 }, (_, at) => `console.log('line ${at} of the script');`).join('\n');

/** A server with an admin that Vite has built from a few files, and the addresses of what came out. */
async function withBuiltAdmin() {
  const home = await temporaryFolder();
  const root = join(home, 'source');
  await writeFiles(root, {
    'index.html': `<!doctype html><title>Plinth</title>${'<meta name="a" content="b">'.repeat(60)}<script type="module" src="/main.js"></script>`,
    'main.js': `import './short.css'; import random from './random.txt?url'; import font from './font.woff2?url';
      console.log(random, font);\n${LINES}`,
    'short.css': 'body { color: red }',
    'random.txt': randomBytes(4096),
    'font.woff2': Buffer.alloc(4096, 'a'),
  });
  const renderer = join(home, 'renderer');
  await build({
    root,
    base: '/admin/',
    configFile: false,
    logLevel: 'silent',
    plugins: [compressedFiles()],
    build: { outDir: renderer, assetsInlineLimit: 0 },
  });
  const names = await readdir(join(renderer, 'assets'));
  const named = (end: string) => `assets/${names.find((name) => name.endsWith(end))}`;
  const server = await startTestServer({}, { renderer });
  return {
    server,
    renderer,
    textOf: (file: string) => readFile(join(renderer, file), 'utf8'),
    js: named('.js'),
    css: named('.css'),
    random: named('.txt'),
    font: named('.woff2'),
    ask: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      ask(`${server.url}/admin/${path}`, headers, method),
  };
}

interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** Asks for the bytes as they are sent. */
function ask(url: string, headers: Record<string, string>, method: string): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(parts) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

const decoded = ({ headers, bytes }: Received): string =>
  (headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : bytes).toString();

const HEADERS_OF_PAGES = [
  'content-security-policy',
  'x-content-type-options',
  'permissions-policy',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'cache-control',
  'content-type',
  'vary',
];

describe('files of the admin', () => {
  it('are sent as the request accepts them', async () => {
    const { ask, js, textOf } = await withBuiltAdmin();
    const wanted: [string | undefined, string | undefined][] = [
      [undefined, undefined],
      ['', undefined],
      ['identity', undefined],
      ['deflate, zstd', undefined],
      ['gzip', undefined],
      ['br', 'br'],
      ['BR', 'br'],
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=0, gzip', undefined],
      ['br;q=0.5, identity', undefined],
      ['identity;q=0.1, br;q=0.2', 'br'],
      ['*', 'br'],
      ['*;q=0', undefined],
      ['br;q=0, *', undefined],
      ['br;q=much', undefined],
      [',;,=br', undefined],
    ];
    for (const [path, file] of [
      [js, js],
      ['', 'index.html'],
      ['collections/blog', 'index.html'],
    ] as const) {
      const text = await textOf(file);
      const etags = new Map<string | undefined, string | undefined>();
      for (const [accept, encoding] of wanted) {
        const headers = accept === undefined ? undefined : { 'accept-encoding': accept };
        const answer = await ask(path, headers);
        const head = await ask(path, headers, 'HEAD');
        expect([path, accept, answer.status, answer.headers['content-encoding']]).toEqual([
          path,
          accept,
          200,
          encoding,
        ]);
        expect(decoded(answer)).toBe(text);
        if (encoding !== undefined) expect(answer.bytes.length).toBeLessThan(text.length / 2);
        expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
        expect(answer.headers.vary).toMatch(/\bAccept-Encoding\b/);
        expect([head.status, head.bytes.length]).toEqual([200, 0]);
        const { date, 'x-request-id': id, ...same } = answer.headers;
        expect(head.headers).toEqual({
          ...same,
          date: head.headers.date,
          ...(id && { 'x-request-id': head.headers['x-request-id'] }),
        });
        etags.set(encoding, answer.headers.etag);
      }
      expect(new Set(etags.values()).size).toBe(2);
    }
  });

  it('have the same headers compressed and as they are', async () => {
    const { ask, js } = await withBuiltAdmin();
    for (const path of [js, '', 'settings']) {
      const plain = await ask(path);
      const compressed = await ask(path, { 'accept-encoding': 'br' });
      for (const name of HEADERS_OF_PAGES)
        expect([path, name, compressed.headers[name]]).toEqual([path, name, plain.headers[name]]);
      expect(plain.headers['content-security-policy']).toContain("default-src 'none'");
    }
    const script = await ask(js, { 'accept-encoding': 'br' });
    expect(script.headers['content-type']).toContain('text/javascript');
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const page = await ask('', { 'accept-encoding': 'br' });
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['cache-control']).toBe('no-cache');
  });

  it('are answered with 304 to the ETag of their own encoding only', async () => {
    const { ask, js } = await withBuiltAdmin();
    const encodings = ['identity', 'br'];
    for (const path of [js, '']) {
      for (const known of encodings) {
        const { headers } = await ask(path, { 'accept-encoding': known });
        for (const asked of encodings) {
          const answer = await ask(path, { 'accept-encoding': asked, 'if-none-match': headers.etag ?? '' });
          expect([path, known, asked, answer.status]).toEqual([
            path,
            known,
            asked,
            known === asked ? 304 : 200,
          ]);
          expect(answer.headers.vary).toMatch(/\bAccept-Encoding\b/);
          if (answer.status === 304) expect(answer.bytes.length).toBe(0);
        }
      }
    }
  });

  it('are sent whole when compressed, in part as they are', async () => {
    const { ask, js, textOf } = await withBuiltAdmin();
    const text = await textOf(js);
    const whole = await ask(js, { 'accept-encoding': 'br', range: 'bytes=0-9' });
    expect([whole.status, whole.headers['accept-ranges'], decoded(whole)]).toEqual([200, undefined, text]);
    const part = await ask(js, { range: 'bytes=0-9' });
    expect([part.status, part.bytes.toString()]).toEqual([206, text.slice(0, 10)]);
    const mixed = await ask(js, { range: 'bytes=5-9', 'if-range': whole.headers.etag ?? '' });
    expect([mixed.status, mixed.bytes.toString()]).toEqual([200, text]);
  });

  it('are kept compressed only where that makes them shorter', async () => {
    const { ask, css, random, font, renderer } = await withBuiltAdmin();
    for (const path of [css, random, font]) {
      const answer = await ask(path, { 'accept-encoding': 'gzip, br' });
      expect([path, answer.status, answer.headers['content-encoding']]).toEqual([path, 200, undefined]);
      expect(answer.bytes.equals(await readFile(join(renderer, path)))).toBe(true);
      expect(answer.headers.vary).toMatch(/\bAccept-Encoding\b/);
    }
  });

  it('have no second address, and an unknown one is 404 in every encoding', async () => {
    const { ask, js } = await withBuiltAdmin();
    for (const path of [
      'assets/gone.js',
      `${js}.br`,
      `.brotli/${js}`,
      `%2ebrotli/${js}`,
      `assets/../.brotli/${js}`,
      `assets/..%2f.brotli/${js}`,
    ]) {
      for (const encoding of ['identity', 'br']) {
        const answer = await ask(path, { 'accept-encoding': encoding });
        expect([path, encoding, answer.status, answer.headers['content-encoding']]).toEqual([
          path,
          encoding,
          404,
          undefined,
        ]);
        expect(JSON.parse(answer.bytes.toString()).error.code).toBe(404);
      }
    }
  });

  it('are rejected in plain JSON', async () => {
    const { ask, js } = await withBuiltAdmin();
    for (const path of [js, '']) {
      const answer = await ask(path, { 'accept-encoding': 'br', 'if-match': '"other"' });
      expect([path, answer.status, answer.headers['content-encoding']]).toEqual([path, 412, undefined]);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(JSON.parse(answer.bytes.toString()).error.code).toBe(412);
    }
    const posted = await ask(js, { 'accept-encoding': 'br' }, 'POST');
    expect([posted.status, posted.headers['content-encoding']]).toEqual([404, undefined]);
  });
});
