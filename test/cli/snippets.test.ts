/** Every snippet of the README, the documentation and the specification, against a folder of 250 posts. */
import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it, vi } from 'vitest';
import { writeFiles } from '../helpers/server.js';
import { ELEVENTY, prepare, ROOT } from './readme-site.js';

vi.setConfig({ testTimeout: 240_000 });

interface Snippet {
  file: string;
  language: string;
  code: string;
}

/** Pages with this link show the files of an example, which the tests in `test/sites` build. */
const EXAMPLE = '](../examples/';

async function snippets(): Promise<Snippet[]> {
  const folders = ['resources/docs', 'server/spec'];
  const names = await Promise.all(
    folders.map(async (folder) => (await readdir(join(ROOT, folder))).map((name) => `${folder}/${name}`)),
  );
  const pages = names.flat().filter((name) => name.endsWith('.md'));
  const files = ['README.md', 'SECURITY.md', ...pages.sort()];
  const found = await Promise.all(
    files.map(async (file) => {
      const page = await readFile(join(ROOT, file), 'utf8');
      if (page.includes(EXAMPLE)) return [];
      return [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
        file,
        language,
        code,
      }));
    }),
  );
  return found.flat();
}

/** Languages of blocks that are no program of their own. */
const SHOWN: Record<string, string> = {
  text: 'output and trees',
  njk: 'templates that are built below and by test/cli/readme.test.ts',
  html: 'templates of Hugo, which test/cli/readme.test.ts builds',
  jsx: 'test/cli/readme.test.ts runs the functions of the page',
  toml: 'configuration of Hugo',
  yaml: 'configuration of a host',
  ts: 'types, such as test/cli/package.test.ts compiles',
  astro: 'test/cli/readme.test.ts builds the page, and components of the gallery of field types',
};

/** Files of a site, which a generator runs. */
const OF_GENERATORS =
  /^\/\/ (?:_data\/|src\/|app\/|plinth\.js|next\.config|write-content|watch|eleventy\.config|astro\.config)/;

/** Pages whose files of a site are built with Eleventy here; test/cli/readme.test.ts builds those of build-a-site.md. */
const ELEVENTY_PAGES = ['eleventy.md', 'first-site.md', 'preview.md'];

const CLIENT = `import { createClient } from 'plinth/client';
const client = createClient();
const posts = client.collection('blog');
let lastCursor;
`;
/** In one step, so that the program can end at any moment without leaving half a file to the next one. */
const KEEP_WRITING = `import { renameSync, writeFileSync } from 'node:fs';
import process from 'node:process';
setInterval(() => {
  writeFileSync('post.json', JSON.stringify({ id: 'post-001', title: String(Date.now()) }));
  renameSync('post.json', process.env.POST);
}, 100);
console.log = (...words) => process.stdout.write(words.join(' '), () => process.exit());
`;

/** Parts of programs, with what they need before and after them, and what they print. */
const PARTS: readonly { begin: RegExp; before?: string; after?: string; prints: string | RegExp }[] = [
  {
    begin: /^const \{ objects, deleted/,
    before: CLIENT,
    after: 'console.log(objects.length, deleted.length, complete, cursor.length > 0)',
    prints: '240 0 true true',
  },
  {
    begin: /^client\.image/,
    before: `${CLIENT}const post = await posts.get('post-001');\nconst made = `,
    after: 'console.log(Object.keys(made).join())',
    prints: 'src,srcset,sizes,width,height,alt,focalPoint,placeholder',
  },
  { begin: /^for await \(const change/, before: KEEP_WRITING + CLIENT, prints: /^object\.\w+ post-\d+$/ },
  {
    begin: /^export default async \(ctx\)/,
    before: CLIENT,
    after: `const query = (name, asked) => client.json('/api/collections/' + name + '/query', asked);
const ctx = { objects: { query }, fetch: async (_url, { body }) => console.log(body.latest) };
console.log((await run(ctx)).told);`,
    prints: /^post-\d+\n1$/,
  },
  {
    begin: /^\/\/ scripts\/redirects/,
    before: "import { mkdirSync } from 'node:fs';\nmkdirSync('public');\n",
    prints: '',
  },
];

/** Options of the plugin for Eleventy. */
const isOptions = ({ file, code }: Snippet) => file.endsWith('/eleventy.md') && code.startsWith('({');

/** Before a template that shows a post. */
const FRONT_MATTER = `---
pagination: { data: posts, size: 1, alias: post }
permalink: "{{ post.id }}/"
---
`;

const blocks = await snippets();
const of = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language));

const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) process.stderr.write('Left out: snippets with curl, which is not on this machine.\n');

