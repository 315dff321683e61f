/** What of `.system` belongs into no repository: found in the code that writes it, kept out, and named where it is in one. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { SECRET_LINES, SECRET_RECORDS } from '../../server/cli/secret-files.js';
import { temporaryFolder, writeFiles } from '../helpers/files.js';
import { plinth, plinthEach } from '../helpers/process.js';
import { BLOG } from '../helpers/server.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Records of a folder without secrets. */
const OPEN_RECORDS = ['format', 'settings'];

/** Names of all records below `.system` that the code opens. */
function recordsInCode(): string[] {
  const files = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' });
  const names = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...readFileSync(join(ROOT, 'server', file), 'utf8').matchAll(
        /(?<![\w])record(?:<[^>]*>)?\(\s*'([a-z-]+)'/g,
      ),
    ])
    .map(([, name = '']) => name);
  return [...new Set(names)].sort();
}

it('each record of a folder is known to hold secrets or to hold none', () => {
  expect(recordsInCode()).toEqual([...SECRET_RECORDS, ...OPEN_RECORDS].sort());
});

it('the project of a starter ignores the secrets of its content', async () => {
  const ignored = (await readFile(join(ROOT, 'resources/starters/project/gitignore'), 'utf8')).split('\n');
  expect(SECRET_LINES.filter((line) => !ignored.includes(`content${line}`))).toEqual([]);
});

it('git takes no keys, users and secrets of a prepared folder, and check names those that it has', async () => {
  const home = await temporaryFolder();
  const data = join(home, 'repository', 'content');
  await mkdir(data, { recursive: true });
  await writeFiles(data, BLOG);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
      cwd: data,
      encoding: 'utf8',
    });
  git('init', '-q', '..');
  const places = ['--data', data, '--cache', join(home, 'c'), '--state', join(home, 's')];
  const [made, prepared] = await plinthEach([
    ['keys', 'create', ...places, '--name', 'site', '--methods', 'GET'],
    ['init', '--git', '--data', data],
  ]);
  expect([made?.code, prepared?.code]).toEqual([0, 0]);
  for (const name of SECRET_RECORDS.filter((one) => one !== 'apikeys'))
    await writeFile(join(data, '.system', `${name}.json`), '{}');
  git('add', '-A');
  const tracked = git('ls-files').split('\n');
  expect(tracked).toContain('blog/first-post.json');
  expect(tracked.filter((path) => /apikeys|link-key|oauth-clients|users/.test(path))).toEqual([]);

  const quiet = await plinth(['check', ...places]);
  expect(quiet.stdout).not.toContain('git repository');
  git('add', '-f', '.system/apikeys.json');
  const named = await plinth(['check', ...places, '--json']);
  expect(named.code).toBe(quiet.code);
  expect(named.stdout).toContain('git rm --cached .system/apikeys.json');
  expect(named.stdout.match(/is in a git repository/g)).toHaveLength(1);
});
