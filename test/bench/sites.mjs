// Rows of sites: a build by Astro from the folder beside one from its own Markdown files, and what an edit costs.
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { findChromium } from '../tools/chromium.mjs';
import { COLLECTION, postMaker } from './data.mjs';
import { MS } from './report.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const packages = join(root, 'resources/examples/astro');
const PORT = '4391';

const PAGE = `---
import { getCollection, render } from 'astro:content';
export async function getStaticPaths() {
  return (await getCollection('posts')).map((post) => ({ params: { id: post.id }, props: { post } }));
}
const { post } = Astro.props;
const { Content } = await render(post);
---
<html lang="en">
  <head><title>{post.data.title}</title></head>
  <body><h1>{post.data.title}</h1><time>{String(post.data.date)}</time><Content /></body>
</html>
`;

const FROM_PLINTH = `import { defineCollection } from 'astro:content';
import { plinthLoader } from 'plinth/astro';
export const collections = {
  posts: defineCollection({ loader: plinthLoader('${COLLECTION}', { content: 'content' }) }),
};
`;

const FROM_FILES = `import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
export const collections = {
  posts: defineCollection({
    loader: glob({ pattern: '*.md', base: './posts' }),
    schema: z.object({
      title: z.string(),
      date: z.string(),
      tags: z.array(z.string()),
      author: z.string(),
      summary: z.string(),
    }),
  }),
};
`;

/** The packages are outside of the site, where Vite does not expect them. */
const CONFIG =
  'export default { devToolbar: { enabled: false }, vite: { server: { fs: { strict: false } } } };';

/** JSON is YAML, and the paragraphs of the posts are plain text. */
const markdownOf = ({ title, date, tags, author, summary, content }) =>
  `---\n${JSON.stringify({ title, date, tags, author, summary })}\n---\n\n` +
  content.replaceAll(/<\/?p>/g, '').replaceAll('\n', '\n\n');

async function makeSite(folder, config) {
  await mkdir(join(folder, 'src/pages/posts'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"type": "module", "private": true}');
  await writeFile(join(folder, 'astro.config.mjs'), CONFIG);
  await writeFile(join(folder, 'src/content.config.mjs'), config);
  await writeFile(join(folder, 'src/pages/posts/[id].astro'), PAGE);
}

/** The posts that are live as Markdown files; the first one is edited later, so it is live. */
async function writePosts(folder, { objects, seed }) {
  await mkdir(folder, { recursive: true });
  const make = postMaker(seed);
  for (let number = 1; number <= objects; number += 1) {
    const post = make(number);
    if (!post.draft || number === 1) await writeFile(join(folder, `${post.id}.md`), markdownOf(post));
  }
}

/** Two sites with the same posts, and the packages of Astro above them. */
async function prepare(bench) {
  const work = join(bench.work, 'astro');
  await mkdir(work, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) await cp(join(packages, name), join(work, name));
  await cp(join(root, '.npmrc'), join(work, '.npmrc'));
  const args = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', args, {
    cwd: work,
    timeout: 300_000,
    shell: process.platform === 'win32',
  });
  await rm(join(work, 'node_modules/plinth'), { recursive: true, force: true });
  await symlink(root, join(work, 'node_modules/plinth'), 'junction');
  const [fromPlinth, fromFiles] = [join(work, 'from-plinth'), join(work, 'from-files')];
  await makeSite(fromPlinth, FROM_PLINTH);
  await makeSite(fromFiles, FROM_FILES);
  await writePosts(join(fromFiles, 'posts'), bench.options);
  return { astro: join(work, 'node_modules/astro/astro.js'), fromPlinth, fromFiles };
}

const environment = (plinth, key) => ({
  ...process.env,
  ASTRO_TELEMETRY_DISABLED: '1',
  PLINTH_URL: plinth.url,
  PLINTH_KEY: key,
});

