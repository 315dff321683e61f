/** The built documentation, as the server shows it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sharedServer, startTestServer } from '../helpers/server.js';

const DOCS = fileURLToPath(new URL('../../dist/docs', import.meta.url));
const names = readdirSync(DOCS).filter((name) => name.endsWith('.html'));
const read = (name: string) => readFileSync(join(DOCS, name), 'utf8');

describe('the documentation', () => {
  const server = sharedServer(() => ({}));

  it.each([
    ['/docs/', 'text/html; charset=utf-8', '<h1 id="plinth-documentation">'],
    ['/docs/where-is-my-text', 'text/html; charset=utf-8', 'The trash'],
    ['/docs/where-is-my-text.html', 'text/html; charset=utf-8', 'The trash'],
    ['/docs/where-is-my-text.md', 'text/markdown; charset=utf-8', '# Where is my text?'],
    ['/docs/llms.txt', 'text/plain; charset=utf-8', '](client.md)'],
    ['/docs/search.json', 'application/json; charset=utf-8', '"Where is my text?"'],
  ])('answers %s without credentials', async (path, type, part) => {
    const { status, headers, text } = await server().request(path, { as: 'nobody' });
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(text).toContain(part);
  });

  it('may load its own stylesheet and script only, and is in no frame', async () => {
    const { headers } = await server().request('/docs/', { as: 'nobody' });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split(';')).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]),
    );
    expect(policy).not.toContain('unsafe');
  });

  it.each(['/docs/nothing', '/docs/..%2f..%2fpackage.json', '/docs/%2e%2e/%2e%2e/package.json', '/docs/.x'])(
    'answers 404 for %s',
    async (path) => {
      expect(
        (
          await server().raw(
            `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server().port}\r\nConnection: close\r\n\r\n`,
          )
        ).status,
      ).toBe(404);
    },
  );

  it('redirects its address without a slash, and takes no writes', async () => {
    const { status, headers } = await server().request('/docs');
    expect([status, headers.get('location')]).toEqual([308, '/docs/']);
    expect((await server().request('/docs/', { method: 'POST' })).status).toBe(404);
  });

  it('is there for a folder called docs, and while the folder is not', async () => {
    const named = await startTestServer({}, { name: 'docs' });
    expect((await named.request('/docs/')).status).toBe(200);
    await rename(named.folder, `${named.folder}-away`);
    const health = await named.request('/healthz');
    expect(health.status).toBe(200);
    expect((await named.request('/docs/')).status).toBe(200);
    await rename(`${named.folder}-away`, named.folder);
  });
});

describe('the pages of the documentation', () => {
  const anchors = new Map(
    names.map((name) => [name, new Set([...read(name).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))]),
  );

  it('link to pages and headings that exist', () => {
    const broken = names.flatMap((name) =>
      [
        ...read(name)
          .replace(/<pre[\s\S]*?<\/pre>/g, '')
          .matchAll(/ (?:href|src)="([^"]*)"/g),
      ].flatMap(([, address = '']) => {
        if (/^(?:https?|mailto):/.test(address)) return [];
        const [path = '', anchor] = address
          .replaceAll('&amp;', '&')
          .replace(/^\/docs\//, '')
          .split('#');
        const file = path === '' ? name : path;
        const found =
          existsSync(join(DOCS, file)) && (anchor === undefined || anchors.get(file)?.has(anchor) !== false);
        return found ? [] : [`${name}: ${address}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('have a file for each Markdown page of the repository', () => {
    const sources = readdirSync(fileURLToPath(new URL('../../resources/docs', import.meta.url)));
    const pages = sources.filter((name) => name.endsWith('.md'));
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(names).toContain(page.replace('.md', '.html'));
  });
});
