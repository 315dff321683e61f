/** The built documentation, as the server shows it. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CONTEXT } from '../../renderer/fields/code/automation/context.ts';
import { MAX_BYTES } from '../../server/automations/sandbox/messages.js';
import { MAX_OPERATIONS } from '../../server/content/batch/batch-operations.js';
import { KIND_NAMES } from '../../server/contract/schemas.js';
import { CHANGE_TYPES } from '../../server/contract/wire.js';
import { RATES } from '../../server/settings/limits.js';
import { sharedServer, startTestServer } from '../helpers/server.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DOCS = join(ROOT, 'dist/docs');
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

describe('the gallery of field types', () => {
  const page = readFileSync(join(DOCS, 'field-types.md'), 'utf8');
  const sections = page.split(/^### /m).slice(1);
  const sectionOf = (kind: string) =>
    sections.find((one) => one.includes(`In a schema: \`"field": "${kind}"\``)) ?? '';
  /** Those that are in no form, and those whose values no site gets. */
  const unseen = ['hidden'];
  const unread = ['password', 'secret'];

  it.each(KIND_NAMES)(
    'shows the form, the JSON and the type of a %s, and what templates make of it',
    (kind) => {
      const section = sectionOf(kind);
      expect(existsSync(join(DOCS, `images/fields/${kind}.webp`))).toBe(!unseen.includes(kind));
      const parts = ['json In the schema', 'json In the file', 'ts TypeScript'];
      const templates = ['js plinth/client', 'astro Astro', 'njk Eleventy', 'html Result of both'];
      const expected = unread.includes(kind) ? parts : [...parts, ...templates];
      const blocks = [...section.matchAll(/^```(.+)\n([\s\S]+?)\n```$/gm)];
      expect(blocks.map(([, title]) => title)).toEqual(expected);
      expect(JSON.parse(blocks[1]?.[2] ?? '')).toHaveProperty(kind);
      expect(blocks.map(([, , code]) => code).join('\n')).not.toMatch(/undefined|null/);
    },
  );
});

describe('the pages made from the program', () => {
  const starters = readdirSync(join(ROOT, 'resources/starters'), { withFileTypes: true })
    .filter((entry) => existsSync(join(entry.parentPath, entry.name, 'template.json')))
    .map(({ name }) => name);

  it.each<[string, readonly string[]]>([
    ['events.md', CHANGE_TYPES],
    ['automation-context.md', CONTEXT.flatMap(({ entries }) => entries.map(({ path }) => path))],
    ['limits.md', Object.values(RATES).map(({ name }) => name)],
    ['starters.md', starters.map((name) => `--template ${name}`)],
  ])('%s names them all', (file, names) => {
    const page = readFileSync(join(DOCS, file), 'utf8');
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => !page.includes(name))).toEqual([]);
  });

  it.each(starters)('there is one for the starter %s, with its collections and commands', (name) => {
    const page = readFileSync(join(DOCS, `starter-${name}.md`), 'utf8');
    const { collections } = JSON.parse(
      readFileSync(join(ROOT, `resources/starters/${name}/template.json`), 'utf8'),
    );
    for (const { id } of collections.custom)
      expect(page).toMatch(new RegExp(`\\| \`${id}\` \\|.* [1-9]\\d* \\|`));
    expect(page).toContain('`npm run build`');
  });

  it('show limits as the constants of the program have them', () => {
    const page = readFileSync(join(DOCS, 'limits.md'), 'utf8');
    expect(page).toContain(`| operations of a batch | ${MAX_OPERATIONS.toLocaleString('en')} |`);
    expect(page).toContain(`| a message, an answer, a result | ${MAX_BYTES / 1024 ** 2} MB |`);
  });
});

describe('the screenshots', () => {
  const folder = join(ROOT, 'resources/docs/images');
  const images = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

  it('are all shown on a page, with a text', () => {
    const texts = new Map<string, string>();
    for (const name of names) {
      for (const [, src = '', alt = ''] of read(name).matchAll(/<img src="([^"]*)" alt="([^"]*)"/g))
        texts.set(src, alt);
    }
    const unused = images.filter(
      (file) => !texts.get(`images/${relative(folder, file).replaceAll('\\', '/')}`),
    );
    expect(unused).toEqual([]);
  });

  it('take less than 600 kB in the app', () => {
    const size = images.reduce((sum, file) => sum + statSync(file).size, 0);
    expect(size).toBeGreaterThan(100_000);
    expect(size).toBeLessThan(600_000);
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
