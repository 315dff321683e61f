import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { freshFolder } from './stand-in.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The app as a terminal starts it, without a display and without a browser behind it. */
async function app(...words: string[]) {
  const home = await freshFolder();
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: home,
    XDG_STATE_HOME: home,
    XDG_CACHE_HOME: home,
    TMPDIR: home,
  };
  return new Promise<{ code: unknown; stdout: string; stderr: string; left: string[] }>((done) => {
    const program = join(root, 'test/electron-stub/dist/electron');
    execFile(program, [root, ...words], { env }, async (error, stdout, stderr) => {
      const left = (await readdir(home)).filter((name) => name.startsWith('plinth-cli-'));
      done({ code: error?.code ?? 0, stdout, stderr, left });
    });
  });
}

describe.skipIf(process.platform === 'win32')('a command given to the app', () => {
  it('runs without a window, answers on stdout and leaves nothing behind', async () => {
    const said = await app('--version');
    expect(said).toMatchObject({ code: 0, left: [] });
    expect(said.stdout).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('ends with the exit code of the command', async () => {
    const folder = join(await freshFolder(), 'site');
    await mkdir(folder);
    const [checked, wrong] = await Promise.all([app('check', '--data', folder), app('keys', '--nonsense')]);
    expect([checked.code, wrong.code]).toEqual([0, 2]);
    expect(wrong.stderr).toContain('plinth:');
  });
});
