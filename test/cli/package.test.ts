/** The package as a site installs it: packed, checked, unpacked into an empty project and used there. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { temporaryFolder, writeFiles } from '../helpers/server.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const bin = (path: string) => join(ROOT, 'node_modules', path);

const node = (cwd: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return { status, stdout, stderr };
};

/** Links the packages of production into a folder, as an installation of the package would have them. */
async function linkDependencies(folder: string): Promise<void> {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
  for (const [path, entry] of Object.entries<{ dev?: boolean }>(lock.packages)) {
    const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
    if (name === undefined || entry.dev) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await symlink(join(ROOT, path), join(folder, name));
  }
}

const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
});

let home: string;
let tarball: string;
let project: string;
let files: string[];

beforeAll(async () => {
  home = await temporaryFolder((end) => ends.push(end));
  execFileSync(process.execPath, [bin('typescript/bin/tsc'), '-b', 'server/client'], { cwd: ROOT });
  const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', home], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const [{ filename, files: listed }] = JSON.parse(packed);
  files = listed.map(({ path }: { path: string }) => path);
  tarball = join(home, filename);
  project = join(home, 'site');
  const modules = join(project, 'node_modules');
  await mkdir(join(modules, 'plinth'), { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', join(modules, 'plinth'), '--strip-components=1']);
  await linkDependencies(modules);
  await writeFiles(project, {
    'package.json': { private: true, type: 'module' },
    'data/blog/.meta.json': { id: 'blog', schema: 'blog' },
    'data/blog/one.json': { id: 'one', title: 'One' },
    'data/blog/two.json': { id: 'two', title: 'Two', draft: true },
  });
});

describe('the packed package', () => {
  it('has the built program, the client and the documents, and no sources or tests', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        ...[
          'LICENSE',
          'README.md',
          'SECURITY.md',
          'package.json',
          'dist/renderer/licences.md',
          'dist/docs/index.html',
        ],
        ...[
          'dist/server/cli/plinth.js',
          'dist/client/index.js',
          'dist/client/index.d.ts',
          'resources/schemas/blog.json',
          'resources/starters/magazine/files/blog/a-map-made-on-foot/image/map.webp',
          'resources/starters/magazine/site/src/pages/index.astro',
          'resources/starters/portfolio/site/package.json',
          'resources/starters/project/github/workflows/site.yml',
        ],
      ]),
    );
    const strays = files.filter(
      (file) =>
        !/^(?:dist\/(?:client|docs|renderer|server)|resources\/(?:astro|preview|schemas|starters))\/|^[^/]+$/.test(
          file,
        ),
    );
    // npm always packs the file that `main` names, which only Electron reads.
    expect(strays).toEqual(['dist/main/main.js']);
    expect(files.filter((file) => /\.(?:map|tsbuildinfo)$|(?<!\.d)\.tsx?$/.test(file))).toEqual([]);
  });

  it('passes publint and the check of its types', async () => {
    const bytes = await readFile(tarball);
    // What is compressed twice makes it larger.
    expect(bytes.length).toBeLessThan(6_500_000);
    const archive = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const { messages, pkg } = await publint({ pack: { tarball: archive }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
    // Every Node that the package supports loads modules with require(), so that is not reported.
    const checked = node(
      project,
      bin('@arethetypeswrong/cli/dist/index.js'),
      ...[
        tarball,
        '--exclude-entrypoints',
        './astro/Image.astro',
        '--profile',
        'node16',
        '--ignore-rules',
        'cjs-resolves-to-esm',
        '--format',
        'ascii',
        '--no-emoji',
      ],
    );
    expect(checked.status, checked.stdout + checked.stderr).toBe(0);
    expect(checked.stdout).toContain('plinth/client');
  });

  it('serves a folder to a build that imports the client', async () => {
    await writeFile(
      join(project, 'build.mjs'),
      `import { createRequire } from 'node:module';
       import { createClient } from 'plinth/client';
       const titles = [];
       for await (const { title } of createClient().collection('blog').all({ drafts: true })) titles.push(title);
       const same = (await import('plinth')).createClient === createClient
         && createRequire(import.meta.url)('plinth/client').createClient === createClient;
       console.log(JSON.stringify({ titles: titles.sort(), same }));`,
    );
    const manifest = JSON.parse(await readFile(join(project, 'node_modules/plinth/package.json'), 'utf8'));
    const command = join(project, 'node_modules/plinth', manifest.bin.plinth);
    const places = ['--cache', join(home, 'cache'), '--state', join(home, 'state')];
    const built = node(
      project,
      command,
      'exec',
      '--data',
      'data',
      ...places,
      '--',
      process.execPath,
      'build.mjs',
    );
    expect(built.status, built.stderr).toBe(0);
    expect(JSON.parse(built.stdout)).toEqual({ titles: ['One', 'Two'], same: true });
  });

  it.each([
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ])('has types for modules of %s with %s resolution', async (module, moduleResolution) => {
    await writeFile(join(project, 'typed.ts'), TYPED);
    const checked = node(
      project,
      bin('typescript/bin/tsc'),
      ...[
        '--noEmit',
        '--strict',
        '--exactOptionalPropertyTypes',
        '--noUncheckedIndexedAccess',
        '--types',
        '',
      ],
      ...[
        '--lib',
        'es2022,dom',
        '--target',
        'es2022',
        '--module',
        module,
        '--moduleResolution',
        moduleResolution,
      ],
      'typed.ts',
    );
    expect([checked.status, checked.stdout]).toEqual([0, '']);
  });
});

