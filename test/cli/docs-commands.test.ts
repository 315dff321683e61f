/** The commands that the documentation names are run as they are written, in a folder that has what they name. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder, writeFiles } from '../helpers/files.js';
import { plinth } from '../helpers/process.js';
import { BLOG } from '../helpers/server.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const PAGES = [
  ...['README.md', 'SECURITY.md', 'resources/starters/project/README.md'],
  ...['resources/docs', 'server/spec'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

/** Commands that are not run here, and why. */
const ELSEWHERE: readonly [command: RegExp, why: string][] = [
  [/^npm (?:ci|install|start|test|pack|run \w+)\b/, 'installs or builds for minutes, see test/sites'],
  [/^(?:npx )?plinth serve\b/, 'does not end, see test/cli/serve.test.ts'],
  [/^PLINTH_URL=\S+ npx astro /, 'builds a site, see test/cli/readme.test.ts'],
  [/^npx plinth (?:new|--help)/, 'in the checkout, see test/cli/new.test.ts and usage.test.ts'],
  [/^plinth (?:publish|site change)/, 'runs the tools of hosts, see test/cli/sites.test.ts'],
  [/^plinth users create/, 'asks for a password, see test/cli/users.test.ts'],
  [/^plinth import .* --base-url/, 'fetches from another system, see test/cli/import-sources.test.ts'],
  [
    /^(?:echo|cd|mkdir|export|node|hugo|curl|git|winget|brew|cat|claude) /,
    'is a command of the shell, or needs a server; those of curl are in test/cli/snippets.test.ts',
  ],
];

/** Codes of commands that find something. */
const CODES: readonly [RegExp, number][] = [];

/** The lines of blocks for a shell, and spans of code that name the folder of the examples. */
function commandsOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8').replace(/ \\\n +/g, ' ');
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, code = '']) => code.split('\n'));
  const steps = [...text.matchAll(/^- run: (.*)$/gm)].map(([, line = '']) => line);
  const spans = [...text.matchAll(/`((?:npx )?plinth [^`]*\.\/my-site[^`]*)`/g)].map(([, code = '']) => code);
  return [...blocks, ...steps, ...spans]
    .flatMap((line) => line.replace(/\s+#.*$/, '').split(/ && (?=(?:[^"]*"[^"]*")*[^"]*$)/))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

const ALL = new Map(
  PAGES.map((page) => [page, commandsOf(page)] as const).filter(([, found]) => found.length > 0),
);

const whyNot = (command: string) => ELSEWHERE.find(([pattern]) => pattern.test(command))?.[1];

/** A folder as the pages suppose it: content, sources of imports, a built site. */
async function prepared(page: string) {
  const home = await temporaryFolder();
  await writeFiles(home, {
    // Who comes from another system has no folder yet.
    ...Object.fromEntries(
      (page.endsWith('coming-from.md') ? [] : Object.entries(BLOG)).map(([path, content]) => [
        `my-site/${path}`,
        content,
      ]),
    ),
    'SOURCE/content/posts/one.md': '---\ntitle: One\n---\nText.\n',
    'export/articles.json': [{ id: 1, title: 'One' }],
    'jumpstart.json': { version: '1.0', name: 'A template', schemas: [], collections: [], objects: [] },
    '_site/index.html': '<p>Built.</p>',
    'dist/index.html': '<p>Built.</p>',
    'public/index.html': '<p>Built.</p>',
    'my-site-project/package.json': { dependencies: { astro: '5' } },
  });
  await cp(join(ROOT, 'test/fixtures/imports/wordpress/export.xml'), join(home, 'blog.xml'));
  await cp(join(ROOT, 'test/fixtures/imports/wordpress/uploads'), join(home, 'uploads'), { recursive: true });
  for (const name of ['src', 'content', '.claude/skills/plinth'])
    await mkdir(join(home, name), { recursive: true });
  await writeFile(join(home, 'nothing.cjs'), '');
  execFileSync('git', ['init', '-q', home]);
  return home;
}

/** The arguments of a command of a page. What it would build is not built. */
function argumentsOf(command: string, home: string): string[] {
  const [own = '', ran] = command
    .replace(/^(?:npx )?plinth /, '')
    .replace(/ > \S+$/, '')
    .split(/ -- (.*)$/);
  const words = own
    .split(' ')
    .filter(Boolean)
    .map((word) => word.replace(/^"(.*)"$/, '$1'));
  const places =
    words.includes('--data') && words[0] !== 'init'
      ? ['--cache', join(home, '.c'), '--state', join(home, '.s')]
      : [];
  return [
    ...words,
    ...places,
    ...(ran === undefined ? [] : ['--', process.execPath, join(home, 'nothing.cjs')]),
  ];
}

describe('the commands of the documentation', () => {
  it.each([...ALL])('%s: each one runs, or is known to run elsewhere', async (page, commands) => {
    const own = [...new Set(commands)].filter((command) => whyNot(command) === undefined);
    expect(own.filter((command) => !/^(?:npx )?plinth /.test(command))).toEqual([]);
    if (own.length === 0) return;
    const home = await prepared(page);
    for (const command of own) {
      const { code, stdout, stderr } = await plinth(argumentsOf(command, home), { cwd: home });
      const wanted = CODES.find(([pattern]) => pattern.test(command))?.[1] ?? 0;
      expect([command, code], stdout + stderr).toEqual([command, wanted]);
    }
  });

  it('are left out here only where a page has them', () => {
    const all = [...ALL.values()].flat();
    expect(ELSEWHERE.filter(([pattern]) => !all.some((command) => pattern.test(command)))).toEqual([]);
  });
});
