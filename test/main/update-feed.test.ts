/** The real updater, without Electron, against releases on this computer. */
import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { AppImageUpdater as Updater } from 'electron-updater';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { updatesFrom } from '../../main/update-source.js';
import { freshFolder } from './stand-in.js';

const NEW_APP = Buffer.from('the new AppImage');
const hashOf = (bytes: Buffer) => createHash('sha512').update(bytes).digest('base64');

let AppImageUpdater: typeof Updater;
let ElectronHttpExecutor: new () => object;
beforeAll(async () => {
  // Makes `electron` mean the stand-in for what Node itself loads.
  await import('../electron-stub/register.mjs');
  ({ AppImageUpdater } = (await import('electron-updater')).default);
  ({ ElectronHttpExecutor } = createRequire(import.meta.url)('electron-updater/out/electronHttpExecutor'));
});

/** An app of version 1.2.0 whose releases say `feed` and have `bytes`; without a feed their server is not there. */
async function appWith(feed: string | undefined, bytes = NEW_APP) {
  const folder = await freshFolder();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    asked.push(pathname);
    if (pathname === '/latest-linux.yml') response.end(feed);
    else if (pathname === '/Plinth.AppImage') response.end(bytes);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => new Promise((resolve) => server.close(resolve));
  if (feed === undefined) await stop();
  else onTestFinished(() => void stop());
  const config = join(folder, 'app-update.yml');
  await writeFile(
    config,
    `provider: generic\nurl: http://127.0.0.1:${port}/\nupdaterCacheDirName: plinth-updater\n`,
  );
  await writeFile(join(folder, 'Old.AppImage'), 'the old AppImage');
  vi.stubEnv('APPIMAGE', join(folder, 'Old.AppImage'));
  vi.stubEnv('XDG_CACHE_HOME', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const app = {
    ...{ version: '1.2.0', name: 'plinth', isPackaged: true, appUpdateConfigPath: config },
    ...{ userDataPath: folder, baseCachePath: folder, onQuit: () => {}, relaunch: () => {}, quit: () => {} },
    whenReady: async () => {},
  };
  const updater = new AppImageUpdater(undefined, app);
  // Only the app of Electron itself brings it along.
  Reflect.set(updater, 'httpExecutor', new ElectronHttpExecutor());
  updater.disableDifferentialDownload = true;
  const log = { file: '', info: vi.fn(), error: vi.fn(), written: async () => {} };
  return { source: updatesFrom(updater, log), updater, asked, folder, log };
}

const feedOf = (version: string, bytes = NEW_APP) =>
  `version: ${version}\nfiles:\n  - url: Plinth.AppImage\n    sha512: ${hashOf(bytes)}\n    size: ${bytes.length}\n` +
  `path: Plinth.AppImage\nsha512: ${hashOf(bytes)}\nreleaseDate: '2026-11-23T00:00:00.000Z'\n`;

describe('the releases', () => {
  it.each([
    ['a newer version', '1.3.0', '1.3.0'],
    ['nothing for the same version', '1.2.0', undefined],
    ['nothing for an older version', '1.1.9', undefined],
    ['nothing for a version before the release of this one', '1.2.0-beta.4', undefined],
  ])('answer %s', async (_what, offered, found) => {
    const { source, updater, asked } = await appWith(feedOf(offered));
    expect(await source.check()).toBe(found);
    // Nothing is downloaded by looking, nor begun.
    expect((await updater.checkForUpdates())?.downloadPromise ?? undefined).toBeUndefined();
    expect(new Set(asked)).toEqual(new Set(['/latest-linux.yml']));
  });

  it.each([
    ['are not YAML', '\t{{{', /parse/i],
    ['have no version', 'files: []', /version/i],
    ['have no sound version', feedOf('newest'), /valid semver/],
  ])('are rejected when they %s, and the app goes on', async (_what, feed, message) => {
    const { source, updater } = await appWith(feed);
    await expect(source.check()).rejects.toThrow(message);
    expect(updater.listenerCount('error')).toBeGreaterThan(0);
  });

  it('cannot be reached without a connection, which is told as Chromium names it', async () => {
    const { source } = await appWith(undefined);
    await expect(source.check()).rejects.toThrow('net::ERR_CONNECTION_REFUSED');
  });

  it('are downloaded when asked for, with progress, and kept only if their bytes are the announced ones', async () => {
    const { source, folder } = await appWith(feedOf('1.3.0'));
    await source.check();
    const parts: number[] = [];
    await source.download((part) => parts.push(part));
    const pending = join(folder, 'plinth-updater/pending');
    expect(await readdir(pending)).toContain('Plinth.AppImage');
    expect(parts.every((part) => part >= 0 && part <= 1)).toBe(true);

    const forged = await appWith(feedOf('1.3.0'), Buffer.from('the new AppImagf'));
    await forged.source.check();
    await expect(forged.source.download(() => {})).rejects.toThrow(/sha512 checksum mismatch/);
    const left = await readdir(join(forged.folder, 'plinth-updater/pending')).catch(() => []);
    expect(left.filter((name) => name.endsWith('.AppImage'))).toEqual([]);
    expect(forged.log.error).toHaveBeenCalled();
  });
});
