import { mkdir, readdir, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSettings } from '../../main/settings.js';
import { freshFolder, NO_LOG } from './stand-in.js';

const DEFAULTS = { open: [], recent: [], folders: {}, place: {}, keepServing: false, checkForUpdates: true };

describe('the settings file', () => {
  it('starts empty where there is none', async () => {
    const settings = await openSettings(join(await freshFolder(), 'nowhere', 'settings.json'), NO_LOG);
    expect(settings.value).toEqual(DEFAULTS);
  });

  it('remembers what was changed, for the next start', async () => {
    const file = join(await freshFolder(), 'deep', 'settings.json');
    const settings = await openSettings(file, NO_LOG);
    const bounds = { x: 1, y: 2, width: 900, height: 700 };
    await settings.change({
      open: ['/sites/blog'],
      recent: ['/sites/blog'],
      spelling: false,
      keepServing: true,
    });
    await settings.changeFolder('/sites/blog', { port: 4180 });
    await settings.changeFolder('/sites/blog', { bounds, maximized: true });
    const again = await openSettings(file, NO_LOG);
    expect(again.value).toEqual(settings.value);
    expect(again.value).toMatchObject({
      open: ['/sites/blog'],
      folders: { '/sites/blog': { port: 4180, bounds, maximized: true } },
      spelling: false,
      keepServing: true,
    });
  });

  it('keeps the last of many changes made at once, and leaves one whole file', async () => {
    const folder = await freshFolder();
    const settings = await openSettings(join(folder, 'settings.json'), NO_LOG);
    await Promise.all(
      Array.from({ length: 20 }, (_, port) => settings.changeFolder('/a', { port: port + 1 })),
    );
    expect((await openSettings(join(folder, 'settings.json'), NO_LOG)).value.folders['/a']?.port).toBe(20);
    expect(await readdir(folder)).toEqual(['settings.json']);
    expect((await stat(join(folder, 'settings.json'))).mode & 0o077).toBe(0);
  });

  it.each([
    ['no JSON', '{"folder": "/si'],
    ['a list', '[1, 2]'],
    ['nothing', ''],
    ['null', 'null'],
    [
      'wrong kinds',
      '{"open": 7, "recent": "x", "folders": [], "place": {"bounds": {"x": "1"}, "maximized": "yes"}, "spelling": 1}',
    ],
  ])('is defaults when it holds %s', async (_what, text) => {
    const file = join(await freshFolder(), 'settings.json');
    await writeFile(file, text);
    expect((await openSettings(file, NO_LOG)).value).toEqual(DEFAULTS);
  });

  it('keeps the good entries beside the bad ones', async () => {
    const file = join(await freshFolder(), 'settings.json');
    await writeFile(
      file,
      '{"open": ["/c"], "recent": ["/a", 5, "/b"], "folders": {"/c": {"port": -1, "maximized": true}, "/d": 5}}',
    );
    expect((await openSettings(file, NO_LOG)).value).toEqual({
      ...DEFAULTS,
      open: ['/c'],
      recent: ['/a', '/b'],
      folders: { '/c': { maximized: true }, '/d': {} },
    });
  });

  it('forgets the folder that was opened longest ago when there are too many', async () => {
    const settings = await openSettings(join(await freshFolder(), 'settings.json'), NO_LOG);
    for (let port = 1; port <= 51; port += 1) await settings.changeFolder(`/${port}`, { port });
    await settings.changeFolder('/2', {});
    expect(Object.keys(settings.value.folders)).toHaveLength(50);
    expect(Object.keys(settings.value.folders).at(-1)).toBe('/2');
    expect(settings.value.folders['/1']).toBeUndefined();
  });

  it('says that a write failed, leaves nothing beside the file, and writes again after it', async () => {
    const folder = await freshFolder();
    const file = join(folder, 'settings.json');
    const settings = await openSettings(file, NO_LOG);
    // A folder in the file's place refuses the rename to every user, root included.
    await mkdir(file);
    await expect(settings.changeFolder('/a', { port: 4180 })).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['settings.json']);
    await rmdir(file);
    await settings.change({ open: ['/a'] });
    expect((await openSettings(file, NO_LOG)).value).toMatchObject({
      open: ['/a'],
      folders: { '/a': { port: 4180 } },
    });
  });
});