/** Milliseconds of a build. `cold` forgets what the build before it has kept. */
async function build(astro, folder, { env, cold }) {
  await rm(join(folder, 'dist'), { recursive: true, force: true });
  for (const kept of cold ? ['.astro', 'node_modules'] : [])
    await rm(join(folder, kept), { recursive: true, force: true });
  const started = performance.now();
  const options = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, [astro, 'build'], options);
  return { value: performance.now() - started, stdout };
}

/** Whole builds of all posts: with nothing kept, or after one post has changed. */
export async function buildingAstro(bench, cold) {
  const { astro, fromPlinth, fromFiles } = await prepare(bench);
  const plinth = await bench.running();
  const env = environment(plinth, bench.key);
  await change(bench, plinth, 'Before');
  let edits = 0;
  const edit = async () => {
    edits += 1;
    const title = `Edited ${edits}`;
    await change(bench, plinth, title);
    const path = join(fromFiles, 'posts/post-000001.md');
    await writeFile(path, (await readFile(path, 'utf8')).replace(/"title":"[^"]*"/, `"title":"${title}"`));
  };
  let read = '';
  return {
    unit: MS,
    get note() {
      return cold ? 'nothing kept' : `after one edit, ${read} read`;
    },
    rounds: 1,
    ours: async () => {
      if (!cold) await edit();
      const { value, stdout } = await build(astro, fromPlinth, { env, cold });
      read = /(\d+) read/.exec(stdout)?.[1] ?? 'unknown';
      return { value };
    },
    floors: {
      'Astro with Markdown files': async () => ({
        value: (await build(astro, fromFiles, { env, cold })).value,
      }),
    },
    close: () => rm(join(bench.work, 'astro'), { recursive: true, force: true }),
  };
}

async function change(bench, plinth, title) {
  const answer = await fetch(`${plinth.url}/api/collections/${COLLECTION}/post-000001`, {
    method: 'PATCH',
    headers: { 'X-API-Key': bench.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title, draft: false }),
  });
  if (answer.status !== 200) throw new Error(`The edit was answered ${answer.status}.`);
}

/** From a save to the new text in a page of `astro dev`, beside Astro's own Markdown files. */
export async function repainting(bench) {
  const { astro, fromPlinth, fromFiles } = await prepare(bench);
  const plinth = await bench.running();
  const env = environment(plinth, bench.key);
  await change(bench, plinth, 'Before');
  const browser = await chromium.launch(await findChromium());
  const sites = [];
  const open = async (folder, port) => {
    const server = spawn(process.execPath, [astro, 'dev', '--port', port], {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const page = await browser.newPage();
    sites.push(server);
    const address = `http://localhost:${port}/posts/post-000001/`;
    for (let tries = 0; ; tries += 1) {
      const answer = await page.goto(address).catch(() => undefined);
      if (answer?.ok()) break;
      // With 10,000 posts the first page takes minutes on a busy machine.
      if (tries > 3000 || server.exitCode !== null) throw new Error('astro dev does not answer');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return page;
  };
  const close = async () => {
    await browser.close();
    for (const server of sites) server.kill();
    await rm(join(bench.work, 'astro'), { recursive: true, force: true });
  };
  const pages = [];
  try {
    pages.push(await open(fromPlinth, PORT), await open(fromFiles, `${Number(PORT) + 1}`));
  } catch (error) {
    await close();
    throw error;
  }
  const [ours, theirs] = pages;
  const path = join(fromFiles, 'posts/post-000001.md');
  let edits = 0;
  const timed = async (page, save) => {
    edits += 1;
    const title = `Painted ${edits}`;
    const started = performance.now();
    await save(title);
    await page.locator('h1', { hasText: title }).waitFor({ timeout: 60_000 });
    return { value: performance.now() - started };
  };
  return {
    unit: MS,
    note: 'one post edited in astro dev',
    rounds: 20,
    ours: () => timed(ours, (title) => change(bench, plinth, title)),
    floors: {
      'a Markdown file saved': () =>
        timed(theirs, async (title) =>
          writeFile(path, (await readFile(path, 'utf8')).replace(/"title":"[^"]*"/, `"title":"${title}"`)),
        ),
    },
    close,
  };
}
