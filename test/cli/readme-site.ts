/** A site with the examples of resources/docs/build-a-site.md in it, for the tests that run them. */
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Files, temporaryFolder, writeFiles } from '../helpers/files.js';
import { fixture } from '../helpers/made-files.js';
import { plinth } from '../helpers/process.js';
import { installed } from '../sites/install.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const ELEVENTY = join(ROOT, 'node_modules/@11ty/eleventy/cmd.cjs');

const packages = await installed(join(ROOT, 'resources/examples/astro'));

/** The folder of Astro, or why it is not there. */
export const ASTRO =
  'folder' in packages ? { folder: join(packages.folder, 'node_modules/astro') } : packages;

/** Blocks of code that name the file they belong to in a comment at their beginning. */
async function examples(): Promise<Map<string, string>> {
  const page = await readFile(join(ROOT, 'resources/docs/build-a-site.md'), 'utf8');
  const blocks = [...page.matchAll(/^```(?:jsx?|njk|toml|html|astro)\n([\s\S]*?)^```$/gm)].map(
    ([, code = '']) => code,
  );
  return new Map(
    blocks.flatMap((code): [string, string][] => {
      const name = /^(?:---\n(?:# |\/\/ )|# |\/\/ |<!-- )(\S+\.\w+)(?: -->)?\n/.exec(code)?.[1];
      return name === undefined ? [] : [[name, code]];
    }),
  );
}

/**
 * A site with the examples in it, and a folder of more posts than one page of a list holds. `hugo`: with its templates,
 * which Eleventy would take for pages.
 */
export async function prepare(posts: number, { hugo = false } = {}) {
  const home = await temporaryFolder();
  const site = join(home, 'site');
  const data = join(home, 'data');
  for (const [name, code] of await examples()) {
    if (name.startsWith('layouts/') && !hugo) continue;
    await mkdir(dirname(join(site, name)), { recursive: true });
    await writeFile(join(site, name), code);
  }
  await writeFile(join(site, 'package.json'), '{"type": "module", "private": true}');
  await mkdir(join(site, 'node_modules'));
  // As `npm install /path/to/plinth` does it.
  await symlink(ROOT, join(site, 'node_modules/plinth'));
  if ('folder' in ASTRO) await symlink(ASTRO.folder, join(site, 'node_modules/astro'));
  const photo = await fixture('photo.jpg');
  const files: Files = { 'blog/.meta.json': { id: 'blog', schema: 'blog', name: 'Blog' } };
  for (let n = 1; n <= posts; n += 1) {
    const id = `post-${String(n).padStart(3, '0')}`;
    files[`blog/${id}.json`] = {
      id,
      title: `Post ${n}: "quotes" & <tags>`,
      date: `2026-01-${String((n % 28) + 1).padStart(2, '0')}`,
      draft: n % 25 === 0,
      ...(n % 60 === 4 && { author: 'ada' }),
      ...(n % 40 === 1 && {
        image: { name: 'photo.jpg', alt: 'A photo' },
        content: `<p><img src="/imageworks/upload/blog/${id}/content/photo.jpg?w=300&amp;h=200"></p><p><a href="/download/upload/blog/${id}/content/photo.jpg">The photo</a></p>`,
      }),
    };
    if (n % 40 !== 1) continue;
    files[`blog/${id}/image/photo.jpg`] = photo;
    files[`blog/${id}/content/photo.jpg`] = photo;
  }
  await mkdir(data);
  await writeFiles(data, files);
  const args = ['--data', data, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const exec = (...command: string[]) => plinth(['exec', ...args, '--', ...command], { cwd: site });
  const build = (output: string, ...command: string[]) =>
    plinth(['exec', ...args, '--assets', output, '--', ...command], { cwd: site });
  const env = { XDG_CACHE_HOME: join(home, 'cache'), XDG_STATE_HOME: join(home, 'state'), HOME: home };
  return { site, data, args, env, exec, build };
}
