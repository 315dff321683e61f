import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BrowserWindow, dialog } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { folderOf, readArguments, type StartArguments, wordsOf } from '../../main/arguments.js';
import { askForFolder, isEmptyFolder, problemWithFolder, withRecent } from '../../main/data-folder.js';
import { folderLink } from '../../main/folder-links.js';
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
  const from = (cwd: string, skip = 1) => ({ cwd, skip });

  it.each([
    [['electron', '.', '--data', 'site'], 2, ['/home/me/site']],
    [['plinth', '--data=/sites/blog'], 1, ['/sites/blog']],
    [['electron', '--no-sandbox', '--inspect=0', '.', '--data', '../x'], 2, ['/home/x']],
    [['electron', '.', 'blog', '/sites/shop'], 2, ['/home/me/blog', '/sites/shop']],
    [['plinth', '/sites/blog'], 1, ['/sites/blog']],
    [['plinth', '--data', '/a', '--allow-file-access-from-files', '/b'], 1, ['/a', '/b']],
    // What desktops of Linux make of a double click and of "Open with".
    [['plinth', 'file:///sites/blog', 'file:///sites/My%20%C3%9C'], 1, ['/sites/blog', '/sites/My Ü']],
    [['plinth', 'FILE://localhost/sites/100%25'], 1, ['/sites/100%']],
    [['plinth', 'file:/sites/blog'], 1, ['/sites/blog']],
    // Not on this computer, or no path: named as they are where they are said not to be there.
    [['plinth', 'file://server/sites/blog'], 1, ['file://server/sites/blog']],
    [['plinth', 'file:///sites/a%2Fb', 'file:///%'], 1, ['file:///sites/a%2Fb', 'file:///%']],
    [['plinth', 'smb://server/sites/blog'], 1, ['smb://server/sites/blog']],
    [['plinth', 'notes:2026'], 1, ['/home/me/notes:2026']],
    [['plinth', '--', '--data', '/sites/blog'], 1, ['/sites/blog']],
    [['plinth', '--', '--', '/sites/blog', '-x'], 1, ['/sites/blog', '/home/me/-x']],
    [['electron', '.', '--', 'blog'], 2, ['/home/me/blog']],
    [['plinth', '--data'], 1, []],
    [['plinth', '--data='], 1, []],
    [['plinth', '--data', '--no-sandbox'], 1, []],
  ])('%j opens, after %s words for the program, %j', (argv, skip, folders) => {
    expect(readArguments(argv, from('/home/me', skip)).folders).toEqual(folders);
  });

  it('opens the folder of a file that stands for it, and says so when it is not there', async () => {
    const folder = await freshFolder();
    await writeFile(join(folder, 'site.plinth'), '');
    expect(folderOf(join(folder, 'site.plinth'))).toBe(folder);
    const url = pathToFileURL(join(folder, 'site.plinth')).href;
    expect(readArguments(['plinth', url], from('/')).folders).toEqual([folder]);
    expect(folderOf(join(folder, 'gone.plinth'))).toBe(join(folder, 'gone.plinth'));
    expect(folderOf(join(folder, 'notes.txt'))).toBe(join(folder, 'notes.txt'));
  });

  it('passes other places for derived files on', () => {
    expect(readArguments(['plinth', '--cache', '/c', '--state=/s'], from('/'))).toEqual({
      folders: [],
      links: [],
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
    expect(readArguments(argv, from('/')).port).toBe(port);
  });

  it.each<[StartArguments]>([
    [{ folders: [], links: [] }],
    [
      {
        folders: ['/sites/a b', '/--x'],
        links: [{ path: '/c/notes/a%20b', folder: 'My Ü & co?#' }, { path: '/' }],
      },
    ],
    [{ folders: ['/a'], links: [], cache: '/c=d', state: '/s t', port: 0, starter: 'magazine' }],
  ])('is written so that it is read as %j', (asked) => {
    expect(readArguments(['plinth', ...wordsOf(asked)], from('/elsewhere'))).toEqual(asked);
  });

  it('names a starter', () => {
    const argv = ['plinth', '--data', '/x', '--starter', 'magazine'];
    expect(readArguments(argv, from('/')).starter).toBe('magazine');
    expect(readArguments(['plinth', '--starter'], from('/')).starter).toBeUndefined();
  });
});

describe('a link to a page of the admin', () => {
  it.each([
    ['plinth://open', { path: '/' }],
    ['plinth://open/c/notes/first-post', { path: '/c/notes/first-post' }],
    ['plinth://open/c/notes?folder=blog', { path: '/c/notes', folder: 'blog' }],
    ['PLINTH://open/settings#x', { path: '/settings' }],
    // Only the path is used: a query could fill in a form or spend a one-time link.
    ['plinth://open/c/notes/new?title=Buy&token=abc&folder=blog', { path: '/c/notes/new', folder: 'blog' }],
    ['plinth://open/c/%3Ctitle%3E', { path: '/c/%3Ctitle%3E' }],
    // Still below /admin, where it is no page.
    ['plinth://open/../%2e%2e/api/collections', { path: '/api/collections' }],
  ])('%s names %j', (address, link) => {
    expect(folderLink(address)).toEqual(link);
  });

  it.each([
    'plinth://delete/c/notes',
    'plinth://open/..\\api',
    'plinth://open//evil.example/x',
    'plinth:open/c',
    'https://open/c/notes',
    `plinth://open/${'x'.repeat(3000)}`,
    'nonsense',
  ])('%s is no such link', (address) => {
    expect(folderLink(address)).toBeUndefined();
  });

  it('is read from the command line, where a program of the system puts it', () => {
    const { folders, links } = readArguments(['plinth', 'plinth://open/c/notes', 'plinth://x/'], {
      cwd: '/',
      skip: 1,
    });
    expect([folders, links]).toEqual([[], [{ path: '/c/notes' }]]);
  });
});
