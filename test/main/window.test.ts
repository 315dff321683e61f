import { BrowserWindow, dialog, screen } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLeaving } from '../../main/leaving.js';
import { type Order, welcomePage } from '../../main/pages.js';
import { createQuitting } from '../../main/quitting.js';
import type { WindowPlace } from '../../main/settings.js';
import { createWindow, notify, reloadAfterCrash, showPage, takeOrders } from '../../main/window.js';
import { contentsOf, navigates } from './stand-in.js';

const SERVER = 'http://127.0.0.1:4180';

afterEach(() => {
  vi.restoreAllMocks();
  for (const window of BrowserWindow.getAllWindows()) window.destroy();
});

function made(place: WindowPlace = {}, devTools = false) {
  const places: WindowPlace[] = [];
  const window = createWindow({
    preload: '/app/preload.cjs',
    devTools,
    place,
    onPlace: (left) => places.push(left),
  });
  return { window, contents: contentsOf(window), places };
}

describe('a window', () => {
  it('is hardened: no Node, isolated, sandboxed, checked', () => {
    expect(made().contents.webPreferences).toEqual({
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
      plugins: true,
    });
  });

  it('has developer tools only when it is told so', () => {
    expect(made({}, true).contents.webPreferences.devTools).toBe(true);
  });

  it('comes back where it was left', () => {
    const { window, places } = made();
    window.setBounds({ x: 40, y: 50, width: 900, height: 700 });
    window.maximize();
    window.close();
    const [place = {}] = places.slice(-1);
    const again = made(place).window;
    expect(again.getBounds()).toEqual({ x: 40, y: 50, width: 900, height: 700 });
    expect(again.isMaximized()).toBe(true);
  });

  it('does not cover another one that is in its place', () => {
    const bounds = { x: 40, y: 50, width: 900, height: 700 };
    const places = [1, 2, 3].map(() => made({ bounds }).window.getBounds());
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(3);
  });

  it('comes back in view when the display it was on is gone', () => {
    const { x } = made({ bounds: { x: 5000, y: 50, width: 900, height: 700 } }).window.getBounds();
    expect(x).toBeLessThan(screen.getPrimaryDisplay().workArea.width);
  });

  it('takes orders from our own pages and from no other', async () => {
    const { window, contents } = made();
    const orders: Order[] = [];
    takeOrders(window, (order) => orders.push(order));
    await window.loadURL(`${SERVER}/admin/`);
    navigates(contents, 'will-navigate', 'https://plinth.invalid/open');
    expect(orders).toEqual([]);
    await showPage(window, welcomePage([]));
    navigates(contents, 'will-navigate', 'https://plinth.invalid/starter/documentation');
    expect(orders).toEqual([{ order: 'starter', id: 'documentation' }]);
  });

  it("tells a server's state to its own pages and to no other page", async () => {
    const [own, page, foreign] = [made(), made(), made()];
    await own.window.loadURL(`${SERVER}/admin/c/notes/new`);
    await showPage(page.window, welcomePage([]));
    await foreign.window.loadURL('http://127.0.0.1:4181/admin/');
    notify(BrowserWindow.getAllWindows(), { state: 'starting' }, SERVER);
    expect([page.contents.sent, foreign.contents.sent]).toEqual([[], []]);
    expect(own.contents.sent).toEqual([
      { channel: 'plinth:server-state-changed', args: [{ state: 'starting' }] },
    ]);
  });

  it('reloads a page that crashed, but not one that crashes again and again', () => {
    const { window, contents } = made();
    reloadAfterCrash(window);
    const reloaded = vi.spyOn(contents, 'reload');
    for (let crash = 0; crash < 3; crash += 1)
      contents.emit('render-process-gone', {}, { reason: 'crashed' });
    contents.emit('render-process-gone', {}, { reason: 'clean-exit' });
    expect(reloaded).toHaveBeenCalledOnce();
  });
});

describe('unsaved changes', () => {
  const [SAVE, LEAVE, STAY] = [0, 1, 2];

  function unsaved(save: () => Promise<boolean>) {
    const { window, contents } = made();
    createLeaving(
      async () => {
        const saved = await save();
        if (saved) contents.unsaved = false;
        return saved;
      },
      createQuitting(() => {}),
    ).guard(window);
    contents.unsaved = true;
    return { window, contents };
  }
  const answers = (button: number) => vi.spyOn(dialog, 'showMessageBoxSync').mockReturnValue(button);

  it('keep a window open, unless the user leaves them', () => {
    const { window } = unsaved(async () => true);
    const asked = answers(STAY);
    window.close();
    expect(window.isDestroyed()).toBe(false);
    asked.mockReturnValue(LEAVE);
    window.close();
    expect(window.isDestroyed()).toBe(true);
    expect(asked.mock.calls[0]?.at(1)).toMatchObject({
      buttons: ['Save', 'Leave without Saving', 'Keep Editing'],
      cancelId: STAY,
    });
  });

  it('are saved by the page, and then the window closes', async () => {
    const { window } = unsaved(async () => true);
    answers(SAVE);
    window.close();
    expect(window.isDestroyed()).toBe(false);
    await vi.waitFor(() => expect(window.isDestroyed()).toBe(true), { timeout: 15_000 });
  });

  it('stay with the window when the page could not save them', async () => {
    let tried = 0;
    const { window } = unsaved(async () => {
      tried += 1;
      return false;
    });
    answers(SAVE);
    window.close();
    await vi.waitFor(() => expect(tried).toBe(1), { timeout: 15_000 });
    expect(window.isDestroyed()).toBe(false);
  });

  it('are only left or kept when the page is loaded again, which has no place to come back to', () => {
    const { contents } = unsaved(async () => true);
    const asked = answers(1);
    expect(navigates(contents, 'will-prevent-unload', '')).toBe(true);
    asked.mockReturnValue(0);
    expect(navigates(contents, 'will-prevent-unload', '')).toBe(false);
    expect(asked.mock.calls[0]?.at(1)).toMatchObject({ buttons: ['Leave without Saving', 'Keep Editing'] });
  });
});
