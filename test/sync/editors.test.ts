/**
 * What editors and tools write into an object that Plinth is saving all the time is in its history, also where the next
 * save has replaced it. What is not installed is left out.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { BLOG, startTestServer, temporaryFolder } from '../helpers/server.js';

vi.setConfig({ testTimeout: 120_000 });

const run = promisify(execFile);
const POST = '/api/collections/blog/first-post';
/** Versions of one answer. */
const PAGE = 100;
const EDITS = Number(process.env.PLINTH_EDITS ?? 6);
/**
 * Where an edit is missing, so many are made, of which one may be: nothing stops a rename of another program right
 * before one of Plinth (spec/history.md#what-is-kept). Without the looks before it 1 in 12 was lost.
 */
const MORE_EDITS = Math.max(100, EDITS);

/**
 * Puts `next` in the place of `before` in a file. `home`: an empty folder of its own. False where the program has left
 * the file as it is.
 */
type Edit = (file: string, before: string, next: string, home: string) => Promise<unknown>;

/** vim asks before it writes over what has changed since it read it, and without an answer writes nothing. */
const vim =
  (backupcopy: string): Edit =>
  async (file, before, next, home) => {
    const written = join(home, 'written');
    await rm(written, { force: true });
    const args = [
      ...['-es', '-u', 'NONE', '-n', '--cmd', `set backupcopy=${backupcopy} writebackup`],
      ...['-c', `%s/${before}/${next}/e`, '-c', `try | w! | call writefile([], '${written}') | endtry`],
      ...['-c', 'qa!', file],
    ];
    // Where its input has ended it reads the answer from its errors, so both have to be nothing.
    await once(spawn('vim', args, { stdio: 'ignore', timeout: 20_000 }), 'close');
    return existsSync(written);
  };

/** A copy with the change. */
async function copied(file: string, before: string, next: string, home: string): Promise<string> {
  const copy = join(home, 'copy.json');
  await writeFile(copy, (await readFile(file, 'utf8')).replace(before, next));
  return copy;
}

const EDITORS: readonly [what: string, program: string | undefined, edit: Edit][] = [
  ['vim, by renaming', 'vim', vim('no')],
  ['vim, in place', 'vim', vim('yes')],
  ['sed -i', 'sed', (file, before, next) => run('sed', ['-i', `s/${before}/${next}/`, file])],
  [
    'rsync',
    'rsync',
    async (file, ...rest) => run('rsync', ['--ignore-times', await copied(file, ...rest), file]),
  ],
  [
    'rsync --inplace',
    'rsync',
    async (file, ...rest) => run('rsync', ['--ignore-times', '--inplace', await copied(file, ...rest), file]),
  ],
  [
    'git checkout',
    'git',
    async (file, before, next, home) => {
      const work = join(file, '../..');
      const git = (...args: string[]) =>
        run('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', `--work-tree=${work}`, ...args], {
          env: { ...process.env, GIT_DIR: join(home, 'git') },
        });
      await git('init', '-q', '-b', 'main');
      const copy = await copied(file, before, next, home);
      const { stdout } = await git('hash-object', '-w', copy);
      await git('update-index', '--add', '--cacheinfo', `100644,${stdout.trim()},blog/first-post.json`);
      // It takes the file away and makes a new one, and writes nothing where a save is there first.
      return git('checkout-index', '-f', '--', 'blog/first-post.json').catch((error) => {
        if (/File exists/.test(error.stderr)) return false;
        throw error;
      });
    },
  ],
  [
    'Visual Studio Code, which truncates the file and writes it',
    undefined,
    async (file, before, next) => {
      const text = (await readFile(file, 'utf8')).replace(before, next);
      const handle = await open(file, 'r+');
      try {
        await handle.truncate(0);
        await handle.write(text, 0, 'utf8');
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
  ],
];

const isInstalled = (program: string | undefined): boolean =>
  program === undefined || spawnSync(program, ['--version']).status === 0;

const missing = [...new Set(EDITORS.map(([, program]) => program))].filter((one) => !isInstalled(one));
if (missing.length > 0) process.stderr.write(`Left out, not on this machine: ${missing.join(', ')}.\n`);

/** The tags of the versions in the history. */
async function tagsInHistory(request: (path: string) => Promise<{ json: JsonObject }>): Promise<Set<string>> {
  const found = new Set<string>();
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const { json } = await request(`${POST}/history?limit=${PAGE}&offset=${offset}`);
    const listed = json as unknown as { versions: { revision: string; kind: string }[]; total: number };
    total = listed.total;
    for (const { revision } of listed.versions.filter(({ kind }) => kind !== 'saved')) {
      const version = await request(`${POST}/history/${revision}`);
      for (const [tag] of JSON.stringify(version.json).matchAll(/edit-\d+\b/g)) found.add(tag);
    }
  }
  return found;
}

describe('what is written beside the saves of Plinth', () => {
  it.each(EDITORS.filter(([, program]) => isInstalled(program)))(
    'by %s is in the history',
    async (_what, _program, edit) => {
      const server = await startTestServer(BLOG);
      const home = await temporaryFolder();
      const file = join(server.folder, 'blog/first-post.json');
      await mkdir(join(home, 'git'), { recursive: true });
      const save = (json: JsonObject) => server.request(POST, { method: 'PATCH', json });
      await save({ tags: ['edit-0'], title: 'Save 0' });

      const written = new Set<string>();
      let [edits, saves] = [0, 0];
      /** Edits the file beside saves without a pause, and gives back the edits that are in no version. */
      const missingAfter = async (last: number): Promise<string[]> => {
        const going = { on: true };
        const saving = (async () => {
          while (going.on) {
            const { status } = await save({ title: `Save ${saves}` });
            if (status === 200) saves += 1;
          }
        })();
        try {
          while (edits < last) {
            edits += 1;
            const before = /edit-\d+/.exec(await readFile(file, 'utf8'))?.[0] ?? 'edit-0';
            if ((await edit(file, before, `edit-${edits}`, home)) !== false) written.add(`edit-${edits}`);
            // Two changes by other programs without a save between them are one version.
            const enough = saves + 2;
            await expect.poll(() => saves >= enough).toBe(true);
          }
        } finally {
          going.on = false;
          await saving;
        }
        let missing: string[] = [];
        const look = async () => {
          const found = await tagsInHistory(server.request);
          missing = [...written].filter((tag) => !found.has(tag));
          expect(missing).toEqual([]);
        };
        await vi.waitFor(look, { timeout: 15_000, interval: 100 }).catch(() => undefined);
        return missing;
      };
      const missing = await missingAfter(EDITS);
      expect(written.size).toBeGreaterThan(0);
      if (missing.length > 0) expect((await missingAfter(MORE_EDITS)).slice(1)).toEqual([]);
    },
  );
});
