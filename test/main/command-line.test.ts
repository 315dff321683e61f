import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { freshFolder } from './stand-in.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

const program = join(root, 'test/electron-stub/dist/electron');

interface Started {
  /** Piped in. */
  input?: string;
  /** Read from this file. */
  file?: string;
  env?: Record<string, string>;
}

/** The app as a terminal starts it, without a display and without a browser behind it. */
async function app(words: string[], { input, file, env: more = {} }: Started = {}) {
  const home = await freshFolder();
  const env = { ...process.env, ...more, HOME: home, TMPDIR: home };
  const places = ['state', 'cache'].map((name) => [`XDG_${name.toUpperCase()}_HOME`, home]);
  return new Promise<{ code: unknown; stdout: string; stderr: string; left: string[] }>((done) => {
    const started =
      file === undefined ? [root, ...words] : ['-c', 'exec "$@" < "$0"', file, program, root, ...words];
    const options = { env: { ...env, ...Object.fromEntries(places) } };
    const child = execFile(
      file === undefined ? program : '/bin/sh',
      started,
      options,
      async (error, stdout, stderr) => {
        const left = (await readdir(home)).filter((name) => name.startsWith('plinth-cli-'));
        done({ code: error?.code ?? 0, stdout, stderr, left });
      },
    );
    if (file !== undefined) return;
    child.stdin?.write(input ?? '');
    // An AI client goes away when it has its answer.
    if (words[0] === 'mcp') child.stdout?.once('data', () => child.stdin?.end());
    else child.stdin?.end();
  });
}

describe.skipIf(process.platform === 'win32')('a command given to the app', () => {
  it('runs without a window, answers on stdout and leaves nothing behind', async () => {
    const said = await app(['--version']);
    expect(said).toMatchObject({ code: 0, left: [] });
    expect(said.stdout).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('ends with the exit code of the command', async () => {
    const folder = join(await freshFolder(), 'site');
    await mkdir(folder);
    const [checked, wrong] = await Promise.all([
      app(['check', '--data', folder]),
      app(['keys', '--nonsense']),
    ]);
    expect([checked.code, wrong.code]).toEqual([0, 2]);
    expect(wrong.stderr).toContain('plinth:');
  });

  const windows = { env: { ELECTRON_STUB_WINDOWS: '1' } };

  it('takes what is piped in or read from a file, also where Electron has ended the input', async () => {
    const [folder, other] = [await freshFolder(), await freshFolder()];
    const file = join(await freshFolder(), 'password.txt');
    await writeFile(file, 'correct horse battery staple 7\n');
    const create = (data: string) => ['users', 'create', '--data', data, '--name', 'ada'];
    const client = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'ada', version: '1' },
    };
    const request = { jsonrpc: '2.0', id: 1, method: 'initialize', params: client };
    const [piped, read, served] = await Promise.all([
      app(create(folder), { ...windows, input: await readFile(file, 'utf8') }),
      app(create(other), { ...windows, file }),
      app(['mcp', '--data', await freshFolder()], { ...windows, input: `${JSON.stringify(request)}\n` }),
    ]);
    expect([piped.stderr, piped.code, read.stderr, read.code]).toEqual(['', 0, '', 0]);
    expect(served.stdout).toContain('"id":1');
  });

  it('has its URLs and options for itself after the word that the shim puts before them', async () => {
    const words = ['keys', 'create', '--name', 'Build: https://x.example', '--lang', 'de', '--nonsense'];
    // Without it Windows ends the app, without a word.
    const bare = await app(['mirror', '--assets-url', 'https://x.example', '--nonsense'], windows);
    expect(bare).toMatchObject({ code: 255, stderr: '' });
    const said = await app(['--', ...words], windows);
    expect([said.code, said.stderr]).toEqual([2, expect.stringContaining('--lang')]);
  });

  it('goes on when its terminal is closed, without a message about each message', async () => {
    const home = await freshFolder();
    const watch = join(home, 'watch.mjs');
    // In the app: counts the messages that are shown, and fails once when it is told to.
    await writeFile(
      watch,
      `import { createRequire } from 'node:module';
      const { dialog } = createRequire(import.meta.url)(${JSON.stringify(join(root, 'test/electron-stub/electron.cjs'))});
      let shown = 0;
      dialog.showErrorBox = () => { shown += 1; if (shown > 20) process.exit(1); };
      process.on('message', async () => {
        Promise.reject(new Error('Out of cheese'));
        for (let turn = 0; turn < 50; turn += 1) await new Promise((done) => setImmediate(done));
        process.send(shown);
      });
      setTimeout(() => process.send('ready'));`,
    );
    const env = { ...process.env, HOME: home, NODE_OPTIONS: `--import ${pathToFileURL(watch).href}` };
    const places = ['--user-data-dir', '--state', '--cache'].map((name) => `${name}=${home}/own`);
    const child = spawn(program, [root, ...places], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    try {
      const ended = once(child, 'exit');
      // The window is there: what is written from now on meets nobody.
      await once(child, 'message');
      await vi.waitFor(() => readFile(join(home, 'own/SingletonLock/pid')), { timeout: 15_000 });
      child.stdout?.destroy();
      child.stderr?.destroy();
      child.send('fail');
      expect(await Promise.race([once(child, 'message'), ended])).toEqual([0, undefined]);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
