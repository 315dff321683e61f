import { EventEmitter } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { app, BrowserWindow, clipboard, dialog, shell } from 'electron';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DEFAULT_PORT } from '../../main/port.js';
import { desk, only, shown } from './desk.js';
import { contentsOf, freshFolder, type RecordingSession } from './stand-in.js';

afterEach(() => {
  vi.restoreAllMocks();
  app.removeAllListeners();
  for (const window of BrowserWindow.getAllWindows()) window.destroy();
});

const welcomeWindow = () => BrowserWindow.getAllWindows().find((window) => shown(window).includes('Welcome'));

const chooses = (folder: string) =>
  vi.spyOn(dialog, 'showOpenDialog').mockResolvedValue({ canceled: false, filePaths: [folder] });

/** Takes a port, until the test is over. */
async function takenPort(port = 0): Promise<number> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => other.close(() => resolve())));
  const address = other.address();
  return typeof address === 'object' && address ? address.port : 0;
}

describe('an open folder', () => {
  it('is shown in the admin, signed in without a link in its history, and remembered', async () => {
    const folder = await freshFolder();
    const { open, settings, tasks, signedIn } = await desk();
    const workspace = await open(folder);
    expect(tasks).toMatchObject([{ folder, starter: undefined }]);
    expect(shown(only(workspace))).toBe(`${workspace.url}/admin/`);
    expect(signedIn).toEqual([`${workspace.url}/admin/?token=start`]);
    const entries = contentsOf(only(workspace)).navigationHistory;
    expect(Array.from({ length: entries.length() }, (_, at) => entries.getEntryAtIndex(at).url)).not.toEqual(
      expect.arrayContaining([expect.stringContaining('token=')]),
    );
    expect(settings.value).toMatchObject({ open: [folder], recent: [folder] });
    expect(settings.value.folders[folder]?.port).toBe(Number(new URL(String(workspace.url)).port));
    expect(app).toMatchObject({ recentDocuments: expect.arrayContaining([folder]) });
  });

  it('has a session, a server and a URL that no other open folder has', async () => {
    const [first, second] = [await freshFolder(), await freshFolder()];
    const { open, folders, tasks } = await desk();
    const [one, two] = [await open(first), await open(second)];
    expect(tasks.map(({ folder }) => folder)).toEqual([first, second]);
    expect(one.session).not.toBe(two.session);
    expect([one, two].flatMap(({ session }) => (session as RecordingSession).downloads)).toEqual([]);
    expect(one.url).not.toBe(two.url);
    expect(only(one).webContents.session).toBe(one.session);
    expect(folders.of(two.session)).toBe(two);
    const { permissionCheckHandler } = one.session as RecordingSession;
    expect(permissionCheckHandler(null, 'clipboard-sanitized-write', String(one.url))).toBe(true);
    expect(permissionCheckHandler(null, 'clipboard-sanitized-write', String(two.url))).toBe(false);
  });

  it('is not opened twice: its window comes forward', async () => {
    const folder = await freshFolder();
    const { open, tasks } = await desk();
    const workspace = await open(folder);
    only(workspace).minimize();
    await open(folder);
    expect(tasks).toHaveLength(1);
    expect(only(workspace).isMinimized()).toBe(false);
    expect(only(workspace).isFocused()).toBe(true);
  });

  it('keeps its port, and says so on a day when another program uses it', async () => {
    const folder = await freshFolder();
    const { open, settings, tasks, folders } = await desk();
    const port = await takenPort();
    await settings.changeFolder(folder, { port });
    const told = vi
      .spyOn(dialog, 'showMessageBox')
      .mockResolvedValue({ response: 1, checkboxChecked: false });
    const workspace = await open(folder);
    expect(tasks[0]?.port).toBe(0);
    expect(settings.value.folders[folder]?.port).toBe(port);
    expect(told.mock.calls[0]).toMatchObject([
      only(workspace),
      { detail: expect.stringContaining(String(port)) },
    ]);
    expect(await clipboard.readText()).toBe(`${workspace.url}/api`);
    await folders.stop(folder);
  });

  it('gets the first port that is free and not of another folder', async () => {
    const { open, settings, tasks } = await desk();
    await settings.changeFolder('/elsewhere', { port: DEFAULT_PORT });
    await open(await freshFolder());
    expect(tasks[0]?.port).toBeGreaterThan(DEFAULT_PORT);
    expect(tasks[0]?.port).toBeLessThan(DEFAULT_PORT + 100);
  });

  it('is served on the port of this run, which is not remembered', async () => {
    const folder = await freshFolder();
    const { open, settings, tasks } = await desk();
    await open(folder, { port: 0, starter: 'magazine' });
    expect(tasks).toMatchObject([{ folder, port: 0, starter: 'magazine' }]);
    expect(settings.value.folders[folder]?.port).toBeUndefined();
  });

  it('shows why it does not open, and opens on another try, with its starter', async () => {
    const folder = await freshFolder();
    const { open, fails, tasks, folders } = await desk();
    fails.once = 'It is open elsewhere.';
    const workspace = await open(folder, { starter: 'magazine' });
    expect(shown(only(workspace))).toContain('It is open elsewhere.');
    expect(workspace.url).toBeUndefined();
    await folders.execute({ order: 'retry' }, only(workspace));
    expect(tasks[1]).toMatchObject({ folder, starter: 'magazine' });
    expect(shown(only(workspace))).toBe(`${workspace.url}/admin/`);
  });

  it('that is gone is named, without a server for it', async () => {
    const folder = join(await freshFolder(), 'gone');
    const { open, tasks } = await desk();
    expect(shown(only(await open(folder)))).toContain('was not found');
    expect(tasks).toEqual([]);
  });

  it('leaves the others alone when it cannot be opened', async () => {
    const { open, stopped } = await desk();
    const workspace = await open(await freshFolder());
    const before = shown(only(workspace));
    await open(join(await freshFolder(), 'gone'));
    expect([shown(only(workspace)), workspace.state.state, stopped]).toEqual([before, 'running', []]);
  });

  it('stays open when the settings cannot be written', async () => {
    const { open, settings, failed, logged } = await desk();
    vi.spyOn(settings, 'change').mockRejectedValue(new Error('EISDIR'));
    vi.spyOn(settings, 'changeFolder').mockRejectedValue(new Error('EISDIR'));
    const workspace = await open(await freshFolder());
    expect(shown(only(workspace))).toBe(`${workspace.url}/admin/`);
    await vi.waitFor(() => expect(logged).toHaveBeenCalledTimes(2));
    // Nor does a window complain that is moved or closed.
    only(workspace).close();
    await vi.waitFor(() => expect(logged.mock.calls.length).toBeGreaterThanOrEqual(4));
    expect(failed).not.toHaveBeenCalled();
  });

  it('closes a further window that was opened for a download when that is done, and no other', async () => {
    const { open } = await desk();
    const workspace = await open(await freshFolder());
    const page = only(workspace);
    const url = `${workspace.url}/download/notes/first/file`;
    const empty = contentsOf(page).opens(url);
    if (!empty) throw new Error('No window was opened');
    Object.assign(empty.webContents, { mainFrame: { ...empty.webContents.mainFrame, url: '' } });
    const items = [page, empty].map(({ webContents }) => {
      const item = new EventEmitter();
      workspace.session.emit('will-download', {}, item, webContents);
      return item;
    });
    expect(empty.isDestroyed()).toBe(false);
    for (const item of items) item.emit('done', {}, 'completed');
    expect([page, empty].map((window) => window.isDestroyed())).toEqual([false, true]);
  });

  it('opens further windows, at a page of the admin too, and ends with the last one', async () => {
    const folder = await freshFolder();
    const { open, folders, stopped } = await desk();
    const other = await open(await freshFolder());
    const workspace = await open(folder);
    await workspace.show('/c/notes/first-post');
    const windows = workspace.windows();
    expect(windows.map(shown)).toEqual([
      `${workspace.url}/admin/`,
      `${workspace.url}/admin/c/notes/first-post`,
    ]);
    windows[0]?.close();
    expect(workspace.state.state).toBe('running');
    windows[1]?.close();
    await vi.waitFor(() => expect(stopped).toEqual([folder]), { timeout: 15_000 });
    await vi.waitFor(() => expect(folders.all()).toEqual([other]), { timeout: 15_000 });
  });

  it('is served after its last window was closed where the user wants that, until it is stopped', async () => {
    const folder = await freshFolder();
    const { open, folders, settings, stopped } = await desk();
    await settings.change({ keepServing: true });
    const workspace = await open(folder);
    only(workspace).close();
    expect([workspace.state.state, folders.all().length]).toEqual(['running', 1]);
    await open(folder);
    expect(shown(only(workspace))).toBe(`${workspace.url}/admin/`);
    await folders.stop(folder);
    expect([stopped, workspace.windows(), folders.all()]).toEqual([[folder], [], []]);
  });

  it('is not stopped while the user keeps a window for its unsaved changes', async () => {
    const folder = await freshFolder();
    const { open, folders, stopped } = await desk();
    const workspace = await open(folder);
    contentsOf(only(workspace)).unsaved = true;
    const asked = vi.spyOn(dialog, 'showMessageBoxSync').mockReturnValue(2);
    await folders.stop(folder);
    expect([asked.mock.calls.length, stopped, folders.all().length]).toEqual([1, [], 1]);
  });

  it('signs its pages in again after a crash, and loads them when the URL changed', async () => {
    const { open, signedIn } = await desk();
    const workspace = await open(await freshFolder());
    const window = only(workspace);
    const before = shown(window);
    await workspace.recovered({ url: String(workspace.url), admin: `${workspace.url}/admin/?token=two` });
    expect([shown(window), signedIn.at(-1)]).toEqual([before, `${workspace.url}/admin/?token=two`]);
    expect(contentsOf(window).sent.at(-1)).toMatchObject({ channel: 'plinth:server-state-changed' });
    await workspace.recovered({
      url: 'http://127.0.0.1:5000',
      admin: 'http://127.0.0.1:5000/admin/?token=3',
    });
    expect(shown(window)).toBe('http://127.0.0.1:5000/admin/');
  });

  it('restarts its server at its URL without leaving the page', async () => {
    const { open, tasks } = await desk();
    const workspace = await open(await freshFolder());
    const before = shown(only(workspace));
    await workspace.restartServer();
    expect(tasks.map(({ port }) => port)).toEqual([tasks[0]?.port, Number(new URL(before).port)]);
    expect(shown(only(workspace))).toBe(before);
  });

  it('is revealed, opened in the browser by a one-time link, and shows its documentation and logs', async () => {
    const folder = await freshFolder();
    const { open } = await desk();
    const workspace = await open(folder);
    const revealed = vi.spyOn(shell, 'openPath').mockResolvedValue('');
    const opened = vi.spyOn(shell, 'openExternal').mockResolvedValue();
    await workspace.reveal();
    await workspace.showLogs();
    expect(revealed.mock.calls).toEqual([[folder], ['/cache/logs']]);
    await workspace.openInBrowser();
    await workspace.showDocumentation();
    expect(opened.mock.calls).toEqual([[`${workspace.url}/admin/?token=fresh1`], [`${workspace.url}/docs/`]]);
    await workspace.copyAddress();
    expect(await clipboard.readText()).toBe(`${workspace.url}/api`);
  });
});

