import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openSettings } from '../../main/settings.js';
import { type RunningCopy, type UpdatedBy, updatedBy } from '../../main/update-place.js';
import { createUpdates } from '../../main/updates.js';
import { freshFolder, NO_LOG } from './stand-in.js';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const window of BrowserWindow.getAllWindows()) window.destroy();
});

/** Updates of an app whose releases have `found`; the dialogs are answered in order. */
async function updatesWith({
  found = '9.0.0' as string | null | Error,
  downloads = true,
  by = 'app' as UpdatedBy,
  automatic = true,
  answers = [] as number[],
} = {}) {
  const settings = await openSettings(join(await freshFolder(), 'settings.json'), NO_LOG);
  await settings.change({ checkForUpdates: automatic });
  const said: MessageBoxOptions[] = [];
  vi.spyOn(dialog, 'showMessageBox').mockImplementation(async (...args) => {
    const options = args.at(-1) as MessageBoxOptions;
    said.push(options);
    return { response: answers.shift() ?? options.cancelId ?? 0, checkboxChecked: false };
  });
  const labels: string[] = [];
  const installed = vi.fn();
  const source = {
    check: vi.fn(async () => {
      if (found instanceof Error) throw found;
      return found ?? undefined;
    }),
    download: vi.fn(async (onProgress: (part: number) => void) => {
      for (const part of [0.1, 0.104, 0.4, 0.46]) onProgress(part);
      if (!downloads) throw new Error('sha512 checksum mismatch');
    }),
    install: installed,
  };
  const log = { file: '/logs/app.log', info: vi.fn(), error: vi.fn(), written: async () => {} };
  const [endWith, startAgain] = [vi.fn(), vi.fn()];
  const onChange = () => labels.push(updates.label);
  const updates = createUpdates({
    ...{ by, source: async () => source, settings, log },
    ...{ endWith, startAgain, onChange },
  });
  return { updates, source, said, labels, log, endWith, startAgain, installed };
}

describe('updates that the user asks for', () => {
  it('are downloaded and installed only when the user agrees to each', async () => {
    const window = new BrowserWindow() as BrowserWindow & { progress?: number };
    const { updates, said, labels, source, endWith, installed } = await updatesWith({ answers: [0, 0] });
    await updates.askedFor();
    expect(said.map(({ message }) => message)).toEqual([
      'Plinth 9.0.0 is available',
      'Plinth 9.0.0 is ready',
    ]);
    // The menu is drawn again for each: not for every percent.
    expect(labels.filter((label) => label.includes('%'))).toEqual(
      ['0', '10', '40'].map((percent) => `Downloading Plinth 9.0.0 (${percent} %)`),
    );
    expect(window.progress).toBe(-1);
    expect([updates.label, updates.enabled]).toEqual(['Restart to Update to 9.0.0…', true]);
    // Windows and servers are closed first.
    expect(installed).not.toHaveBeenCalled();
    endWith.mock.calls[0]?.[0]();
    expect(installed).toHaveBeenCalledOnce();
    // What was downloaded is offered again, and not looked for.
    await updates.askedFor();
    expect([said.length, source.check.mock.calls.length]).toEqual([3, 1]);
  });

  it('are left alone when the user says later, at either step', async () => {
    const put = await updatesWith({ answers: [1] });
    await put.updates.askedFor();
    expect([put.source.download.mock.calls, put.updates.label]).toEqual([[], 'Check for Updates…']);
    const kept = await updatesWith({ answers: [0, 1] });
    await kept.updates.askedFor();
    expect(kept.endWith).not.toHaveBeenCalled();
  });

  it.each([
    ['nothing newer', { found: null }, /is the newest version/],
    ['no connection', { found: new Error('net::ERR_INTERNET_DISCONNECTED') }, /Could not look for updates/],
    [
      'a download that is not what was announced',
      { downloads: false, answers: [0] },
      /could not be downloaded/,
    ],
    ['packages of the system', { by: 'packages' as const }, /does not update itself/],
    ['a copy that was unpacked', { by: 'hand' as const }, /does not update itself/],
  ])('say what came of it: %s', async (_what, options, message) => {
    const { updates, said, log } = await updatesWith(options);
    await updates.askedFor();
    expect(said.at(-1)?.message).toMatch(message);
    if (said.at(-1)?.type === 'error') {
      expect(said.at(-1)?.detail).toContain(log.file);
      expect([...log.info.mock.calls, ...log.error.mock.calls]).toHaveLength(1);
    }
    expect([updates.label, updates.enabled]).toEqual(['Check for Updates…', true]);
  });

  it('start the app again as it was when they cannot be installed', async () => {
    const { updates, endWith, startAgain, installed, log } = await updatesWith({ answers: [0, 0] });
    const exit = vi.spyOn(app, 'exit').mockReturnValue();
    const box = vi.spyOn(dialog, 'showErrorBox');
    await updates.askedFor();
    endWith.mock.calls[0]?.[0]();
    const error = new Error('EACCES');
    installed.mock.calls[0]?.[0](error);
    expect(box).toHaveBeenCalledExactlyOnceWith('The update could not be installed', 'EACCES');
    expect([startAgain.mock.calls, exit.mock.calls]).toEqual([[[]], [[0]]]);
    expect(log.error).toHaveBeenCalledExactlyOnceWith(error);
  });
});

