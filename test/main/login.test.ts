import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { autostartEntry, byAutostart, openingAtLogin } from '../../main/login.js';
import { freshFolder } from './stand-in.js';

afterEach(() => void vi.unstubAllGlobals());

describe('opening at login on Linux', () => {
  it('is a file of the desktop, which says whether it is on', async () => {
    const config = await freshFolder();
    const folder = join(config, 'autostart');
    const login = byAutostart('/opt/Plinth/plinth', { XDG_CONFIG_HOME: config }, true);
    expect([login.offered, login.on]).toEqual([true, false]);
    login.switch(true);
    expect([login.on, await readdir(folder)]).toEqual([true, ['dev.plinth.app.desktop']]);
    const file = join(folder, 'dev.plinth.app.desktop');
    for (const off of ['Hidden=true', 'X-GNOME-Autostart-enabled=false']) {
      await writeFile(file, `${autostartEntry('/opt/Plinth/plinth').replace(/X-.*\n/, '')}${off}\n`);
      expect([off, login.on]).toEqual([off, false]);
    }
    login.switch(true);
    expect(login.on).toBe(true);
    login.switch(false);
    login.switch(false);
    expect([login.on, await readdir(folder)]).toEqual([false, []]);
  });

  it('follows an AppImage to its new name, and leaves what was switched off', async () => {
    const config = await freshFolder();
    const file = join(config, 'autostart/dev.plinth.app.desktop');
    const env = { XDG_CONFIG_HOME: config };
    byAutostart('/apps/Plinth-1.AppImage', env, true).switch(true);
    byAutostart('/apps/Plinth-2.AppImage', env, true);
    expect(await readFile(file, 'utf8')).toContain('Exec="/apps/Plinth-2.AppImage"\n');
    await writeFile(file, 'Hidden=true\n');
    byAutostart('/apps/Plinth-3.AppImage', env, true);
    expect(await readFile(file, 'utf8')).toBe('Hidden=true\n');
  });

  it.each([
    ['from the sources', {}, false],
    ['in a Flatpak', { FLATPAK_ID: 'dev.plinth.app' }, true],
    ['in a Snap', { SNAP: '/snap/plinth/1' }, true],
  ])('is not offered %s, and nothing is written', async (_where, env, isPackaged) => {
    const config = await freshFolder();
    await mkdir(join(config, 'autostart'));
    await writeFile(join(config, 'autostart/dev.plinth.app.desktop'), 'Exec="/old"\n');
    expect(byAutostart('/new', { ...env, XDG_CONFIG_HOME: config }, isPackaged).offered).toBe(false);
    expect(await readFile(join(config, 'autostart/dev.plinth.app.desktop'), 'utf8')).toBe('Exec="/old"\n');
  });

  it.each([
    ['/opt/My Plinth/plinth', '"/opt/My Plinth/plinth"'],
    ['/a"b', '"/a\\\\"b"'],
    ['/a$b`c', '"/a\\\\$b\\\\`c"'],
    ['/a\\b', '"/a\\\\\\\\b"'],
    ['/100%', '"/100%%"'],
  ])('starts exactly this program: %s', (program, argument) => {
    expect(autostartEntry(program)).toContain(`\nExec=${argument}\n`);
  });
});

it('opening at login elsewhere is what the system says', () => {
  vi.stubGlobal('process', Object.create(process, { platform: { value: 'darwin' } }));
  const login = openingAtLogin();
  expect(login.on).toBe(false);
  login.switch(true);
  expect([login.on, app.getLoginItemSettings().openAtLogin]).toEqual([true, true]);
});
