import { join } from 'node:path';
import { BrowserWindow, dialog, screen } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { welcomePage } from '../../main/pages.js';
import { openSettings } from '../../main/settings.js';
import { closeOthers, createMainWindow, guardWindow, notifyAll } from '../../main/window.js';
import { contentsOf, freshFolder, navigates, type RecordingSession } from './stand-in.js';

const SERVER = 'http://127.0.0.1:4180';

afterEach(() => {
  vi.restoreAllMocks();
  for (const window of BrowserWindow.getAllWindows()) window.destroy();
});

/** What `web-contents-created` does in the app. */
function guarded(window: BrowserWindow) {
  guardWindow(window.webContents);
  return contentsOf(window);
}

async function mainWindow(devTools = false) {
  const file = join(await freshFolder(), 'settings.json');
  const settings = await openSettings(file);
  const onOrder = vi.fn();
  const onClosed = vi.fn();
  const make = () =>
    createMainWindow({
      preload: '/app/preload.cjs',
      settings,
      devTools,
      onOrder,
      onClosed,
    });
  return { file, settings, onOrder, onClosed, make };
}

describe('the window', () => {
  it('is hardened: no Node, isolated, sandboxed, checked', async () => {
    const { make } = await mainWindow();
    expect(contentsOf(make().browserWindow).webPreferences).toEqual({
      preload: '/app/preload.cjs',
      devTools: false,
      sandbox: true,
      contextIsolation: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
    });
  });

  it('has developer tools only when it is told so', async () => {
    const { make } = await mainWindow(true);
    expect(contentsOf(make().browserWindow).webPreferences.devTools).toBe(true);
  });

  it('comes back where it was left', async () => {
    const { make, file } = await mainWindow();
    const first = make().browserWindow;
    first.setBounds({ x: 40, y: 50, width: 900, height: 700 });
    first.maximize();
    first.close();
    const settings = await vi.waitFor(
      async () => {
        const again = await openSettings(file);
        expect(again.value.bounds).toBeDefined();
        return again;
      },
      { timeout: 15_000 },
    );
    const options = { settings, preload: '', devTools: false };
    const { browserWindow } = createMainWindow({ ...options, onOrder: () => {}, onClosed: () => {} });
    expect(browserWindow.getBounds()).toEqual({ x: 40, y: 50, width: 900, height: 700 });
    expect(browserWindow.isMaximized()).toBe(true);
  });

  it('comes back in view when the display it was on is gone', async () => {
    const { make, settings } = await mainWindow();
    await settings.change({ bounds: { x: 5000, y: 50, width: 900, height: 700 } });
    const { x } = make().browserWindow.getBounds();
    expect(x).toBeLessThan(screen.getPrimaryDisplay().workArea.width);
  });

  it('takes orders from our own pages and from no other', async () => {
    const { make, onOrder } = await mainWindow();
    const window = make();
    const contents = contentsOf(window.browserWindow);
    await window.showAdmin(`${SERVER}/admin/?token=one`);
    navigates(contents, 'will-navigate', 'https://plinth.invalid/open');
    expect(onOrder).not.toHaveBeenCalled();
    expect(await window.showPage(welcomePage([]))).toBe(true);
    navigates(contents, 'will-navigate', 'https://plinth.invalid/starter/documentation');
    expect(onOrder).toHaveBeenCalledExactlyOnceWith({ order: 'starter', id: 'documentation' });
  });

  it("tells the server's state to pages of the server in every window, and to no other page", async () => {
    const { make } = await mainWindow();
    const window = make();
    const contents = contentsOf(window.browserWindow);
    await window.showPage(welcomePage([]));
    notifyAll({ state: 'running', url: SERVER }, SERVER);
    expect(contents.sent).toEqual([]);
    await window.showAdmin(`${SERVER}/admin/`);
    const further = new BrowserWindow();
    await further.loadURL(`${SERVER}/admin/c/notes/new`);
    notifyAll({ state: 'starting' }, SERVER);
    expect(contentsOf(further).sent).toEqual(contents.sent);
    expect(contents.sent).toEqual([
      { channel: 'plinth:server-state-changed', args: [{ state: 'starting' }] },
    ]);
  });

  it('asks before unsaved changes are left, also in a further window, and keeps them unless told otherwise', () => {
    const contents = guarded(new BrowserWindow());
    const asked = vi.spyOn(dialog, 'showMessageBoxSync').mockReturnValue(0);
    expect(navigates(contents, 'will-prevent-unload', '')).toBe(true);
    asked.mockReturnValue(1);
    expect(navigates(contents, 'will-prevent-unload', '')).toBe(false);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('says that a page was not left', async () => {
    const { make } = await mainWindow();
    const window = make();
    guarded(window.browserWindow);
    vi.spyOn(dialog, 'showMessageBoxSync').mockReturnValue(0);
    // A page that is not left never finishes loading the next one.
    vi.spyOn(window.browserWindow, 'loadURL').mockImplementation(() => {
      navigates(contentsOf(window.browserWindow), 'will-prevent-unload', '');
      return new Promise(() => {});
    });
    expect(await window.showPage('<p>')).toBe(false);
  });

  it('signs the page in again without leaving it, and only a page of that server', async () => {
    const { make } = await mainWindow();
    const window = make();
    const session = contentsOf(window.browserWindow).session as RecordingSession;
    const fetched = vi
      .spyOn(session, 'fetch')
      .mockImplementation(async () => new Response('', { status: 200 }));
    await window.showAdmin(`${SERVER}/admin/collections`);
    expect(await window.signIn(`${SERVER}/admin/?token=two`)).toBe(true);
    expect(fetched).toHaveBeenCalledExactlyOnceWith(`${SERVER}/admin/?token=two`, { credentials: 'include' });
    expect(contentsOf(window.browserWindow).getURL()).toBe(`${SERVER}/admin/collections`);
    expect(await window.signIn('http://127.0.0.1:9999/admin/?token=two')).toBe(false);
    fetched.mockRejectedValue(new Error('net::ERR_CONNECTION_REFUSED'));
    expect(await window.signIn(`${SERVER}/admin/?token=three`)).toBe(false);
  });

  it('reloads a page that crashed, but not one that crashes again and again', () => {
    const contents = guarded(new BrowserWindow());
    const reloaded = vi.spyOn(contents, 'reload');
    for (let crash = 0; crash < 3; crash += 1)
      contents.emit('render-process-gone', {}, { reason: 'crashed' });
    contents.emit('render-process-gone', {}, { reason: 'clean-exit' });
    expect(reloaded).toHaveBeenCalledOnce();
  });

  it('is closed with all others but one that keeps unsaved changes', async () => {
    const { make } = await mainWindow();
    const kept = make().browserWindow;
    const [saved, unsaved] = [new BrowserWindow(), new BrowserWindow()];
    guarded(unsaved).unsaved = true;
    const asked = vi.spyOn(dialog, 'showMessageBoxSync').mockReturnValue(0);
    expect(await closeOthers(kept)).toBe(false);
    expect([kept, saved, unsaved].map((window) => window.isDestroyed())).toEqual([false, true, false]);
    asked.mockReturnValue(1);
    expect(await closeOthers(kept)).toBe(true);
    expect([kept, unsaved].map((window) => window.isDestroyed())).toEqual([false, true]);
  });

  it('says that it was closed', async () => {
    const { make, onClosed, settings } = await mainWindow();
    make().browserWindow.close();
    expect(onClosed).toHaveBeenCalledOnce();
    await settings.change({});
  });
});
