/** The recipes of the home page, run as they are shown. */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { recipesFor } from '../../renderer/pages/home/recipes.ts';
import { writeFiles } from '../helpers/files.js';
import { ASTRO, prepare, ROOT } from './readme-site.js';

// Processes are started, and sites of 116 pages are built.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const AUTHOR = {
  field: 'select',
  settings: { relationalOptions: { collection: 'authors', value: 'id' } },
} as const;
const shown = { type: 'string', required: false } as const;

const SCHEMA = {
  properties: {
    title: { ...shown, field: 'text' },
    author: { ...shown, ...AUTHOR },
    image: { ...shown, field: 'image' },
    content: { ...shown, field: 'styledtext' },
  },
} as const;

/** The files of a recipe as a site, and the folder they read. */
async function siteOf(id: string) {
  const made = await prepare(120);
  for (const name of await readdir(made.site)) {
    if (name !== 'node_modules' && name !== 'package.json')
      await rm(join(made.site, name), { recursive: true });
  }
  await writeFiles(made.data, {
    '.schemas/entry.json': {
      ...{ id: 'entry', inheritFrom: ['blog'], required: ['id'], index: ['title'] },
      properties: { author: AUTHOR },
    },
    'blog/.meta.json': { id: 'blog', schema: 'entry', name: 'Blog' },
    'authors/.meta.json': { id: 'authors', schema: 'blog' },
    'authors/ada.json': { id: 'ada', title: 'Ada' },
  });
  const recipes = recipesFor({ collection: 'blog', schema: SCHEMA, isPublic: false, url: '$PLINTH_URL' });
  const files = recipes.find((recipe) => recipe.id === id)?.files ?? [];
  await writeFiles(made.site, Object.fromEntries(files.map(({ name, code }) => [name, code])));
  return { ...made, code: files[0]?.code ?? '' };
}

it.each([
  ['eleventy', '_site', join(ROOT, 'node_modules/@11ty/eleventy/cmd.cjs'), ['--quiet']],
  ['astro', 'dist', 'folder' in ASTRO ? join(ASTRO.folder, 'astro.js') : undefined, ['build']],
] as const)(
  'the recipe for %s makes a page of every object but the drafts',
  async (id, output, program, args) => {
    if (program === undefined) return void process.stderr.write('Left out: the recipe for Astro\n');
    const { site, build } = await siteOf(id);
    const { code, stdout, stderr } = await build(output, process.execPath, program, ...args);
    expect(code, stdout + stderr).toBe(0);
    const pages = await readdir(join(site, output, 'blog'));
    expect([pages.length, pages.includes('post-025')]).toEqual([116, false]);
    const html = await readFile(join(site, output, 'blog/post-041/index.html'), 'utf8');
    expect(html).toContain('<h1>Post 41: &quot;quotes&quot; &amp; &lt;tags&gt;</h1>');
    expect(html.match(/<img [^>]*src="\/plinth-assets\//g)).toHaveLength(2);
  },
);

it('the recipe for JavaScript reads every object but the drafts', async () => {
  const { exec } = await siteOf('javascript');
  const { code, stdout, stderr } = await exec(process.execPath, 'read-blog.mjs');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.trim().split('\n')).toHaveLength(116);
  expect(stdout).toMatch(/^post-041 Post 41: "quotes" & <tags> http:.*\/imageworks\//m);
});

it.skipIf(process.platform === 'win32')(
  'the recipe for curl reads live objects with their relations',
  async () => {
    const { code, exec } = await siteOf('curl');
    const ended = await exec('/bin/sh', '-c', code.replace('export PLINTH_KEY=plinth_…', ''));
    const { data } = JSON.parse(ended.stdout);
    expect(data).toHaveLength(10);
    expect(data.some(({ draft }: { draft: boolean }) => draft)).toBe(false);
    expect(code).toContain('&expand=author');
  },
);

it('names that are no identifiers are quoted, and a public collection needs no key', () => {
  const properties = { 'first-name': { ...shown, field: 'image' } } as const;
  const recipes = recipesFor({
    collection: 'team-members',
    schema: { properties },
    isPublic: true,
    url: 'http://x',
  });
  const code = new Map(recipes.map(({ id, files }) => [id, files.map((file) => file.code).join('\n')]));
  expect(code.get('curl')).toBe('curl "http://x/api/collections/team-members/query?published=1&limit=10"');
  expect(code.get('astro')).toContain(
    "'team-members': defineCollection({ loader: plinthLoader('team-members') })",
  );
  expect(code.get('astro')).toContain("<Image image={entry.data['first-name']}");
  expect(code.get('eleventy')).toContain("{ teamMembers: { collection: 'team-members' } }");
  expect(code.get('javascript')).toContain("client.image(object['first-name'])");
});
