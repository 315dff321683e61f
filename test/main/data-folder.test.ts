import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BrowserWindow, dialog } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readArguments } from '../../main/arguments.js';
import { askForFolder, isEmptyFolder, problemWithFolder, withRecent } from '../../main/data-folder.js';
import { freshFolder } from './stand-in.js';

afterEach(() => vi.restoreAllMocks());

describe('choosing a folder', () => {
  it('answers the chosen folder, asked for in front of the window', async () => {
    const asked = vi
      .spyOn(dialog, 'showOpenDialog')
      .mockResolvedValue({ canceled: false, filePaths: ['/sites/blog'] });
    const window = new BrowserWindow();
    expect(await askForFolder(window, 'Open', '/sites')).toBe('/sites/blog');
    expect(asked).toHaveBeenCalledExactlyOnceWith(
      window,
      expect.objectContaining({ defaultPath: '/sites', properties: ['openDirectory', 'createDirectory'] }),
    );
  });

  it('answers nothing when the user cancels', async () => {
    vi.spyOn(dialog, 'showOpenDialog').mockResolvedValue({ canceled: true, filePaths: [] });
    expect(await askForFolder(undefined, 'Open', undefined)).toBeUndefined();
  });
});

describe('a folder', () => {
  it('has no problem when it is there', async () => {
    expect(await problemWithFolder(await freshFolder())).toBeUndefined();
  });

  it('is said to be missing, or to be a file, by its path', async () => {
    const folder = await freshFolder();
    await writeFile(join(folder, 'note.txt'), 'x');
    expect(await problemWithFolder(join(folder, 'gone'))).toContain(`${join(folder, 'gone')} was not found`);
    expect(await problemWithFolder(join(folder, 'note.txt'))).toContain('is not a folder');
    expect(await problemWithFolder(join(folder, 'note.txt', 'x'))).toContain('was not found');
  });

  it.each([
    [[], true],
    [['.DS_Store', '.git', '.gitignore'], true],
    [['blog'], false],
    [['.schemas'], false],
    [['.system'], false],
  ])('with %j counts as empty: %s', async (names, empty) => {
    const folder = await freshFolder();
    for (const name of names) await mkdir(join(folder, name));
    expect(await isEmptyFolder(folder)).toBe(empty);
  });
});

describe('recent folders', () => {
  it('have the newest first, once, and at most ten', () => {
    expect(withRecent(['/a', '/b'], '/b')).toEqual(['/b', '/a']);
    const many = Array.from({ length: 12 }, (_, index) => `/${index}`);
    expect(withRecent(many, '/new')).toEqual(['/new', ...many.slice(0, 9)]);
  });
});

describe('the command line', () => {
  it.each([
    [['electron', '.', '--data', 'site'], '/home/me/site'],
    [['plinth', '--data=/sites/blog'], '/sites/blog'],
    [['electron', '--no-sandbox', '--inspect=0', '.', '--data', '../x'], '/home/x'],
    [['plinth', '--data'], undefined],
    [['plinth', '--data='], undefined],
    [['plinth', '--other', 'x', 'site'], undefined],
  ])('%j opens %s', (argv, folder) => {
    expect(readArguments(argv, '/home/me').data).toBe(folder);
  });

  it('passes other places for derived files on', () => {
    expect(readArguments(['plinth', '--cache', '/c', '--state=/s'], '/')).toEqual({
      data: undefined,
      cache: '/c',
      state: '/s',
      port: undefined,
      starter: undefined,
    });
  });

  it.each([
    [['electron', '.', '--port', '5000'], 5000],
    [['plinth', '--port=0'], 0],
    [['plinth', '--no-sandbox', '--port=65535', '--data', 'x'], 65535],
    [['plinth', '--port=65536'], undefined],
    [['plinth', '--port=-1'], undefined],
    [['plinth', '--port', 'http'], undefined],
    [['plinth', '--port'], undefined],
    [['plinth'], undefined],
  ])('%j serves on %s', (argv, port) => {
    expect(readArguments(argv, '/').port).toBe(port);
  });

  it('names a starter', () => {
    expect(readArguments(['plinth', '--data', '/x', '--starter', 'magazine'], '/').starter).toBe('magazine');
    expect(readArguments(['plinth', '--starter'], '/').starter).toBeUndefined();
  });
});
