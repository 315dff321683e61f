import { mkdir, readdir, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSettings } from '../../main/settings.js';
import { freshFolder } from './stand-in.js';

describe('the settings file', () => {
  it('starts empty where there is none', async () => {
    const settings = await openSettings(join(await freshFolder(), 'nowhere', 'settings.json'));
    expect(settings.value).toEqual({ recent: [], maximized: false });
  });

  it('remembers what was changed, for the next start', async () => {
    const file = join(await freshFolder(), 'deep', 'settings.json');
    const settings = await openSettings(file);
    await settings.change({ folder: '/sites/blog', port: 4180 });
    await settings.change({ bounds: { x: 1, y: 2, width: 900, height: 700 }, recent: ['/sites/blog'] });
    const again = await openSettings(file);
    expect(again.value).toEqual(settings.value);
    expect(again.value).toMatchObject({ folder: '/sites/blog', port: 4180, recent: ['/sites/blog'] });
  });

  it('keeps the last of many changes made at once, and leaves one whole file', async () => {
    const folder = await freshFolder();
    const settings = await openSettings(join(folder, 'settings.json'));
    await Promise.all(Array.from({ length: 20 }, (_, port) => settings.change({ port: port + 1 })));
    expect((await openSettings(join(folder, 'settings.json'))).value.port).toBe(20);
    expect(await readdir(folder)).toEqual(['settings.json']);
    expect((await stat(join(folder, 'settings.json'))).mode & 0o077).toBe(0);
  });

  it.each([
    ['no JSON', '{"folder": "/si'],
    ['a list', '[1, 2]'],
    ['nothing', ''],
    ['null', 'null'],
    ['wrong kinds', '{"folder": 7, "recent": "x", "port": 99999, "bounds": {"x": "1"}, "maximized": "yes"}'],
  ])('is defaults when it holds %s', async (_what, text) => {
    const file = join(await freshFolder(), 'settings.json');
    await writeFile(file, text);
    expect((await openSettings(file)).value).toEqual({ recent: [], maximized: false });
  });

  it('keeps the good entries beside the bad ones', async () => {
    const file = join(await freshFolder(), 'settings.json');
    await writeFile(file, '{"folder": "/sites/blog", "recent": ["/a", 5, "/b"], "port": -1}');
    expect((await openSettings(file)).value).toEqual({
      folder: '/sites/blog',
      recent: ['/a', '/b'],
      maximized: false,
    });
  });

  it('says that a write failed, leaves nothing beside the file, and writes again after it', async () => {
    const folder = await freshFolder();
    const file = join(folder, 'settings.json');
    const settings = await openSettings(file);
    // A folder in the file's place refuses the rename to every user, root included.
    await mkdir(file);
    await expect(settings.change({ port: 4180 })).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['settings.json']);
    await rmdir(file);
    await settings.change({ folder: '/sites/blog' });
    expect((await openSettings(file)).value).toMatchObject({ port: 4180, folder: '/sites/blog' });
  });
});
