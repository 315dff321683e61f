/** `plinth history`, `plinth undo` and `plinth restore`, with and without a running server. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { plinth } from '../helpers/process.js';
import { BLOG, startTestServer, temporaryFolder, writeFiles } from '../helpers/server.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

async function prepare() {
  const home = await temporaryFolder();
  const folder = join(home, 'content');
  await writeFiles(folder, BLOG);
  const args = ['--data', folder, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  const command = async (...words: string[]) => {
    const ended = await plinth([...words, ...args, '--json']);
    const events = ended.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
    return { ...ended, events };
  };
  const title = async () => JSON.parse(await readFile(join(folder, 'blog/first-post.json'), 'utf8')).title;
  return { home, folder, args, command, title };
}

/** Starts a server and gives ways to change the folder with a key and to stop it. */
async function serve(home: string, key: string) {
  const server = await startTestServer({}, { home });
  return {
    change: async (title: string) => {
      const json = { title };
      const answer = await server.request('/api/collections/blog/first-post', {
        ...{ method: 'PATCH', json, as: { key } },
      });
      expect(answer.status).toBe(200);
      return answer.headers.get('x-plinth-transaction') ?? '';
    },
    stop: () => server.close(),
  };
}

describe('the history on the command line', () => {
  it('lists, undoes and restores what a server did, while it runs and afterwards', async () => {
    const { home, args, command, title } = await prepare();
    const since = new Date().toISOString();
    const [{ key }] = (await command('keys', 'create', '--name', 'robot')).events;
    const server = await serve(home, key);
    await server.change('One');
    const transaction = await server.change('Two');

    const versions = (await command('history', 'blog/first-post')).events;
    expect(versions).toMatchObject([
      {
        event: 'version',
        kind: 'saved',
        actor: { kind: 'key', name: 'robot' },
        transaction: { id: transaction },
      },
      { kind: 'saved' },
      { kind: 'found' },
    ]);
    const dry = await command('undo', transaction, '--dry-run');
    expect([dry.code, dry.events]).toEqual([
      0,
      [
        {
          event: 'undone',
          subject: { type: 'object', collection: 'blog', id: 'first-post' },
          result: 'restored',
        },
      ],
    ]);
    expect(await title()).toBe('Two');
    expect((await command('undo', transaction)).code).toBe(0);
    expect(await title()).toBe('One');
    const back = ['restore', 'blog/first-post', '--revision', versions[0].revision];
    expect((await command(...back, '--dry-run')).events).toMatchObject([
      { event: 'wouldRestore', changed: ['title', 'updated'] },
    ]);
    expect(await title()).toBe('One');
    const restored = await command(...back);
    expect([restored.code, restored.events]).toMatchObject([0, [{ event: 'restored' }]]);
    expect(await title()).toBe('Two');
    await server.stop();

    const activity = (await command('history', '--since', since, '--actor', 'command')).events;
    expect(activity.map((entry) => [entry.actor.name, entry.transaction.kind])).toEqual([
      ['restore', 'restore'],
      ['undo', 'undo'],
    ]);
    const robot = await command('undo', '--actor', 'robot', '--since', since);
    expect(robot.events).toMatchObject([{ result: 'restored' }]);
    expect(await title()).toBe('First post');
    expect((await command('undo', '--actor', 'robot', '--since', since)).events).toMatchObject([
      { result: 'unchanged' },
    ]);
    await command('restore', 'blog/first-post', '--at', new Date().toISOString(), '--properties', 'title');
    expect(await title()).toBe('First post');

    const plain = await plinth(['history', 'blog/first-post', ...args]);
    expect(plain.stdout).toMatch(/^\S+Z {2}\S{22} {2}saved {4}blog\/first-post {2}\S/);
  });

  it('runs a command against the folder as it was', async () => {
    const { home, args, command, title, folder } = await prepare();
    await command('history', 'blog/first-post');
    const at = new Date().toISOString();
    const [{ key }] = (await command('keys', 'create', '--name', 'robot')).events;
    const server = await serve(home, key);
    await server.change('Later');
    const read =
      'fetch(process.env.PLINTH_URL + "/api/collections/blog/first-post", ' +
      '{ headers: { authorization: "Bearer " + process.env.PLINTH_KEY } })' +
      '.then((answer) => answer.json()).then(({ title }) => console.log(title))';
    const exec = (...words: string[]) =>
      plinth(['exec', ...args, ...words, '--', process.execPath, '-e', read]);
    expect(await exec('--at', at)).toMatchObject({ code: 0, stdout: 'First post\n' });
    expect(await exec()).toMatchObject({ code: 0, stdout: 'Later\n' });
    expect((await exec('--at', '2999-01-01')).code).toBe(1);
    expect((await exec('--at', at, '--methods', 'all')).code).toBe(2);
    expect(await title()).toBe('Later');
    await server.stop();
    expect(await readFile(join(folder, 'blog/second-post.json'), 'utf8')).toContain('Second post');
  });

  it('says what is wrong with its arguments and what it does not find', async () => {
    const { command, folder } = await prepare();
    const before = await readFile(join(folder, 'blog/first-post.json'));
    const cases: [number, string[]][] = [
      [2, ['history', 'blog']],
      [2, ['history', '--since', 'soon']],
      [1, ['history', 'blog/never-there']],
      [2, ['undo']],
      [2, ['undo', 'x']],
      [2, ['undo', '--actor', 'robot']],
      [1, ['undo', '01890000-0000-7000-8000-000000000000']],
      [2, ['restore', 'blog/first-post']],
      [1, ['restore', 'blog/first-post', '--at', '2001-01-01']],
      [1, ['restore', 'blog/first-post', '--revision', 'x']],
    ];
    const ended = await Promise.all(cases.map(async ([, words]) => (await command(...words)).code));
    expect(ended).toEqual(cases.map(([code]) => code));
    expect(await readFile(join(folder, 'blog/first-post.json'))).toEqual(before);
  });
});
