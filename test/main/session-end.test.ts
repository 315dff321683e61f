import { app, BrowserWindow, powerMonitor, session } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Folders } from '../../main/folders.js';
import { endWithSession, holdWhile } from '../../main/session-end.js';
import { contentsOf } from './stand-in.js';

afterEach(() => {
  vi.restoreAllMocks();
  for (const name of ['SIGTERM', 'SIGHUP']) process.removeAllListeners(name);
  powerMonitor.removeAllListeners();
  app.removeAllListeners('browser-window-created');
  for (const window of BrowserWindow.getAllWindows()) window.destroy();
});

/** An app with one open folder, whose session ends. */
function ended() {
  const own = session.fromPartition('ended') as Electron.Session & { flushes?: number };
  own.flushes = 0;
  // An id that no process has.
  const halt = vi.fn(() => 2 ** 22 + 1);
  const folders = { all: () => [{ session: own, halt }] } as unknown as Folders;
  const quit = vi.spyOn(app, 'quit').mockImplementation(() => undefined);
  endWithSession(folders, { begin: () => {} });
  const window = new BrowserWindow({ webPreferences: { session: own } });
  contentsOf(window).unsaved = true;
  const asked = vi.fn();
  window.webContents.on('will-prevent-unload', asked);
  return { own, halt, quit, window, asked };
}

describe('the end of the session', () => {
  it.each([
    ['a shutdown', () => powerMonitor.emit('shutdown', { preventDefault: () => {} })],
    ['a signal', () => process.emit('SIGTERM')],
    ['a lost terminal', () => process.emit('SIGHUP')],
  ])('closes pages without asking and quits: %s', async (_what, ends) => {
    const { own, quit, window, asked } = ended();
    ends();
    ends();
    await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce());
    expect([window.isDestroyed(), asked.mock.calls.length]).toEqual([true, 0]);
    // After the pages have said what is unsaved.
    expect(own.flushes).toBe(1);
  });

  it('asks the system for the moment that it needs', () => {
    ended();
    const preventDefault = vi.fn();
    powerMonitor.emit('shutdown', { preventDefault });
    expect(preventDefault).toHaveBeenCalledOnce();
  });

  it('on Windows writes what is unsaved when it is announced, and stops the servers when it comes', () => {
    const { own, halt, quit, window } = ended();
    window.emit('query-session-end', { reasons: ['logoff'] });
    expect([own.flushes, halt.mock.calls.length]).toEqual([1, 0]);
    window.emit('session-end', { reasons: ['logoff'] });
    window.emit('session-end', { reasons: ['logoff'] });
    expect([own.flushes, halt.mock.calls.length, quit.mock.calls.length]).toEqual([2, 1, 0]);
  });
});

describe('waiting for what still runs', () => {
  it('ends with it, and at the limit in any case', () => {
    let looks = 0;
    holdWhile(() => {
      looks += 1;
      return looks < 3;
    });
    expect(looks).toBe(3);
    const forever = vi.fn(() => true);
    holdWhile(forever, 50);
    expect(forever.mock.calls.length).toBeLessThan(10);
  });
});
