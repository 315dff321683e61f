import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { built, plinth, run } from '../helpers/process.js';
import { BLOG, type Files, startTestServer, temporaryFolder, writeFiles } from '../helpers/server.js';
import { type } from '../helpers/typed.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

async function prepare(files: Files = BLOG) {
  const home = await temporaryFolder();
  const folder = join(home, 'content');
  await mkdir(folder);
  await writeFiles(folder, files);
  const args = ['--data', folder, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
  return { home, folder, args };
}

const script = (code: string) => ['--', process.execPath, '-e', code];
const printUrl = script('console.log(process.env.PLINTH_URL)');

describe('plinth exec', () => {
  it('runs a command with an address and a key that work, and passes on its exit code', async () => {
    const { args } = await prepare();
    const { code, stdout } = await plinth([
      'exec',
      ...args,
      ...script(`
        const headers = { 'x-api-key': process.env.PLINTH_KEY };
        const answer = await fetch(process.env.PLINTH_URL + '/collections/blog', { headers });
        console.log(answer.status, (await answer.json()).total);
        process.exit(7);`),
    ]);
    expect([code, stdout]).toEqual([7, '200 2\n']);
  });

  it('serves the folder with change sets in it, for reading', async () => {
    const change = { change: 'edit', base: { title: 'First post' }, values: { title: 'Drafted' } };
    const { args } = await prepare({
      ...BLOG,
      '.changes/draft/blog/first-post.json': { ...change, at: '2026-01-03T10:00:00.000Z' },
    });
    const asking = script(`
      const headers = { 'x-api-key': process.env.PLINTH_KEY };
      const answer = await fetch(process.env.PLINTH_URL + '/collections/blog/first-post', { headers });
      console.log((await answer.json()).title);`);
    const titles: string[] = [];
    for (const more of [[], ['--perspective', 'draft']]) {
      titles.push((await plinth(['exec', ...args, ...more, ...asking])).stdout.trim());
    }
    expect(titles).toEqual(['First post', 'Drafted']);
    const unknown = await plinth(['exec', ...args, '--perspective', 'autumn', ...asking]);
    expect(unknown.stderr).toContain('There is no change set "autumn"');
    const writing = ['exec', ...args, '--perspective', 'draft', '--methods', 'all', ...asking];
    expect((await plinth(writing)).code).not.toBe(0);
  });

  it('works beside a server and leaves no key behind', async () => {
    const server = await startTestServer();
    const home = join(server.folder, '..');
    const args = ['--data', server.folder, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
    const { code, stdout } = await plinth([
      'exec',
      ...args,
      ...script('console.log(process.env.PLINTH_KEY)'),
    ]);
    expect(code).toBe(0);
    expect((await server.request('/collections', { as: { key: stdout.trim() } })).status).toBe(401);
    expect(server.site.keys.list()).toEqual([]);
  });

  it('reads unsaved changes by the server that has the folder open, and in a development server by the key of that', async () => {
    const server = await startTestServer();
    const home = join(server.folder, '..');
    const args = ['--data', server.folder, '--cache', join(home, 'cache'), '--state', join(home, 'state')];
    await type(server, { title: 'Typed' });
    const asking = script(`
      const headers = { 'x-api-key': process.env.PLINTH_KEY };
      const answer = await fetch(process.env.PLINTH_URL + '/collections/blog/first-post', { headers });
      console.log((await answer.json()).title);`);
    const shown = async (more: string[] = [], env = {}) =>
      (await run(built('cli/plinth.js'), ['exec', ...args, ...more, ...asking], { env }).ended).stdout.trim();
    expect(await shown(['--perspective', 'draft,unsaved'])).toBe('Typed');
    const reads = { user: 'owner', perspective: () => ({ sets: [], unsavedOf: 'owner' }) };
    const { url, key } = await server.site.temporaryKeys.lend(0, reads);
    const environment = { PLINTH_URL: url, PLINTH_KEY: key, PLINTH_FOLDER: server.dataDir };
    expect(await shown([], environment)).toBe('Typed');
    expect(await shown(['--methods', 'GET'], environment)).toBe('First post');
    expect(await shown([], { ...environment, PLINTH_FOLDER: home })).toBe('First post');
    expect(server.site.keys.list()).toEqual([]);
  });

  it('passes the arguments on as they are, and counts a signal as 128 and its number', async () => {
    const { args } = await prepare();
    const { code, stdout } = await plinth([
      'exec',
      ...args,
      ...script(
        `require('fs').writeSync(1, JSON.stringify(process.argv.slice(1))); process.kill(process.pid, 'SIGKILL')`,
      ),
      '--',
      '--help',
      'two words',
      '$HOME "quoted"',
    ]);
    expect([code, JSON.parse(stdout)]).toEqual([137, ['--help', 'two words', '$HOME "quoted"']]);
  });

  it('answers 127 for a command there is not', async () => {
    const { args } = await prepare();
    const { code, stderr } = await plinth(['exec', ...args, '--', 'no-such-command-here']);
    expect([code, stderr]).toEqual([127, expect.stringContaining('no-such-command-here')]);
  });

  it('ends its command when it is ended', async () => {
    const { args } = await prepare();
    const running = run(built('cli/plinth.js'), [
      'exec',
      ...args,
      ...script(`console.log('up'); setInterval(() => {}, 1000)`),
    ]);
    expect(await running.line()).toBe('up');
    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(143);
  });

  it.skipIf(process.platform === 'win32')(
    'ends its command, and what that started, when it is killed',
    async () => {
      const { args } = await prepare();
      const started = "console.log(process.ppid + ' ' + process.pid); setInterval(() => undefined, 1000)";
      const shell = ['--', '/bin/sh', '-c', '"$0" -e "$1"; echo next', process.execPath, started];
      const { child, line, ended } = run(built('cli/plinth.js'), ['exec', ...args, ...shell]);
      const processes = (await line()).split(' ').map(Number);
      const running = () =>
        processes.filter((pid) => {
          try {
            return process.kill(pid, 0);
          } catch {
            return false;
          }
        });
      expect(running()).toEqual(processes);
      child.kill('SIGKILL');
      await expect.poll(running).toEqual([]);
      expect((await ended).stdout).not.toContain('next');
    },
  );
});

describe('the address exec serves at', () => {
  it('is the same each time, and another one for another folder', async () => {
    const { args } = await prepare();
    const other = await prepare();
    const first = await plinth(['exec', ...args, ...printUrl]);
    const second = await plinth(['exec', ...args, ...printUrl]);
    expect(first.stdout).toMatch(/^http:\/\/127\.0\.0\.1:2\d{4}\n$/);
    expect([second.stdout, second.stderr]).toEqual([first.stdout, '']);
    expect((await plinth(['exec', ...other.args, ...printUrl])).stdout).not.toBe(first.stdout);
  });

  it('is another one while its port is taken, also by a second exec of the folder', async () => {
    const { args } = await prepare();
    const waiting = run(built('cli/plinth.js'), [
      'exec',
      ...args,
      ...script('console.log(process.env.PLINTH_URL); setInterval(() => {}, 1000)'),
    ]);
    const taken = await waiting.line();
    const beside = await plinth([
      'exec',
      ...args,
      ...script(`
        const headers = { 'x-api-key': process.env.PLINTH_KEY };
        const answer = await fetch(process.env.PLINTH_URL + '/collections/blog', { headers });
        console.log(process.env.PLINTH_URL, answer.status);`),
    ]);
    expect(beside.code).toBe(0);
    expect(beside.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+ 200\n$/);
    expect(beside.stdout).not.toContain(taken);
    expect(beside.stderr).toMatch(/^Port 2\d{4} is taken; using \d+ this time\.\n$/);
    waiting.child.kill('SIGTERM');
    await waiting.ended;
    expect((await plinth(['exec', ...args, ...printUrl])).stdout.trim()).toBe(taken);
  });

  it('is that of --port', async () => {
    const { args } = await prepare();
    const free = createServer();
    const port = await new Promise<number>((resolve) => {
      free.listen(0, '127.0.0.1', () => {
        const address = free.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    onTestFinished(() => void free.close());
    const taken = await plinth(['exec', ...args, '--port', `${port}`, ...printUrl]);
    expect([taken.code, taken.stderr]).toEqual([0, expect.stringContaining(`Port ${port} is taken`)]);
    await new Promise((closed) => free.close(closed));
    const { stdout } = await plinth(['exec', ...args, '--port', `${port}`, ...printUrl]);
    expect(stdout).toBe(`http://127.0.0.1:${port}\n`);
    expect((await plinth(['exec', ...args, '--port', 'x', ...printUrl])).code).toBe(2);
  });
});

describe('the key of exec', () => {
  const attempt = script(`
    const headers = { 'x-api-key': process.env.PLINTH_KEY };
    const at = process.env.PLINTH_URL + '/api/collections/blog/first-post';
    const ask = async (method) => (await fetch(at, { method, headers })).status;
    console.log(await ask('GET'), await ask('HEAD'), await ask('DELETE'));`);

  it('may only read, or do what --methods says', async () => {
    const { args } = await prepare();
    expect((await plinth(['exec', ...args, ...attempt])).stdout).toBe('200 200 403\n');
    expect((await plinth(['exec', ...args, '--methods', 'get,delete', ...attempt])).stdout).toBe(
      '200 200 204\n',
    );
    const all = await plinth([
      'exec',
      ...args,
      '--methods',
      'all',
      ...script(`
        const headers = { 'x-api-key': process.env.PLINTH_KEY, 'content-type': 'application/json' };
        const at = process.env.PLINTH_URL + '/api/collections/blog';
        console.log((await fetch(at, { method: 'POST', headers, body: '{"id":"x","title":"X"}' })).status);`),
    ]);
    expect(all.stdout).toBe('201\n');
    const wrong = await plinth(['exec', ...args, '--methods', 'steal', ...attempt]);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--methods')]);
  });
});

describe('names of properties that do not exist', () => {
  const build = script(`
    const headers = { 'x-api-key': process.env.PLINTH_KEY };
    const ask = (query) => fetch(process.env.PLINTH_URL + '/api/collections/blog' + query, { headers });
    for (let page = 0; page < 3; page += 1) await ask('?filter[drafft]=false&sort=title,dtae&offset=' + page);
    await ask('/query?include=title,ti%1b[31mtel');
    await ask('?sort=title&filter[draft]=false');`);

  it('are printed once each after the build', async () => {
    const { args } = await prepare();
    const { code, stdout, stderr } = await plinth(['exec', ...args, ...build]);
    expect([code, stdout]).toEqual([0, '']);
    const at = stderr.indexOf('The command requested properties that do not exist; they were ignored:\n');
    expect(stderr.slice(at).split('\n').slice(1)).toEqual([
      '  blog: "drafft" in "filter"',
      '  blog: "dtae" in "sort"',
      '  blog: "ti\\u001b[31mtel" in "include"',
      '',
    ]);

    const json = await plinth(['exec', '--json', ...args, ...build]);
    const events = json.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.map(({ event }) => event)).toEqual(['listening', 'unknownNames', 'exit']);
    expect(events[1].names).toEqual([
      { collection: 'blog', parameter: 'filter', name: 'drafft' },
      { collection: 'blog', parameter: 'sort', name: 'dtae' },
      { collection: 'blog', parameter: 'include', name: 'ti\u001b[31mtel' },
    ]);
  });

  it('are not mentioned where all exist', async () => {
    const { args } = await prepare();
    const known = script(`
      const headers = { 'x-api-key': process.env.PLINTH_KEY };
      const ask = (query) => fetch(process.env.PLINTH_URL + '/api/collections/blog' + query, { headers });
      await ask('?sort=title,-created,shuffle&filter[draft]=false&fields=id,title');
      const answer = await ask('/query?include=title,draft:false&exclude=content&sort=title:asc:natural');
      console.log(answer.status);`);
    const { stdout, stderr } = await plinth(['exec', ...args, ...known]);
    expect([stdout, stderr]).toEqual(['200\n', '']);
  });
});

describe('exec on a folder with damaged files', () => {
  const post = (title: string) => `  "title": "${title}"\n`;
  const CLASH = `{\n  "id": "clash",\n<<<<<<< HEAD\n${post('Ours')}=======\n${post('Theirs')}>>>>>>> b2\n}\n`;
  const damagedFiles: Files = {
    ...BLOG,
    'blog/clash.json': CLASH,
    'notes/.meta.json': '{"id": "notes", ',
    '.schemas/torn.json': '{"id": "torn"',
  };
  const names = ['blog/clash.json', 'notes/.meta.json', '.schemas/torn.json'];

  it('fails before the command and names every file; with --allow-damaged it goes on', async () => {
    const { args, folder } = await prepare(damagedFiles);
    const { code, stdout, stderr } = await plinth(['exec', ...args, ...script(`console.log('built')`)]);
    expect([code, stdout]).toEqual([1, '']);
    for (const name of names) expect(stderr).toContain(`  ${name}: The file`);
    expect(stderr).toContain('--allow-damaged');

    const json = await plinth(['exec', ...args, '--json', ...script(`console.log('built')`)]);
    const told = JSON.parse(json.stdout);
    expect([json.code, told.event, Object.keys(told.details).sort()]).toEqual([
      1,
      'failed',
      names.toSorted(),
    ]);

    const built = script(`console.log('built')`);
    const going = await plinth(['exec', ...args, '--allow-damaged', ...built]);
    expect([going.code, going.stdout]).toEqual([0, 'built\n']);
    for (const name of names) expect(going.stderr).toContain(`Skipped: ${name}: The file`);

    await writeFiles(folder, { 'blog/clash.json': { id: 'clash', title: 'Merged' } });
    expect((await plinth(['exec', ...args, ...script('')])).stderr).not.toContain('clash');
  });
});
