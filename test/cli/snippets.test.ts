/** Every snippet of the README and of the documentation, against a folder of 250 posts. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it, vi } from 'vitest';
import { run } from '../helpers/process.js';
import { prepare, ROOT } from './readme-site.js';

vi.setConfig({ testTimeout: 240_000 });

interface Snippet {
  file: string;
  language: string;
  code: string;
}

/** Pages with this link show the files of an example, which the tests in `test/sites` build. */
const EXAMPLE = '](../examples/';

async function snippets(): Promise<Snippet[]> {
  const pages = (await readdir(join(ROOT, 'resources/docs'))).filter((name) => name.endsWith('.md'));
  const files = ['README.md', ...pages.sort().map((name) => `resources/docs/${name}`)];
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

/** Lines of a shell that are not run here, with the reason. */
const NOT_RUN: readonly (readonly [RegExp, string])[] = [
  [/^npm (?:ci|start|test)\b|^npx plinth serve/, 'the suite itself installs, builds, starts and serves'],
  [/^npx plinth new|^cd /, 'test/cli/new.test.ts makes the folders'],
  [/^npm install\b/, 'test/cli/package.test.ts installs the packed package'],
  [/^echo "alias/, 'changes the profile of the user'],
  [/^mkdir -p \.claude|^plinth docs skill >/, 'test/cli/usage.test.ts prints the skill'],
  [/^plinth users create/, 'asks for a password; test/cli/users.test.ts'],
  [/^curl http:/, 'test/api/oauth.test.ts reads the discovery document'],
  [/^plinth import|^plinth new|^plinth init --git/, 'needs a source or a clone; test/cli has tests of each'],
  [/npx (?:@11ty\/eleventy|astro)/, 'test/cli/readme.test.ts builds the site'],
];

/** Languages of blocks that are no program of their own. */
const SHOWN: Record<string, string> = {
  '': 'commands with placeholders',
  text: 'output and trees',
  njk: 'test/cli/readme.test.ts builds the templates of the README',
  html: 'test/cli/readme.test.ts builds the templates of the README',
  jsx: 'test/cli/readme.test.ts runs the functions of the page',
  toml: 'configuration of Hugo',
  yaml: 'configuration of a host',
  ts: 'test/cli/package.test.ts compiles what sites write',
  astro: 'the tests of examples build it',
};

/** Files of the README that its own tests run in their place. */
const OF_GENERATORS =
  /^\/\/ (?:_data\/|src\/|app\/|plinth\.js|next\.config|write-content|watch|eleventy\.config|astro\.config)/;

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

  it('run in a shell, but for those with a reason', async () => {
    const { site, data, env, exec } = await prepare(250);
    await symlink(data, join(site, 'my-site'));
    await writeFile(join(site, 'titles.mjs'), '');
    await writeFile(join(site, 'read.mjs'), '');
    const lines = of('sh').flatMap(({ file, code }) =>
      code
        .split('\n')
        .map((line) => line.replace(/ +#.*$/, '').trim())
        .filter((line) => line !== '')
        .map((line) => ({ file, line })),
    );
    let runs = 0;
    for (const { file, line } of lines) {
      if (NOT_RUN.some(([form]) => form.test(line))) continue;
      const [program, ...args] = line.split(' ');
      if (program === 'curl') {
        if (!hasCurl) continue;
        const { code, stdout } = await exec('sh', '-c', line);
        expect([line, code, JSON.parse(stdout)]).toEqual([line, 0, expect.objectContaining({})]);
        continue;
      }
      expect([file, program]).toEqual([file, 'plinth']);
      const { code, stderr } = await run(join(ROOT, 'dist/server/cli/plinth.js'), args, { cwd: site, env })
        .ended;
      expect([line, code, stderr]).toEqual([line, 0, expect.anything()]);
      runs += 1;
    }
    expect(runs).toBeGreaterThan(3);
    for (const [form, reason] of NOT_RUN) {
      expect([reason, lines.some(({ line }) => form.test(line))]).toEqual([reason, true]);
      for (const path of reason.match(/test\/\S+\.ts/g) ?? [])
        expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
    }
  });
});
