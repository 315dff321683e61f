import { app, BrowserWindow, dialog, powerMonitor } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQuitting } from '../../main/quitting.js';
import { endWithSession } from '../../main/session-end.js';
import { desk, only } from './desk.js';
import { contentsOf, freshFolder } from './stand-in.js';

const [SAVE, LEAVE, STAY] = [0, 1, 2];

afterEach(() => {
  vi.restoreAllMocks();
  for (const name of ['SIGTERM', 'SIGHUP']) process.removeAllListeners(name);
  powerMonitor.removeAllListeners();
  app.removeAllListeners();
  Object.assign(app, { isQuitting: false });
  for (const window of BrowserWindow.getAllWindows()) window.destroy();
});

/** An app with folders open; those of `unsaved` have changes, and their questions are answered in order. */
async function opened(unsaved: readonly boolean[], answers: number[]) {
  const made = await desk();
  const { folders, settings, quitting } = made;
  const paths: string[] = [];
  for (const changed of unsaved) {
    const folder = await freshFolder();
    paths.push(folder);
    contentsOf(only(await made.open(folder))).unsaved = changed;
  }
  // The one that is closed first has the keyboard.
  BrowserWindow.getAllWindows()[0]?.focus();
  const asked = vi.spyOn(dialog, 'showMessageBoxSync').mockImplementation(() => answers.shift() ?? STAY);
  const exited = vi
    .spyOn(app, 'exit')
    .mockImplementation(() => void Object.assign(app, { isQuitting: false }));
  quitting.finishWith(() => Promise.allSettled([folders.endAll(), settings.change({})]));
  const windows = () => folders.all().map((workspace) => workspace.windows().length);
  /** What the next start opens. */
  const next = () => settings.value.open;
  return { ...made, paths, asked, exited, windows, next };
}

interface Answering {
  handlers: Map<string, (event: object, done: boolean) => void>;
}

/** Answers the command that saves a page, once it has come. */
async function answerSave(window: BrowserWindow | undefined, saved: boolean): Promise<void> {
  if (!window) throw new Error('There is no window.');
  const contents = contentsOf(window);
  const { handlers } = contents.ipc as unknown as Answering;
  await vi.waitFor(() => expect(handlers.size).toBe(1), { timeout: 15_000 });
  contents.unsaved = !saved;
  for (const handle of [...handlers.values()]) handle({}, saved);
}

describe('a quit', () => {
  it.each([
    ['of one folder', [false], []],
    ['of several folders, while the keyboard goes from window to window', [false, false, false], []],
    ['after a question, which gives the keyboard back', [true, true], [LEAVE, LEAVE]],
    ['with a question in the last window only', [false, false, true], [LEAVE]],
  ])('opens all folders again at the next start: %s', async (_what, unsaved, answers) => {
    const { paths, next, exited, stopped } = await opened(unsaved, answers);
    app.quit();
    await vi.waitFor(() => expect(exited).toHaveBeenCalled(), { timeout: 15_000 });
    expect([next(), stopped.toSorted()]).toEqual([paths, paths.toSorted()]);
  });

  it.each([
    ['the first', [true, false, false]],
    ['the last', [false, false, true]],
  ])('that is canceled in %s window opens the others again', async (_which, unsaved) => {
    const { paths, next, asked, exited, stopped, windows, open, folders } = await opened(unsaved, [STAY]);
    const [, , last = 0] = BrowserWindow.getAllWindows().map(({ id }) => id);
    const again = () => BrowserWindow.getAllWindows().filter(({ id }) => id > last);
    app.quit();
    await vi.waitFor(() => expect(again()).toHaveLength(2), { timeout: 15_000 });
    expect(windows()).toEqual([1, 1, 1]);
    expect([asked.mock.calls.length, exited.mock.calls, stopped, next()]).toEqual([1, [], [], paths]);
    // And a window that the user closes afterwards is one that the user has closed.
    const other = await open(unsaved[0] ? (paths[2] ?? '') : (paths[0] ?? ''));
    only(other).close();
    await vi.waitFor(() => expect(folders.all().length).toBe(2), { timeout: 15_000 });
    expect(next()).toEqual(paths.filter((folder) => folder !== other.folder));
  });

  it('waits for all windows that are saved first, and is canceled by one that could not be', async () => {
    const { folders, asked, exited, paths, next, windows } = await opened([true, true], [SAVE, SAVE, SAVE]);
    const [one, two] = folders.all().map(only);
    app.quit();
    await answerSave(one, true);
    await answerSave(two, false);
    await vi.waitFor(() => expect(app).toMatchObject({ isQuitting: false }));
    expect([exited.mock.calls, windows(), next()]).toEqual([[], [1, 1], paths]);
    app.quit();
    await answerSave(two, true);
    await vi.waitFor(() => expect(exited).toHaveBeenCalled(), { timeout: 15_000 });
    expect([next(), asked.mock.calls.length]).toEqual([paths, 3]);
  });

  it.each([
    ['leaves', LEAVE, true],
    ['keeps', STAY, false],
  ])('for an update installs it when the user %s a form', async (_what, answer, installs) => {
    const { quitting, asked, exited, windows } = await opened([false, true], [answer]);
    const install = vi.fn(() => app.exit());
    quitting.endWith(install);
    if (installs) await vi.waitFor(() => expect(install).toHaveBeenCalledOnce(), { timeout: 15_000 });
    else {
      await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce(), { timeout: 15_000 });
      await vi.waitFor(() => expect(windows()).toEqual([1, 1]), { timeout: 15_000 });
      asked.mockReturnValue(LEAVE);
      app.quit();
      await vi.waitFor(() => expect(exited).toHaveBeenCalled(), { timeout: 15_000 });
      expect(install).not.toHaveBeenCalled();
    }
  });

  it.each([
    ['a shutdown', () => powerMonitor.emit('shutdown', { preventDefault: () => {} })],
    ['a signal', () => process.emit('SIGTERM')],
  ])('by the end of the session opens all folders again: %s', async (_what, ends) => {
    const { folders, quitting, paths, next, exited } = await opened([false, true, false], []);
    endWithSession(folders, quitting);
    app.on('window-all-closed', () => app.quit());
    ends();
    await vi.waitFor(() => expect(exited).toHaveBeenCalled(), { timeout: 15_000 });
    expect(next()).toEqual(paths);
  });
});

it('a window that a page has opened stays with its form when the first one is closed or crashes', async () => {
  const { folders, open, stopped } = await desk();
  const workspace = await open(await freshFolder());
  const first = only(workspace);
  const opens = () => contentsOf(first).opens(`${workspace.url}/admin/c/notes`);
  const [second, third] = [opens(), opens()];
  contentsOf(first).emit('render-process-gone', {}, { reason: 'crashed' });
  first.close();
  expect([first, second, third].map((window) => window?.isDestroyed())).toEqual([true, false, false]);
  expect([folders.all().length, stopped]).toEqual([1, []]);
});

describe('a start after the end', () => {
  const { relaunches } = app as typeof app & { relaunches: object[] };
  it.each([
    ['with the words of this start', undefined, {}],
    ['with other words', ['--', 'plinth://open/'], { args: [app.getAppPath(), '--', 'plinth://open/'] }],
  ])('is one of the program that lasts: %s', (_what, words, more) => {
    relaunches.length = 0;
    vi.stubEnv('APPIMAGE', '/apps/Plinth.AppImage');
    createQuitting(() => {}).startAgain(words);
    vi.unstubAllEnvs();
    expect(relaunches).toEqual([{ execPath: '/apps/Plinth.AppImage', ...more }]);
  });
});
