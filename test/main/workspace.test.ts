import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { BrowserWindow, clipboard, dialog, shell } from 'electron';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ServerTask } from '../../main/server-child.js';
import type { ServerProcess } from '../../main/server-process.js';
import { openSettings } from '../../main/settings.js';
import { closeOthers, createMainWindow, guardWindow, type MainWindow } from '../../main/window.js';
import { createWorkspace } from '../../main/workspace.js';
import type { ServerState } from '../../server/contract/desktop.js';
import { contentsOf, freshFolder } from './stand-in.js';

afterEach(() => {
  vi.restoreAllMocks();
  for (const window of BrowserWindow.getAllWindows()) window.destroy();
});

/** A server that starts at once, at the port it is given or at 50000. */
function instantServer() {
  let state: ServerState = { state: 'stopped', reason: '', retrying: false };
  const tasks: ServerTask[] = [];
  let links = 0;
  const server: ServerProcess = {
    get state() {
      return state;
    },
    async start(task) {
      tasks.push(task);
      const url = `http://127.0.0.1:${task.port || 50_000}`;
      state = { state: 'running', url };
      return { url, admin: `${url}/admin/?token=start` };
    },
    async tryOut() {},
    logs: '/cache/logs',
    async adminLink() {
      links += 1;
      return `http://127.0.0.1:4180/admin/?token=fresh${links}`;
    },
    async stop() {
      state = { state: 'stopped', reason: '', retrying: false };
    },
  };
  return { server, tasks };
}

async function workspaceWith(port?: number, ofThisRun?: number) {
  const settings = await openSettings(join(await freshFolder(), 'settings.json'));
  // The workspace does not wait for its writes.
  onTestFinished(() => settings.change({}));
  if (port !== undefined) await settings.change({ port });
  const { server, tasks } = instantServer();
  let window: MainWindow | undefined;
  const onChange = vi.fn();
  const notify = vi.fn();
  const workspace = createWorkspace({
    server,
    settings,
    places: {},
    port: ofThisRun,
    onChange,
    notify,
    closeOthers: () => closeOthers(window?.browserWindow),
    openWindow: () => window,
    window: () => {
      window ??= createMainWindow({
        preload: '',
        settings,
        devTools: false,
        onOrder: () => {},
        onClosed: () => {
          window = undefined;
        },
      });
      return window;
    },
  });
  const existing = () => {
    if (!window) throw new Error('There is no window.');
    return window;
  };
  const shown = () => decodeURIComponent(window ? contentsOf(window.browserWindow).getURL() : '');
  return { workspace, settings, server, tasks, shown, onChange, notify, existing };
}

const chooses = (folder: string) =>
  vi.spyOn(dialog, 'showOpenDialog').mockResolvedValue({ canceled: false, filePaths: [folder] });

/** A port that another program has, until the test is over. */
async function takenPort(): Promise<number> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => other.close(() => resolve())));
  const address = other.address();
  return typeof address === 'object' && address ? address.port : 0;
}