describe('updates that the app looks for', () => {
  async function begun(options: Parameters<typeof updatesWith>[0]) {
    const made = await updatesWith(options);
    vi.useFakeTimers();
    made.updates.begin();
    return made;
  }
  const day = () => vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000);

  it('are looked for after the start and every day, and a version that was put off is offered once', async () => {
    const { source, said } = await begun({ answers: [1] });
    expect(source.check).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(30_000);
    expect([source.check.mock.calls.length, said.length]).toEqual([1, 1]);
    await day();
    expect([source.check.mock.calls.length, said.length]).toEqual([2, 1]);
  });

  it.each([
    ['nothing newer', { found: null }, 2],
    ['no connection', { found: new Error('net::ERR_INTERNET_DISCONNECTED') }, 2],
    ['a user who has switched it off', { automatic: false }, 0],
    ['packages of the system', { by: 'packages' as const }, 0],
  ])('say nothing: %s', async (_what, options, checks) => {
    const { source, said } = await begun(options);
    await day();
    await day();
    expect(said).toEqual([]);
    expect(source.check.mock.calls.length).toBeGreaterThanOrEqual(checks);
    if (checks === 0) expect(source.check).not.toHaveBeenCalled();
  });
});

describe('a copy of the app', () => {
  const linux: Partial<RunningCopy> = { platform: 'linux', env: {} };
  const mac: Partial<RunningCopy> = { platform: 'darwin' };
  const windows: Partial<RunningCopy> = { platform: 'win32' };
  it.each<[string, Partial<RunningCopy>, string[], UpdatedBy]>([
    ['from the sources', { isPackaged: false }, ['app-update.yml'], 'hand'],
    ['a .deb or .rpm', linux, ['package-type', 'app-update.yml'], 'packages'],
    ['an unpacked archive', linux, ['app-update.yml'], 'hand'],
    ['a Flatpak', { ...linux, env: { FLATPAK_ID: 'dev.plinth.app' } }, ['app-update.yml'], 'packages'],
    [
      'a Snap',
      { ...linux, env: { SNAP: '/snap/plinth/1', APPIMAGE: 'here' } },
      ['app-update.yml'],
      'packages',
    ],
    ['an AppImage', { ...linux, env: { APPIMAGE: 'here' } }, ['app-update.yml'], 'app'],
    [
      'an AppImage in a place without write access',
      { ...linux, env: { APPIMAGE: '/not/there.AppImage' } },
      ['app-update.yml'],
      'hand',
    ],
    ['an AppImage without releases', { ...linux, env: { APPIMAGE: 'here' } }, [], 'hand'],
    ['installed on Windows', windows, ['app-update.yml', 'Uninstall Plinth.exe'], 'app'],
    ['unpacked on Windows', windows, ['app-update.yml'], 'hand'],
    [
      'portable',
      { ...windows, env: { PORTABLE_EXECUTABLE_DIR: 'E:' } },
      ['app-update.yml', 'Uninstall Plinth.exe'],
      'hand',
    ],
    ['from a store', { ...windows, fromStore: true }, ['app-update.yml', 'Uninstall Plinth.exe'], 'packages'],
    ['signed on macOS', { ...mac, signed: true }, ['app-update.yml'], 'app'],
    ['not signed on macOS', mac, ['app-update.yml'], 'hand'],
  ])('is updated by whom it belongs to: %s', async (_what, given, files, by) => {
    const resources = await freshFolder();
    await mkdir(resources, { recursive: true });
    for (const name of [...files, 'image']) await writeFile(join(resources, name), '');
    const env =
      given.env?.APPIMAGE === 'here'
        ? { ...given.env, APPIMAGE: join(resources, 'image') }
        : (given.env ?? {});
    const copy: RunningCopy = {
      ...{ platform: 'linux', isPackaged: true, program: join(resources, 'plinth'), resources },
      ...{ fromStore: false, signed: false },
      ...given,
      env,
    };
    expect(updatedBy(copy)).toBe(by);
  });
});
