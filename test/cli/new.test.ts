/** `plinth new`: content and a site in a new folder, whole or not at all. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { listStarters } from '../../server/templates/starters.js';
import { temporaryFolder } from '../helpers/files.js';
import { built, type Ended, plinth, plinthEach, run } from '../helpers/process.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const json = async (path: string) => JSON.parse(await readFile(path, 'utf8'));

const NOT_RUN: Ended = { code: null, signal: null, stdout: '', stderr: 'not run' };

/** Everything but `node_modules`, as paths. */
const filesIn = async (folder: string) => (await readdir(folder, { recursive: true })).sort();

describe('plinth new', () => {
  it.each(listStarters().map(({ id }) => id))(
    'makes content and site of the template %s',
    async (template) => {
      const home = await temporaryFolder();
      const into = join(home, 'My “first” site');
      const places = ['--state', join(home, 's'), '--cache', join(home, 'c')];
      const [made = NOT_RUN, checked = NOT_RUN] = await plinthEach([
        ['new', into, '--template', template],
        ['check', '--data', join(into, 'content'), ...places],
      ]);
      expect([made.code, made.stderr]).toEqual([0, '']);
      expect(made.stdout).toMatch(/npm run content/);
      expect((await json(join(into, 'site/package.json'))).scripts.content).toBe(
        'plinth serve --data ../content',
      );
      expect(made.stdout).toMatch(/npm install && npm run dev/);
      expect((await readdir(home)).sort()).toEqual(['My “first” site', 'c', 's']);
      expect((await readdir(into)).sort()).toEqual([
        ...['.github', '.gitignore', '.vscode', 'README.md', 'content', 'site'],
      ]);

      const { name, dependencies } = await json(join(into, 'site/package.json'));
      expect(name).toBe('my-first-site');
      const installation = dependencies.plinth.replace(/^file:/, '');
      expect((await json(join(installation, 'package.json'))).name).toBe('plinth');
      for (const file of ['README.md', 'site/package.json', '.github/workflows/site.yml']) {
        expect(await readFile(join(into, file), 'utf8'), file).not.toMatch(/__[A-Z]+__/);
      }

      expect(checked.stdout).toContain('No problems found.');
      const images = (await filesIn(join(into, 'content'))).filter((path) => path.endsWith('.webp'));
      const bundled = await filesIn(join(installation, 'resources/starters', template, 'files'));
      expect(images).toEqual(bundled.filter((path) => path.endsWith('.webp')));
    },
  );

  it('makes only the data folder with --content-only and for a blank one', async () => {
    const home = await temporaryFolder();
    const only = await plinth([
      'new',
      join(home, 'only'),
      '--template',
      'documentation',
      '--content-only',
      '--json',
    ]);
    expect(JSON.parse(only.stdout)).toEqual({
      event: 'made',
      folder: join(home, 'only'),
      content: join(home, 'only'),
      template: 'documentation',
    });
    expect(await readdir(join(home, 'only'))).toContain('manual');
    expect((await plinth(['new', join(home, 'blank')])).code).toBe(0);
    expect(await readdir(join(home, 'blank'))).toEqual([]);
  });

  it('changes nothing in a folder with files, and says what it takes', async () => {
    const home = await temporaryFolder();
    await mkdir(join(home, 'empty'));
    await mkdir(join(home, 'full'));
    await writeFile(join(home, 'full', 'notes.txt'), 'mine');
    await writeFile(join(home, 'file'), 'mine');
    const lists = [
      [join(home, 'full'), '--template', 'documentation'],
      [join(home, 'file')],
      [join(home, 'other'), '--template', 'shop'],
      [],
      [join(home, 'empty'), '--template', 'documentation'],
    ];
    const ended = await plinthEach(lists.map((words) => ['new', ...words, '--content-only']));
    expect(ended.map(({ code }) => code)).toEqual([1, 1, 2, 2, 0]);
    expect(ended[0]?.stderr).toContain('full is not empty');
    expect(ended[2]?.stderr).toMatch(/documentation, magazine, portfolio, blank/);
    expect(await filesIn(join(home, 'full'))).toEqual(['notes.txt']);
    expect((await readdir(home)).sort()).toEqual(['empty', 'file', 'full']);
  });

  it('leaves nothing that looks finished when it is killed, and succeeds the next time', async () => {
    const home = await temporaryFolder();
    const into = join(home, 'site');
    const words = ['new', into, '--template', 'magazine'];
    const { child, ended } = run(built('cli/plinth.js'), words);
    const begun = async () => (await filesIn(home)).some((path) => path.endsWith('.webp'));
    await expect.poll(begun, { interval: 1, timeout: 60_000 }).toBe(true);
    child.kill('SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');
    expect((await readdir(home)).filter((name) => !name.startsWith('.'))).toEqual([]);
    expect((await plinth(words)).code).toBe(0);
    expect(await readdir(home)).toEqual(['site']);
  });
});

it('npm run vendor puts the package into the project, in place of an earlier one', async () => {
  const home = await temporaryFolder();
  const [from, site] = [join(home, 'a package'), join(home, 'site')];
  await mkdir(from);
  await mkdir(join(site, 'vendor'), { recursive: true });
  await writeFile(join(from, 'package.json'), '{"name": "plinth", "version": "9.9.9"}');
  const project = { private: true, dependencies: { plinth: `file:${from}` } };
  await writeFile(join(site, 'package.json'), JSON.stringify(project));
  await writeFile(join(site, 'vendor', 'plinth-0.0.1.tgz'), '');
  const { code, stderr } = await run(join(ROOT, 'resources/starters/project/vendor.mjs'), [from], {
    cwd: site,
    env: { npm_config_offline: 'true', npm_config_cache: join(home, 'cache') },
  }).ended;
  expect(code, stderr).toBe(0);
  expect(await readdir(join(site, 'vendor'))).toEqual(['plinth-9.9.9.tgz']);
  expect((await json(join(site, 'package.json'))).dependencies.plinth).toBe('file:vendor/plinth-9.9.9.tgz');
});