describe('the workspace', () => {
  it('welcomes a user who has no folder yet', async () => {
    const { workspace, shown, tasks } = await workspaceWith();
    await workspace.show(undefined);
    expect(shown()).toContain('Welcome to Plinth');
    expect(tasks).toEqual([]);
  });

  it('opens a folder in the admin, signed in, and remembers it', async () => {
    const folder = await freshFolder();
    const { workspace, settings, tasks, shown, onChange } = await workspaceWith();
    await workspace.show(folder);
    expect(tasks).toMatchObject([{ folder, starter: undefined }]);
    expect(shown()).toBe(`${workspace.url}/admin/?token=start`);
    expect(settings.value).toMatchObject({ folder, recent: [folder] });
    expect(settings.value.port).toBe(Number(new URL(String(workspace.url)).port));
    expect(onChange).toHaveBeenCalled();
  });

  it('keeps the remembered port, also when it is taken today', async () => {
    const port = await takenPort();
    const { workspace, settings, tasks } = await workspaceWith(port);
    await workspace.open(await freshFolder());
    expect(tasks[0]?.port).toBe(0);
    expect(settings.value.port).toBe(port);
  });

  it('serves on the port of this run, and does not remember it', async () => {
    const { workspace, settings, tasks } = await workspaceWith(undefined, 0);
    await workspace.show(await freshFolder());
    expect(tasks[0]?.port).toBe(0);
    expect(settings.value.port).toBeUndefined();
    const remembering = await workspaceWith(4999, 0);
    await remembering.workspace.show(await freshFolder());
    expect(remembering.tasks[0]?.port).toBe(0);
    expect(remembering.settings.value.port).toBe(4999);
  });

  it('fills the folder of the command line with the starter named there', async () => {
    const folder = await freshFolder();
    const { workspace, tasks } = await workspaceWith();
    await workspace.show(folder, 'blog');
    expect(tasks).toMatchObject([{ folder, starter: 'blog' }]);
  });

  it('shows why a folder does not open, and opens it on another try', async () => {
    const folder = await freshFolder();
    const { workspace, server, shown } = await workspaceWith();
    vi.spyOn(server, 'start').mockRejectedValueOnce(new Error('It is open elsewhere.'));
    await workspace.open(folder, 'blog');
    expect(shown()).toContain('It is open elsewhere.');
    expect(workspace.url).toBeUndefined();
    await workspace.execute({ order: 'retry' });
    expect(vi.mocked(server.start).mock.calls[1]?.[0]).toMatchObject({ folder, starter: 'blog' });
    expect(shown()).toContain('/admin/?token=start');
  });

  it.each([
    ['is not there', async () => join(await freshFolder(), 'gone'), 'was not found'],
    ['is served by another Plinth', freshFolder, 'This folder is open in another Plinth.'],
  ])('keeps the open folder and its server when the next one %s', async (_why, next, reason) => {
    const folder = await freshFolder();
    const { workspace, server, settings, shown } = await workspaceWith();
    await workspace.open(folder);
    const [before, url, stop] = [shown(), workspace.url, vi.spyOn(server, 'stop')];
    vi.spyOn(server, 'tryOut').mockRejectedValue(new Error('This folder is open in another Plinth.'));
    const told = vi.spyOn(dialog, 'showErrorBox').mockReturnValue();
    expect(await workspace.open(await next())).toBe(false);
    expect(told.mock.calls[0]?.[1]).toContain(reason);
    expect(stop).not.toHaveBeenCalled();
    expect([shown(), workspace.url, workspace.folder]).toEqual([before, url, folder]);
    expect(settings.value.folder).toBe(folder);
  });

  it('closes further windows before another folder takes the address, or stays', async () => {
    const folder = await freshFolder();
    const { workspace, server } = await workspaceWith();
    await workspace.open(folder);
    const further = new BrowserWindow();
    guardWindow(further.webContents);
    contentsOf(further).unsaved = true;
    const asked = vi.spyOn(dialog, 'showMessageBoxSync').mockReturnValue(0);
    const stop = vi.spyOn(server, 'stop');
    expect(await workspace.open(await freshFolder())).toBe(false);
    expect([workspace.folder, further.isDestroyed()]).toEqual([folder, false]);
    expect(stop).not.toHaveBeenCalled();
    asked.mockReturnValue(1);
    expect(await workspace.open(await freshFolder())).toBe(true);
    expect(further.isDestroyed()).toBe(true);
  });

  it('opens a folder also where the settings cannot be written', async () => {
    const { workspace, settings, shown } = await workspaceWith();
    vi.spyOn(settings, 'change').mockRejectedValue(new Error('EISDIR'));
    vi.spyOn(console, 'error').mockReturnValue();
    await workspace.open(await freshFolder());
    expect(shown()).toContain('/admin/?token=start');
  });

  it('opens the admin in the browser with a fresh link', async () => {
    const opened = vi.spyOn(shell, 'openExternal').mockResolvedValue();
    const { workspace } = await workspaceWith();
    await workspace.open(await freshFolder());
    await workspace.openInBrowser();
    expect(opened).toHaveBeenCalledExactlyOnceWith('http://127.0.0.1:4180/admin/?token=fresh1');
  });

  it('opens the documentation of the running server in the browser', async () => {
    const opened = vi.spyOn(shell, 'openExternal').mockResolvedValue();
    const { workspace } = await workspaceWith();
    await workspace.showDocumentation();
    expect(opened).not.toHaveBeenCalled();
    await workspace.open(await freshFolder());
    await workspace.showDocumentation();
    expect(opened).toHaveBeenCalledExactlyOnceWith('http://127.0.0.1:4180/docs/');
  });

  it('gives an opening up and shows its logs when a page of ours says so', async () => {
    const { workspace, shown } = await workspaceWith();
    const revealed = vi.spyOn(shell, 'openPath').mockResolvedValue('');
    await workspace.execute({ order: 'logs' });
    expect(revealed).toHaveBeenCalledExactlyOnceWith('/cache/logs');
    await workspace.execute({ order: 'cancel' });
    expect(shown()).toContain('Welcome to Plinth');
    expect(workspace.folder).toBeUndefined();
  });

  it('says that a remembered folder is gone, without starting a server on it', async () => {
    const { workspace, shown, tasks } = await workspaceWith();
    await workspace.show(join(await freshFolder(), 'gone'));
    expect(shown()).toContain('was not found');
    expect(tasks).toEqual([]);
  });

  it('opens the folder the user chose and stays where it is when the user cancels', async () => {
    const folder = await freshFolder();
    const { workspace, tasks } = await workspaceWith();
    expect(await workspace.choose()).toBe(false);
    chooses(folder);
    expect(await workspace.choose()).toBe(true);
    expect(tasks.map((task) => task.folder)).toEqual([folder]);
  });

  it('fills an empty folder with a starter', async () => {
    const folder = await freshFolder();
    const { workspace, tasks } = await workspaceWith();
    chooses(folder);
    expect(await workspace.createFrom('portfolio')).toBe(true);
    expect(tasks).toMatchObject([{ folder, starter: 'portfolio' }]);
  });

  it('never mixes a starter into a folder with files', async () => {
    const folder = await freshFolder();
    await writeFile(join(folder, 'letter.txt'), 'Dear');
    const { workspace, tasks } = await workspaceWith();
    chooses(folder);
    const said = vi.spyOn(dialog, 'showErrorBox').mockReturnValue();
    expect(await workspace.createFrom('blog')).toBe(false);
    expect(said).toHaveBeenCalledOnce();
    expect(tasks).toEqual([]);
  });

  it('stays with the open folder when the user keeps unsaved changes', async () => {
    const folder = await freshFolder();
    const { workspace, tasks, existing, server } = await workspaceWith();
    await workspace.open(folder);
    vi.spyOn(existing(), 'showPage').mockResolvedValue(false);
    expect(await workspace.open(await freshFolder())).toBe(false);
    expect(workspace.folder).toBe(folder);
    expect(tasks).toHaveLength(1);
    expect(server.state.state).toBe('running');
  });

  it('gives a window that was closed and opened again a fresh link, and keeps the server', async () => {
    const { workspace, tasks, existing, shown } = await workspaceWith();
    await workspace.open(await freshFolder());
    existing().browserWindow.close();
    await workspace.show(workspace.folder);
    expect(tasks).toHaveLength(1);
    expect(shown()).toContain('token=fresh1');
  });

  it('signs the page in again after a crash, and reopens it when that does not work', async () => {
    const { workspace, existing, shown, notify } = await workspaceWith();
    await workspace.open(await freshFolder());
    const before = shown();
    const signIn = vi.spyOn(existing(), 'signIn').mockResolvedValue(true);
    await workspace.recovered({
      url: String(workspace.url),
      admin: 'http://127.0.0.1:4180/admin/?token=two',
    });
    expect(shown()).toBe(before);
    expect(notify).toHaveBeenCalledExactlyOnceWith({ state: 'running', url: workspace.url });
    expect(signIn.mock.invocationCallOrder[0]).toBeLessThan(notify.mock.invocationCallOrder[0] ?? 0);
    signIn.mockResolvedValue(false);
    await workspace.recovered({
      url: 'http://127.0.0.1:5000',
      admin: 'http://127.0.0.1:5000/admin/?token=3',
    });
    expect(shown()).toContain('token=fresh1');
    expect(workspace.url).toBe('http://127.0.0.1:5000');
  });

  it('restarts the server at its address without leaving the page', async () => {
    const { workspace, existing, tasks, shown } = await workspaceWith();
    await workspace.open(await freshFolder());
    vi.spyOn(existing(), 'signIn').mockResolvedValue(true);
    const before = shown();
    await workspace.restartServer();
    expect(tasks.map(({ port }) => port)).toEqual([tasks[0]?.port, Number(new URL(before).port)]);
    expect(shown()).toBe(before);
  });

  it('reveals the open folder and copies the address of its API', async () => {
    const folder = await freshFolder();
    const { workspace } = await workspaceWith();
    const revealed = vi.spyOn(shell, 'openPath').mockResolvedValue('');
    await workspace.reveal();
    expect(revealed).not.toHaveBeenCalled();
    await workspace.open(folder);
    await workspace.reveal();
    expect(revealed).toHaveBeenCalledExactlyOnceWith(folder);
    await workspace.copyAddress();
    expect(await clipboard.readText()).toBe(`${workspace.url}/api`);
  });

  it('opens the recent folder that was picked on the welcome page', async () => {
    const folders = [await freshFolder(), await freshFolder()];
    const { workspace, settings, tasks } = await workspaceWith();
    await settings.change({ recent: folders });
    await workspace.execute({ order: 'recent', index: 1 });
    await workspace.execute({ order: 'recent', index: 7 });
    expect(tasks.map(({ folder }) => folder)).toEqual([folders[1]]);
  });
});