describe('the open folders', () => {
  it('welcome a user who has no folder yet, until one is chosen', async () => {
    const folder = await freshFolder();
    const { folders, tasks } = await desk();
    await folders.resume();
    const welcome = welcomeWindow();
    expect(welcome).toBeDefined();
    expect(tasks).toEqual([]);
    expect(await folders.choose(welcome)).toBe(false);
    chooses(folder);
    expect(await folders.choose(welcome)).toBe(true);
    expect(welcome?.isDestroyed()).toBe(true);
    expect(folders.all().map((workspace) => workspace.folder)).toEqual([folder]);
  });

  it('are those of the last time at a start, and of two closed windows the one closed last', async () => {
    const [first, second] = [await freshFolder(), await freshFolder()];
    const { open, folders, settings } = await desk();
    await open(first);
    await open(second);
    expect(settings.value.open).toEqual([first, second]);
    await folders.stop(first);
    await folders.stop(second);
    expect(settings.value.open).toEqual([second]);
    await folders.resume();
    expect(folders.all().map(({ folder }) => folder)).toEqual([second]);
  });

  it('welcome again when the opening of the only one is canceled', async () => {
    const { open, folders, fails } = await desk();
    fails.once = 'It takes too long.';
    const workspace = await open(await freshFolder());
    await folders.execute({ order: 'cancel' }, only(workspace));
    expect(folders.all()).toEqual([]);
    expect(BrowserWindow.getAllWindows()).toEqual([welcomeWindow()]);
  });

  it('open the recent folder that was picked', async () => {
    const recent = [await freshFolder(), await freshFolder()];
    const { folders, settings } = await desk();
    await settings.change({ recent });
    await folders.resume();
    const welcome = welcomeWindow();
    if (!welcome) throw new Error('There is no welcome window.');
    await folders.execute({ order: 'recent', index: 7 }, welcome);
    await folders.execute({ order: 'recent', index: 1 }, welcome);
    expect(folders.all().map(({ folder }) => folder)).toEqual([recent[1]]);
  });

  it('are filled with a starter where they are empty, and never otherwise', async () => {
    const [empty, full] = [await freshFolder(), await freshFolder()];
    await writeFile(join(full, 'letter.txt'), 'Dear');
    const { folders, tasks } = await desk();
    const said = vi.spyOn(dialog, 'showErrorBox').mockReturnValue();
    chooses(full);
    expect(await folders.createFrom('portfolio', undefined)).toBe(false);
    expect([said.mock.calls.length, tasks]).toEqual([1, []]);
    chooses(empty);
    expect(await folders.createFrom('portfolio', undefined)).toBe(true);
    expect(tasks).toMatchObject([{ folder: empty, starter: 'portfolio' }]);
  });

  it('open a folder that was dropped, and nothing else that a page may say', async () => {
    const { folders, tasks } = await desk();
    const said = vi.spyOn(dialog, 'showErrorBox').mockReturnValue();
    const folder = await freshFolder();
    const file = join(folder, 'a.txt');
    await writeFile(file, '');
    const hostile = [
      '',
      '.',
      '../..',
      file,
      join(folder, 'gone'),
      '//server/share',
      '\\\\server\\share',
      7,
      [folder],
    ];
    for (const path of [...hostile, `/${'x'.repeat(5_000)}`, undefined]) await folders.openDropped(path);
    expect([said.mock.calls.length, tasks.length]).toEqual([11, 0]);
    await folders.openDropped(folder);
    expect(tasks.map((task) => task.folder)).toEqual([folder]);
  });

  it('follow a link to a folder they know, in a window of its own, and to no other', async () => {
    const [first, second] = [await freshFolder(), await freshFolder()];
    const { open, folders, tasks } = await desk();
    const said = vi.spyOn(dialog, 'showErrorBox').mockReturnValue();
    await folders.follow({ path: '/c/notes' });
    expect(said.mock.calls[0]?.[1]).toContain('no folder has been opened');
    const workspace = await open(first);
    await folders.follow({ path: '/c/notes', folder: basename(first) });
    expect(workspace.windows().map(shown)).toEqual([
      `${workspace.url}/admin/`,
      `${workspace.url}/admin/c/notes`,
    ]);
    await folders.follow({ path: '/c/notes', folder: basename(second) });
    await folders.follow({ path: '/c/notes', folder: second });
    expect(said).toHaveBeenCalledTimes(3);
    expect(tasks).toHaveLength(1);
  });
});
