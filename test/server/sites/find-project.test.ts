/** What a directory is found to be, from small projects on the disk. */
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findBeside, findProject } from '../../../server/sites/find-project.js';
import { type Files, temporaryFolder, writeFiles } from '../../helpers/files.js';

const NAME = 'my-site';

/** A package with these dependencies and scripts. */
const pack = (dependencies: readonly string[], scripts: Record<string, string> = {}, more = {}) =>
  JSON.stringify({
    dependencies: Object.fromEntries(dependencies.map((name) => [name, '1'])),
    scripts,
    ...more,
  });

async function projectOf(files: Files): Promise<string> {
  const directory = join(await temporaryFolder(onTestFinished), NAME);
  await writeFiles(directory, { 'README.md': '', ...files });
  return directory;
}

const INSTALLED = { 'node_modules/.keep': '' };

describe('a project', () => {
  it.each<[string, Files, object]>([
    [
      'Astro with the scripts of a starter',
      {
        ...INSTALLED,
        'package.json': pack(['astro'], {
          dev: 'plinth exec --data ../content -- astro dev',
          build:
            'plinth exec --data ../content --assets dist --site-url https://fieldnotes.example -- astro build',
        }),
        'package-lock.json': '{}',
      },
      {
        ...{ generator: 'Astro', develop: 'npm run dev', build: 'npm run build', output: 'dist', notes: [] },
        ...{ address: 'https://fieldnotes.example/', port: 4321, assets: false, deploy: '', name: NAME },
      },
    ],
    [
      'Astro with settings, by pnpm and without scripts',
      {
        ...INSTALLED,
        'package.json': pack(['astro']),
        'pnpm-lock.yaml': '',
        'astro.config.mjs': "export default { site: 'https://example.org', outDir: './public_html/' };",
        'netlify.toml': '',
      },
      {
        ...{ develop: 'pnpm exec astro dev', build: 'pnpm exec astro build', output: 'public_html' },
        ...{ address: 'https://example.org/', assets: true },
        deploy: 'npx netlify-cli deploy --prod --dir public_html',
      },
    ],
    [
      'Eleventy by yarn, not installed',
      {
        'package.json': pack(['@11ty/eleventy'], {
          start: 'eleventy --serve',
          build: 'eleventy --output=www',
        }),
        'yarn.lock': '',
      },
      {
        ...{ generator: 'Eleventy', develop: 'yarn run start', build: 'yarn run build', output: 'www' },
        notes: [{ key: 'siteNeedsInstall', values: { manager: 'yarn' } }],
      },
    ],
    [
      'Next.js that builds a server',
      {
        ...INSTALLED,
        'package.json': pack(['next'], { dev: 'next dev', build: 'next build', start: 'next start' }),
      },
      {
        ...{ generator: 'Next.js', develop: 'npm run dev', build: 'npm run build', output: 'out' },
        notes: [{ key: 'siteNeedsExport', values: {} }],
      },
    ],
    [
      'Next.js that builds files, with Vite beside it, by bun',
      {
        ...INSTALLED,
        'package.json': pack(['vite', 'next']),
        'bun.lock': '',
        'next.config.mjs': "export default { output: 'export' };",
      },
      { generator: 'Next.js', develop: 'bunx next dev', build: 'bunx next build', notes: [] },
    ],
    [
      'Nuxt, whose build is a server',
      { ...INSTALLED, 'package.json': pack(['nuxt'], { dev: 'nuxt dev', build: 'nuxt build' }) },
      { generator: 'Nuxt', develop: 'npm run dev', build: 'npx nuxt generate', output: '.output/public' },
    ],
    [
      'SvelteKit without files',
      { ...INSTALLED, 'package.json': pack(['@sveltejs/kit', 'vite'], {}, { packageManager: 'pnpm@9.1.0' }) },
      {
        ...{ generator: 'SvelteKit', develop: 'pnpm exec vite dev', output: 'build' },
        notes: [{ key: 'siteNeedsAdapter', values: {} }],
      },
    ],
    [
      'Hugo',
      { 'hugo.toml': 'baseURL = "https://hugo.example/"\npublishDir = "docs"\n' },
      {
        ...{ generator: 'Hugo', develop: 'hugo server', build: 'hugo --cleanDestinationDir', output: 'docs' },
        ...{ address: 'https://hugo.example/', assets: true, notes: [], port: 1313 },
      },
    ],
    [
      'Hugo with scripts, one of which is about something else',
      {
        'hugo.yaml': 'title: Notes\n',
        'package.json': pack([], { dev: 'plinth mirror --watch -- hugo server', build: 'postcss style.css' }),
      },
      { generator: 'Hugo', develop: 'npm run dev', build: 'hugo --cleanDestinationDir', notes: [] },
    ],
    [
      'Vite',
      { ...INSTALLED, 'package.json': pack([], {}, { devDependencies: { vite: '7' } }) },
      { generator: 'Vite', build: 'npx vite build', output: 'dist' },
    ],
    [
      'a folder of plain pages',
      { 'index.html': '<p>', 'firebase.json': '{}' },
      {
        ...{ generator: 'HTML', develop: '', build: '', output: '.', assets: false },
        deploy: 'npx firebase-tools deploy --only hosting',
      },
    ],
  ])('is recognised: %s', async (_what, files, proposal) => {
    expect(await findProject(await projectOf(files))).toMatchObject(proposal);
  });

  it.each<[string, Files]>([
    ['a folder without pages', {}],
    ['a package that is no site', { 'package.json': pack(['express']) }],
    ['a damaged package', { 'package.json': '{"dependencies":' }],
    ['a package of another shape', { 'package.json': '[{"dependencies":["astro"]}]' }],
  ])('is not recognised: %s', async (_what, files) => {
    expect(await findProject(await projectOf(files))).toBeUndefined();
  });

  it('is not recognised where there is none', async () => {
    expect(await findProject('/no/such/folder')).toBeUndefined();
  });

  it.each(['"; touch pwned; "', '$(touch pwned)', '../../elsewhere', '/etc', '-rf', 'a b', 'node_modules/x'])(
    'brings no path into commands that a shell would read: %s',
    async (outDir) => {
      const files = {
        ...INSTALLED,
        'package.json': pack(['astro']),
        'astro.config.mjs': `export default { outDir: ${JSON.stringify(outDir)}, site: 'https://x.example/$(id)' }`,
        'vercel.json': '{}',
      };
      const found = await findProject(await projectOf(files));
      expect(found).toMatchObject({ output: 'dist', address: '', deploy: 'npx vercel deploy --prod dist' });
    },
  );

  it('beside a data folder is proposed, but not the folder around it as pages', async () => {
    const home = await temporaryFolder(onTestFinished);
    await writeFiles(home, {
      'index.html': '',
      'content/blog/.meta.json': '{}',
      'site/package.json': pack(['astro']),
      'site/node_modules/.keep': '',
      'blog/package.json': pack(['@11ty/eleventy']),
      'other/notes.txt': '',
    });
    const found = await findBeside(join(home, 'content'));
    expect(found.map(({ name, generator }) => [name, generator])).toEqual([
      ['site', 'Astro'],
      ['blog', 'Eleventy'],
    ]);
  });
});
