import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, BrowserWindow, ipcMain, Menu, session } from 'electron';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contentsOf, navigates, type RecordingSession } from './stand-in.js';

/** The app as `main.ts` starts it, without a folder; Electron behind it is the stand-in. */
describe('the started app', () => {
  let userData = '';
  let quits = vi.fn();

  beforeAll(async () => {
    userData = await mkdtemp(join(tmpdir(), 'plinth-main-'));
    app.setPath('userData', userData);
    quits = vi.fn();
    vi.spyOn(app, 'quit').mockImplementation(quits);
    await import('../../main/main.js');
    await vi.waitFor(() => expect(contentsOf(onlyWindow()).getURL()).not.toBe(''), { timeout: 15_000 });
  });

  afterAll(async () => {
    await rm(userData, { recursive: true, force: true });
  });

  const onlyWindow = () => {
    const [window, ...others] = BrowserWindow.getAllWindows();
    if (!window || others.length > 0) throw new Error(`${others.length + 1} windows`);
    return window;
  };

  it('shows one sandboxed window with the welcome page', () => {
    expect(decodeURIComponent(contentsOf(onlyWindow()).getURL())).toContain('Welcome to Plinth');
    expect(app).toMatchObject({ sandboxed: true });
    expect((session.defaultSession as RecordingSession).downloads).toEqual([]);
    expect(contentsOf(onlyWindow()).webPreferences.preload).toMatch(/preload\.cjs$/);
  });

  it('keeps every page, also one of a later window, from leaving', () => {
    for (const window of [onlyWindow(), new BrowserWindow()]) {
      expect(navigates(contentsOf(window), 'will-navigate', 'http://example.org/')).toBe(false);
      expect(contentsOf(window).openHandler({ url: 'file:///etc/passwd' })).toEqual({ action: 'deny' });
    }
    BrowserWindow.getAllWindows().at(-1)?.destroy();
  });

  it('rejects permissions and answers exactly the verbs of the bridge', () => {
    const { permissionCheckHandler } = session.defaultSession as RecordingSession;
    expect(permissionCheckHandler(null, 'media', 'http://127.0.0.1:4180')).toBe(false);
    const { handlers } = ipcMain as typeof ipcMain & { handlers: Map<string, unknown> };
    expect([...handlers.keys()].sort()).toEqual([
      'plinth:choose-folder',
      'plinth:open-dropped',
      'plinth:open-external',
      'plinth:page-language',
      'plinth:restart-server',
      'plinth:reveal-folder',
      'plinth:server-state',
      'plinth:text-language',
      'plinth:version',
    ]);
  });

  it('has a menu, with nothing to reveal while no folder is open', () => {
    expect(Menu.getApplicationMenu()?.getMenuItemById('open-folder')?.enabled).toBe(true);
    expect(Menu.getApplicationMenu()?.getMenuItemById('reveal-folder')?.enabled).toBe(false);
  });

  it('draws its menu again only when it shows something else', async () => {
    const drawn = vi.spyOn(Menu, 'setApplicationMenu');
    onlyWindow().focus();
    onlyWindow().focus();
    expect(drawn).not.toHaveBeenCalled();
    const keepServing = () => Menu.getApplicationMenu()?.getMenuItemById('keep-serving');
    for (const checked of [true, false]) {
      keepServing()?.click();
      await vi.waitFor(() => expect(keepServing()?.checked).toBe(checked));
    }
    expect(drawn).toHaveBeenCalledTimes(2);
  });

  it('brings its window forward when it is started a second time', () => {
    const window = onlyWindow();
    window.blur();
    window.minimize();
    app.emit('second-instance', {}, ['plinth'], '/', { argv: ['plinth'], cwd: '/' });
    expect(window.isFocused()).toBe(true);
    expect(window.isMinimized()).toBe(false);
  });

  it('opens the folder that a second start names, and says when it is not there', async () => {
    const argv = ['plinth', '--data', 'gone'];
    // The command line as Chromium hands it over, and ours beside it.
    const reordered = ['plinth', '--data', '--allow-file-access-from-files', 'gone'];
    app.emit('second-instance', {}, reordered, '/', { argv, cwd: userData });
    await vi.waitFor(
      () => {
        const page = decodeURIComponent(contentsOf(onlyWindow()).getURL());
        expect(page).toContain(`The folder ${join(userData, 'gone')} was not found`);
      },
      { timeout: 15_000 },
    );
  });

  it('quits when its window is closed, and not before the server has stopped', async () => {
    onlyWindow().close();
    if (process.platform !== 'darwin') expect(quits).toHaveBeenCalledOnce();
    quits.mockClear();
    const held = vi.fn();
    app.emit('will-quit', { preventDefault: held });
    expect(held).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(quits).toHaveBeenCalledOnce(), { timeout: 15_000 });
    app.emit('will-quit', { preventDefault: held });
    expect(held).toHaveBeenCalledOnce();
  });
});