describe('the snippets of the README and the documentation', () => {
  it('are of known languages', () => {
    const known = new Set(['js', 'json', 'sh', ...Object.keys(SHOWN)]);
    expect(blocks.filter(({ language }) => !known.has(language))).toEqual([]);
    expect(blocks.length).toBeGreaterThan(30);
  });

  it('are JSON and JavaScript that can be parsed', () => {
    for (const { file, code } of of('json')) expect(() => JSON.parse(code), `${file}: ${code}`).not.toThrow();
    for (const { file, code } of of('js')) {
      expect(parseSync(`${file}.mjs`, code).errors, `${file}: ${code}`).toEqual([]);
    }
  });

  it('run as programs that read all published posts', async () => {
    const { site, exec } = await prepare(250);
    const whole = of('js').filter(({ code }) => /^\/\/ \S+\.m?js\n/.test(code) && !OF_GENERATORS.test(code));
    expect(whole.length).toBeGreaterThan(1);
    for (const { file, code } of whole) {
      const name = code.slice(3, code.indexOf('\n'));
      await writeFile(join(site, name), code);
      const { code: exit, stdout, stderr } = await exec(process.execPath, name);
      expect([exit, stderr], `${file}: ${name}`).toEqual([0, '']);
      expect(stdout.trim().split('\n').length, `${file}: ${name}`).toBeGreaterThanOrEqual(240);
    }
  });

  it('run as parts of programs', async () => {
    const { site, data, exec } = await prepare(250);
    const parts = of('js').filter(({ code }) => !/^\/\/ \S+\.m?js\n/.test(code));
    for (const part of parts.filter((one) => !isOptions(one))) {
      const known = PARTS.find(({ begin }) => begin.test(part.code));
      if (!known) throw new Error(`${part.file}: say in PARTS what this needs:\n${part.code}`);
      const code = part.code.replace('export default', 'const run =');
      await writeFile(join(site, 'part.mjs'), `${known.before ?? ''}${code}\n${known.after ?? ''}`);
      const post = join(data, 'blog/post-001.json');
      const { code: exit, stdout, stderr } = await exec('env', `POST=${post}`, process.execPath, 'part.mjs');
      expect([exit, stderr], part.code).toEqual([0, '']);
      if (typeof known.prints === 'string') expect(stdout.trim()).toBe(known.prints);
      else expect(stdout.trim()).toMatch(known.prints);
    }
    for (const { begin } of PARTS) expect(parts.filter(({ code }) => begin.test(code))).toHaveLength(1);
  });

  it('are files of sites that Eleventy builds, with a page for every published post', async () => {
    const { site, exec } = await prepare(250);
    const built = new Set<string>();
    for (const page of ELEVENTY_PAGES) {
      const folder = join(site, page.slice(0, -3));
      await writeFiles(folder, { 'package.json': '{"type": "module"}' });
      const template = `${FRONT_MATTER}${of('njk').find(({ file, code }) => file.endsWith(page) && !code.startsWith('---'))?.code ?? '{{ post.title }}'}`;
      await writeFiles(folder, { 'posts.njk': template });
      for (const { file, code } of of('js', 'njk')) {
        const [, name] = /^(?:---\n)?(?:\/\/|#) (\S+\.\w+)\n/.exec(code) ?? [];
        if (!file.endsWith(`/${page}`) || !name) continue;
        await writeFiles(folder, { [name]: code });
        built.add(code);
      }
      const run = ['sh', '-c', `cd ${page.slice(0, -3)} && "${process.execPath}" "${ELEVENTY}" --quiet`];
      const done = await exec(...run);
      expect([page, done.code], done.stderr).toEqual([page, 0]);
      expect([page, (await readdir(join(folder, '_site'))).length]).toEqual([page, 240]);
    }
    const elsewhere = new Set(
      of('js').flatMap(({ file, code }) => (file.endsWith('build-a-site.md') ? [code] : [])),
    );
    const files = of('js').filter(({ code }) => OF_GENERATORS.test(code));
    expect(files.filter(({ code }) => !built.has(code) && !elsewhere.has(code))).toEqual([]);
  });

  it('are options of the plugin for Eleventy', async () => {
    const { site, data, exec } = await prepare(250);
    const relation = { settings: { relationalOptions: { collection: 'authors' } } };
    await writeFiles(data, {
      'authors/.meta.json': { id: 'authors', schema: 'text' },
      'authors/ada.json': { id: 'ada', text: 'Ada' },
      'blog/.meta.json': { id: 'blog', schema: 'blog', name: 'Blog', properties: { author: relation } },
    });
    const options = of('js').filter(isOptions);
    expect(options).toHaveLength(2);
    for (const [at, { code }] of options.entries()) {
      const folder = join(site, `options-${at}`);
      await writeFiles(folder, {
        'package.json': '{"type": "module"}',
        'eleventy.config.js': `import plinth from 'plinth/eleventy';
const collections = ${code.trim().replace(/;$/, '')};
export default (eleventy) => eleventy.addPlugin(plinth, { collections });`,
        '_includes/post.njk': '<h1>{{ item.title }}</h1>{{ content | safe }}',
        'counts.njk': '{{ posts.length }} {{ drafts.length }} {{ authors.length }}',
      });
      const done = await exec('sh', '-c', `cd options-${at} && "${process.execPath}" "${ELEVENTY}" --quiet`);
      expect([code, done.code], done.stderr).toEqual([code, 0]);
      const counts = await readFile(join(folder, '_site/counts/index.html'), 'utf8');
      expect(counts.trim()).toBe(at === 0 ? '240 10 1' : '240');
      if (at === 1) expect(await readdir(join(folder, '_site/blog'))).toHaveLength(240);
    }
  });

  it.skipIf(!hasCurl)('are requests of curl that JSON answers', async () => {
    const { exec } = await prepare(250);
    const lines = of('sh').flatMap(({ code }) => code.split('\n'));
    // Discovery documents are those of servers that AI clients sign in to: test/api/oauth.test.ts.
    const requests = lines.filter((line) => line.startsWith('curl ') && !line.startsWith('curl http:'));
    expect(requests.length).toBeGreaterThan(0);
    for (const line of requests) {
      const { code, stdout } = await exec('sh', '-c', line);
      expect([line, code, JSON.parse(stdout)]).toEqual([line, 0, expect.objectContaining({})]);
    }
  });
});