describe('the package of the client alone', () => {
  it('is small, needs nothing else, and builds from a copy', async () => {
    const packed = execFileSync(process.execPath, [join(ROOT, 'resources/pack/client.mjs'), home], {
      encoding: 'utf8',
    }).trim();
    expect((await readFile(packed)).length).toBeLessThan(60_000);
    const site = join(home, 'copied-site');
    const installed = join(site, 'node_modules/plinth');
    await mkdir(installed, { recursive: true });
    execFileSync('tar', ['-xzf', packed, '-C', installed, '--strip-components=1']);
    const read = async (folder: string) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const [whole, alone] = [await read(ROOT), await read(installed)];
    expect([alone.version, alone.dependencies, Object.keys(alone.exports)]).toEqual([
      whole.version,
      undefined,
      Object.keys(whole.exports),
    ]);
    const command = join(project, 'node_modules/plinth', whole.bin.plinth);
    const places = ['--cache', join(home, 'cache'), '--state', join(home, 'state')];
    const out = join(site, 'copy');
    const words = ['mirror', '--data', 'data', ...places, '--as', 'api', '--out', out];
    const mirrored = node(project, command, ...words);
    expect(mirrored.status, mirrored.stderr).toBe(0);
    await writeFiles(site, {
      'package.json': { private: true, type: 'module' },
      'build.mjs': `import { createClient } from 'plinth/client';
        import eleventy from 'plinth/eleventy';
        const data = [];
        const config = { addGlobalData: (name, read) => data.push(read()) };
        for (const name of ['addFilter', 'addShortcode', 'addWatchTarget', 'on']) config[name] = () => {};
        process.env.PLINTH_URL = new URL('copy', import.meta.url).href;
        await eleventy(config, { collections: { posts: 'blog' } });
        const titles = (await createClient().collection('blog').all()).map(({ title }) => title);
        console.log(JSON.stringify([titles, (await data[0]).map(({ id }) => id)]));`,
    });
    const built = node(site, 'build.mjs');
    expect(built.status, built.stderr).toBe(0);
    expect(JSON.parse(built.stdout)).toEqual([['One'], ['one']]);
    // What the package exports is there.
    const targets = JSON.stringify(alone.exports).match(/\.\/[^"]+\.(?:js|ts|astro|json)(?=")/g) ?? [];
    const paths = targets.filter((path) => !(path in alone.exports) || path === './package.json');
    expect(paths.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
    expect(paths.length).toBeGreaterThan(8);
  });
});

/** What a site writes with types of its folder. Each `@ts-expect-error` must be one. */
const TYPED = `
import { createClient, type ImageValue, type LocalizedText } from 'plinth/client';

interface Author { id: string; name: string; city?: string }
interface City { id: string; label: LocalizedText }
interface Post { id: string; title: string; cover?: ImageValue; author?: string; related?: string[]; claim?: LocalizedText }
interface Folder {
  posts: { object: Post; relations: { author: 'authors'; related: 'posts' } };
  authors: { object: Author; relations: { city: 'cities' } };
  cities: { object: City; relations: {} };
}

const client = createClient<Folder>();
const posts = client.collection('posts');
const post = await posts.first({ sort: ['-title'], filter: { 'cover.alt': 'x' } });
const author: string | undefined = post?.author;
const [full] = await posts.all({ expand: ['author', 'related.author'], locale: 'de' });
const name: string | undefined = full?.author?.name;
const nested: string | undefined = full?.related?.[0]?.author?.name;
const claim: string | undefined = full?.claim;
const [short] = await posts.all({ fields: ['title', 'author.name'], expand: ['author'] });
const title: string | undefined = short?.title;
const city = (await client.collection('authors').get('ada', { expand: ['city'] }))?.city?.label.en;
const attributes = client.image(post?.cover, { widths: [400] })?.srcset;
for await (const one of posts.all()) client.richText(one.title);
const untyped = await createClient().collection('anything').first();
const value: unknown = untyped?.whatever;

// @ts-expect-error: the folder has no such collection
client.collection('pages');
// @ts-expect-error: no such property
posts.all({ sort: ['-titel'] });
// @ts-expect-error: not a relation
posts.all({ expand: ['title'] });
// @ts-expect-error: three levels
posts.all({ expand: ['related.related.author'] });
// @ts-expect-error: no such filter
posts.all({ filter: { draft: true } });
// @ts-expect-error: not asked for
short?.cover;
// @ts-expect-error: an expanded relation is no id
full?.author?.toUpperCase();
export { author, name, nested, claim, title, city, attributes, value };
`;

describe('the client', () => {
  it('loads less than 10.5 kB and no module of Node; the rest comes when it is used', async () => {
    const built = await build({
      configFile: false,
      logLevel: 'silent',
      root: ROOT,
      build: {
        write: false,
        ssr: true,
        minify: true,
        target: 'es2022',
        rolldownOptions: { input: join(ROOT, 'dist/client/index.js'), external: /^node:/ },
      },
    });
    const chunks = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
    const sizes = new Map<string, number>();
    const loaded = new Set<string>();
    for (const chunk of chunks) {
      if (chunk.type !== 'chunk') continue;
      sizes.set(chunk.fileName, Buffer.byteLength(chunk.code));
      if (chunk.isEntry) for (const name of [chunk.fileName, ...chunk.imports]) loaded.add(name);
    }
    expect([...loaded].filter((name) => !sizes.has(name))).toEqual([]);
    const size = [...loaded].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
    expect(size, JSON.stringify([...sizes])).toBeLessThan(10_500);
    expect(size).toBeGreaterThan(1000);
  });
});
