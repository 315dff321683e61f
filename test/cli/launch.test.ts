import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { built, run } from '../helpers/process.js';
import { BLOG, temporaryFolder, writeFiles } from '../helpers/server.js';

// Each test starts processes, which on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** Starts `npm start`'s program with a stand-in for Electron's executable, or with none. */
async function launch(electron: string | undefined, env: Record<string, string> = {}, more: string[] = []) {
  const home = await temporaryFolder();
  const folder = join(home, 'content');
  await writeFiles(folder, BLOG);
  const dist = join(home, 'electron');
  await mkdir(dist);
  if (electron !== undefined) {
    await writeFiles(dist, { electron: `#!${process.execPath}\n${electron}` });
    await chmod(join(dist, 'electron'), 0o755);
  }
  const args = [
    '--data',
    folder,
    '--cache',
    join(home, 'c'),
    '--state',
    join(home, 's'),
    '--port',
    '0',
    '--json',
  ];
  const started = run(built('cli/launch.js'), [...args, ...more], {
    env: {
      DISPLAY: ':99',
      WAYLAND_DISPLAY: '',
      ELECTRON_OVERRIDE_DIST_PATH: dist,
      ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
      ...env,
    },
  });
  return { ...started, folder };
}

/** Serving without a window, and why. */
async function expectHeadless(started: Awaited<ReturnType<typeof launch>>, why: string) {
  expect(await started.event()).toMatchObject({ event: 'listening', dataDir: started.folder });
  started.child.kill('SIGTERM');
  const { code, stderr } = await started.ended;
  expect([code, stderr]).toEqual([0, expect.stringContaining(why)]);
}

// The stand-in is a script with a shebang line, and only Linux is without a display now and then.
describe.runIf(process.platform === 'linux')('npm start', () => {
  it('starts Electron with the app and the arguments, and ends with its code', async () => {
    const { ended, folder } = await launch(
      'console.log(JSON.stringify(process.argv.slice(2))); process.exit(0)',
    );
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    const [app, ...args] = JSON.parse(stdout);
    expect(app).toMatch(/[^/]$/);
    expect(args.slice(0, 2)).toEqual(['--data', folder]);
  });

  it('serves without a window where there is no display', async () => {
    await expectHeadless(await launch('process.exit(0)', { DISPLAY: '' }), 'No display was found');
  });

  it('serves without a window when it is told to', async () => {
    await expectHeadless(await launch('process.exit(0)', {}, ['--headless']), '');
  });

  it('serves without a window when Electron ends at once', async () => {
    await expectHeadless(await launch('process.exit(3)'), 'it exited immediately with code 3');
  });

  it('serves without a window when there is no Electron and none can be fetched', async () => {
    await expectHeadless(await launch(undefined), 'Electron could not be downloaded');
  });
});
