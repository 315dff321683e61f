import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as electron from 'electron';
import {
  app,
  BrowserWindow,
  type ContextMenuParams,
  clipboard,
  dialog,
  Menu,
  session,
  type Tray,
  type WebContentsView,
} from 'electron';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { contextMenu, offerContextMenu } from '../../main/context-menu.js';
import { createFindBar } from '../../main/find-bar.js';
import type { Folders } from '../../main/folders.js';
import { followButtons, go } from '../../main/history.js';
import { failureBox, openLog } from '../../main/log.js';
import { commandPage } from '../../main/page-command.js';
import { jumpList } from '../../main/recent.js';
import { openSettings } from '../../main/settings.js';
import { createSpelling, dictionaryFor } from '../../main/spelling.js';
import { createTray } from '../../main/tray.js';
import type { Workspace } from '../../main/workspace.js';
import { contentsOf, freshFolder, NO_LOG, type RecordingSession } from './stand-in.js';

const SERVER = 'http://127.0.0.1:4180';

afterEach(() => {
  vi.restoreAllMocks();
  for (const window of BrowserWindow.getAllWindows()) window.destroy();
});

const edits = {
  canUndo: true,
  canRedo: false,
  canCut: true,
  canCopy: true,
  canPaste: true,
  canSelectAll: true,
};

const params = (patch: object): ContextMenuParams =>
  ({
    x: 3,
    y: 4,
    linkURL: '',
    srcURL: '',
    mediaType: 'none',
    hasImageContents: false,
    isEditable: false,
    selectionText: '',
    misspelledWord: '',
    dictionarySuggestions: [],
    formControlType: 'none',
    editFlags: { ...edits, canEditRichly: false },
    ...patch,
  }) as unknown as ContextMenuParams;

async function rightClick(
  patch: object,
  { spelling = true, devTools = false, url = `${SERVER}/admin/` } = {},
) {
  const contents = contentsOf(new BrowserWindow());
  await contents.loadURL(url);
  const openLink = vi.fn();
  const switchSpelling = vi.fn();
  const options = { devTools, spelling: () => spelling, switchSpelling, openLink };
  const items = contextMenu(params(patch), contents, options);
  const menu = Menu.buildFromTemplate(items);
  const names = items.map(({ role, label, type }) => role ?? label ?? type);
  return {
    contents,
    openLink,
    switchSpelling,
    names,
    click: (id: string) => menu.getMenuItemById(id)?.click(),
  };
}

describe('a right-click', () => {
  it('on a text that is written offers what the system does with it', async () => {
    const { names } = await rightClick({ isEditable: true, formControlType: 'input-text' });
    expect(names).toEqual([
      'Check Spelling',
      'separator',
      'undo',
      'redo',
      'separator',
      'cut',
      'copy',
      'paste',
      'selectAll',
    ]);
    const rich = await rightClick({ isEditable: true, editFlags: { ...edits, canEditRichly: true } });
    expect(rich.names).toContain('pasteAndMatchStyle');
  });

  it('on a misspelled word corrects it or adds it to the dictionary', async () => {
    const misspelled = { isEditable: true, misspelledWord: 'teh', dictionarySuggestions: ['the', 'ten'] };
    const { contents, names, click, switchSpelling } = await rightClick(misspelled);
    expect(names.slice(0, 4)).toEqual(['the', 'ten', 'Add to Dictionary', 'Check Spelling']);
    click('suggestion-1');
    click('add-to-dictionary');
    click('context-spelling');
    expect(contents.asked).toEqual([['replaceMisspelling', 'ten']]);
    expect(contents.session).toMatchObject({ words: expect.arrayContaining(['teh']) });
    expect(switchSpelling).toHaveBeenCalledExactlyOnceWith(false);
    expect((await rightClick(misspelled, { spelling: false })).names.slice(0, 2)).toEqual([
      'Check Spelling',
      'separator',
    ]);
    expect((await rightClick({ ...misspelled, dictionarySuggestions: [] })).names[0]).toBe('No Suggestions');
  });

  it('never looks into a password', async () => {
    const { names } = await rightClick({
      isEditable: true,
      formControlType: 'input-password',
      misspelledWord: 'x',
    });
    expect(names).not.toContain('Check Spelling');
  });

  it('on a link opens or copies it', async () => {
    const link = `${SERVER}/admin/c/notes`;
    const { click, openLink, contents } = await rightClick({ linkURL: link });
    click('open-link');
    click('copy-link');
    expect(openLink).toHaveBeenCalledExactlyOnceWith(contents, link);
    expect(await clipboard.readText()).toBe(link);
    expect((await rightClick({ linkURL: 'file:///etc/passwd' })).names).toEqual([]);
    expect(
      (await rightClick({ linkURL: 'https://plinth.invalid/open' }, { url: 'data:text/html,x' })).names,
    ).toEqual([]);
  });

  it('on an image copies or saves it, as far as it is there', async () => {
    const image = { mediaType: 'image', srcURL: `${SERVER}/stream/a.png`, hasImageContents: true };
    const { click, contents } = await rightClick(image);
    click('copy-image');
    click('save-image');
    expect(contents.asked).toEqual([
      ['copyImageAt', 3, 4],
      ['downloadURL', `${SERVER}/stream/a.png`],
    ]);
    expect((await rightClick({ ...image, hasImageContents: false })).names).toEqual([]);
  });

  it('copies a selection, and shows no empty menu', async () => {
    expect((await rightClick({ selectionText: 'word' })).names).toEqual(['copy']);
    expect((await rightClick({ selectionText: 'word' }, { devTools: true })).names).toContain(
      'Inspect Element',
    );
    const window = new BrowserWindow();
    const popup = vi.spyOn(Menu.prototype, 'popup').mockReturnValue();
    const options = { devTools: false, spelling: () => true, switchSpelling: vi.fn(), openLink: vi.fn() };
    offerContextMenu(window, options);
    contentsOf(window).emit('context-menu', {}, params({}));
    expect(popup).not.toHaveBeenCalled();
    const frame = {};
    const asked = params({ selectionText: 'word', menuSourceType: 'keyboard', frame });
    contentsOf(window).emit('context-menu', {}, asked);
    expect(popup).toHaveBeenCalledExactlyOnceWith({ window, sourceType: 'keyboard', frame });
  });
});

describe('spelling', () => {
  it.each([
    ['de', 'de'],
    ['de-CH', 'de'],
    ['en', 'en-US'],
    ['en-gb', 'en-GB'],
    ['pt', 'pt-PT'],
    ['pt-AO', 'pt-PT'],
    ['tlh', undefined],
    ['', undefined],
  ])('of %s is checked with the dictionary %s', (language, dictionary) => {
    const available = ['de', 'en-GB', 'en-US', 'fr', 'pt-BR', 'pt-PT'];
    expect(dictionaryFor(language, available)).toBe(dictionary);
  });

  it('is not checked, and no dictionary downloaded, until the user has switched it on', async () => {
    const file = join(await freshFolder(), 'settings.json');
    const own = session.fromPartition('persist:spelling') as RecordingSession;
    const fetched = () => own.downloads.splice(0).map((url) => url.replace(/.*\//, ''));
    const now = () => [own.isSpellCheckerEnabled(), own.getSpellCheckerLanguages(), fetched()];
    const spelling = createSpelling(await openSettings(file, NO_LOG), false);
    spelling.prepare(own);
    const window = new BrowserWindow({ webPreferences: { session: own } });
    spelling.textIs(own, 'de');
    expect(now()).toEqual([false, [], []]);
    await app.whenReady();
    await spelling.switch(true);
    expect(now()).toEqual([true, ['en-US'], ['en-US']]);
    spelling.textIs(own, 'de-AT');
    expect(now()).toEqual([true, ['de'], ['de']]);
    spelling.textIs(own, 'tlh');
    expect(now()).toEqual([true, ['de'], []]);
    expect(createSpelling(await openSettings(file, NO_LOG), false).on).toBe(true);
    await spelling.switch(false);
    window.destroy();
    new BrowserWindow({ webPreferences: { session: own } });
    expect(now()).toEqual([false, [], []]);
  });

  it('is the business of macOS there', async () => {
    const settings = await openSettings(join(await freshFolder(), 'settings.json'), NO_LOG);
    const own = session.fromPartition('persist:spelling-mac');
    const spelling = createSpelling(settings, true);
    spelling.prepare(own);
    spelling.textIs(own, 'fr');
    expect([spelling.on, own.getSpellCheckerLanguages()]).toEqual([true, ['en-US']]);
  });
});

describe('the bar that finds text', () => {
  function barOf() {
    const window = new BrowserWindow({ width: 900 });
    const bar = createFindBar(window, '/app/find-page.cjs');
    const views = () => (window.contentView as unknown as { children: WebContentsView[] }).children;
    const view = () =>
      views()[0] as WebContentsView & { webContents: ReturnType<typeof contentsOf>; bounds: object };
    const say = (channel: string, ...args: unknown[]) => {
      const { ipc } = view().webContents as unknown as { ipc: typeof electron.ipcMain & Answering };
      return ipc.answer(channel, {}, args);
    };
    return { window, page: contentsOf(window), bar, views, view, say };
  }
  interface Answering {
    answer(channel: string, event: object, args: unknown[]): Promise<unknown>;
  }

  it('is a page of its own above the window, hardened, with the keyboard in it', () => {
    const { bar, view, views } = barOf();
    bar.open();
    bar.open();
    expect(views()).toHaveLength(1);
    expect(view().webContents.webPreferences).toMatchObject({ sandbox: true, preload: '/app/find-page.cjs' });
    expect(view().bounds).toMatchObject({ x: 900 - 420 - 12, width: 420 });
    expect(view().webContents.asked).toContainEqual(['focus']);
  });

  it('begins a search with each new text, and then goes through its matches', async () => {
    const { bar, page, view, say } = barOf();
    bar.step(true);
    await say('plinth:find', 'post', true);
    page.emit('found-in-page', {}, { activeMatchOrdinal: 2, matches: 5 });
    expect(view().webContents.sent.at(-1)).toEqual({ channel: 'plinth:found', args: [{ label: '2 of 5' }] });
    bar.step(false);
    await say('plinth:find', 'posts', true);
    await say('plinth:find', '', true);
    await say('plinth:find', { text: 'x' });
    expect(page.asked).toEqual([
      ['findInPage', 'post', { forward: true, findNext: true }],
      ['findInPage', 'post', { forward: false, findNext: false }],
      ['findInPage', 'posts', { forward: true, findNext: true }],
      ['stopFindInPage', 'clearSelection'],
    ]);
    page.emit('found-in-page', {}, { activeMatchOrdinal: 2, matches: 5 });
    expect(view().webContents.sent.at(-1)).toEqual({
      channel: 'plinth:found',
      args: [{ label: '' }],
    });
  });

  it('gives the keyboard back when it is closed, and ends with its page or window', async () => {
    const { bar, page, view, views, say, window } = barOf();
    bar.open();
    const first = view().webContents;
    await say('plinth:find-close');
    expect([views(), first.isDestroyed()]).toEqual([[], true]);
    expect(page.asked.slice(-2)).toEqual([['stopFindInPage', 'keepSelection'], ['focus']]);
    bar.open();
    page.emit('did-navigate', {}, `${SERVER}/docs/`);
    expect(views()).toEqual([]);
    bar.open();
    const last = view().webContents;
    window.destroy();
    expect(last.isDestroyed()).toBe(true);
  });
});

describe('a command to the page', () => {
  interface Answering {
    handlers: Map<string, (event: object, done: unknown) => void>;
  }
  it.each([
    [true, true],
    [false, false],
    ['yes', false],
  ])('that the page answers with %j was done: %s', async (said, done) => {
    const contents = contentsOf(new BrowserWindow());
    const result = commandPage(contents, 'save');
    const [{ args: [order] = [] } = {}] = contents.sent as unknown as {
      args: [{ command: string; reply: string }];
    }[];
    expect(order?.command).toBe('save');
    const { handlers } = contents.ipc as unknown as Answering;
    handlers.get(order?.reply ?? '')?.({}, said);
    expect(await result).toBe(done);
    expect(handlers.size).toBe(0);
  });

  it('was not done by a page that is left or closed', async () => {
    const [left, closed] = [new BrowserWindow(), new BrowserWindow()];
    const results = [left, closed].map(({ webContents }) => commandPage(webContents, 'save'));
    await left.loadURL(`${SERVER}/docs/`);
    closed.destroy();
    expect(await Promise.all(results)).toEqual([false, false]);
  });
});

describe('back and forward', () => {
  const isPlace = (address: string) => address.startsWith(SERVER);

  it('go between pages of the server, and never to one of our own', async () => {
    const window = new BrowserWindow();
    for (const url of ['data:text/html,opening', `${SERVER}/admin/`, `${SERVER}/admin/c/notes`])
      await window.loadURL(url);
    const contents = contentsOf(window);
    const at = () => contents.getURL().replace(SERVER, '');
    followButtons(window, isPlace);
    const event = { preventDefault: vi.fn() };
    window.emit('app-command', event, 'browser-backward');
    expect(at()).toBe('/admin/');
    go(contents, -1, isPlace);
    expect(at()).toBe('/admin/');
    window.emit('app-command', event, 'volume-up');
    expect(event.preventDefault).toHaveBeenCalledOnce();
    window.emit('swipe', {}, 'right');
    expect(at()).toBe('/admin/c/notes');
    go(contents, 1, isPlace);
    expect(at()).toBe('/admin/c/notes');
  });
});

describe('recent folders of the system', () => {
  it('are tasks of the taskbar, with paths that reach the program whole', () => {
    const [category] = jumpList(['C:\\Sites\\my blog', 'D:\\'], 'C:\\Plinth.exe');
    expect(category?.items?.map(({ title, args }) => [title, args])).toEqual([
      [expect.any(String), '"C:\\Sites\\my blog"'],
      [expect.any(String), '"D:\\\\"'],
    ]);
  });
});

describe('the icon beside the clock', () => {
  const { Tray: Trays } = electron as unknown as { Tray: { shown: Set<Tray & { menu: Menu }> } };

  it('is there while a folder is served and the user wants that', () => {
    const workspace = {
      folder: '/sites/blog',
      url: SERVER,
      state: { state: 'running', url: SERVER },
    } as Workspace;
    let [wanted, served] = [false, [workspace]];
    const options = { icons: join(process.cwd(), 'resources/icons/tray'), isWanted: () => wanted };
    const acts = { showAll: vi.fn(), show: vi.fn(), stop: vi.fn(), quit: vi.fn() };
    const icon = createTray({ ...options, ...acts, folders: { all: () => served } as unknown as Folders });
    icon.update();
    expect(Trays.shown.size).toBe(0);
    wanted = true;
    icon.update();
    const [tray] = Trays.shown;
    const drawn = tray?.menu;
    icon.update();
    expect(Trays.shown.size).toBe(1);
    // An open menu stays as it is.
    expect(tray?.menu).toBe(drawn);
    for (const id of ['tray-show-0', 'tray-stop-0', 'tray-quit']) tray?.menu.getMenuItemById(id)?.click();
    expect([acts.show.mock.calls, acts.stop.mock.calls, acts.quit.mock.calls.length]).toEqual([
      [['/sites/blog']],
      [['/sites/blog']],
      1,
    ]);
    served = [];
    icon.update();
    expect(Trays.shown.size).toBe(0);
  });

  it.each([
    ['darwin', 'trayTemplate.png', 0],
    ['win32', 'tray.ico', 1],
    ['linux', 'tray.png', 1],
  ] as const)('is on %s the image %s, and a click shows the folders %i times', (platform, image, times) => {
    const before = process.platform;
    onTestFinished(() => void Object.defineProperty(process, 'platform', { value: before }));
    Object.defineProperty(process, 'platform', { value: platform });
    const state = { state: 'running', url: SERVER };
    const folders = { all: () => [{ folder: '/sites/blog', url: SERVER, state }] } as unknown as Folders;
    let wanted = true;
    const acts = { showAll: vi.fn(), show: vi.fn(), stop: vi.fn(), quit: vi.fn() };
    const icons = join(process.cwd(), 'resources/icons/tray');
    const icon = createTray({ icons, isWanted: () => wanted, folders, ...acts });
    icon.update();
    const [tray] = Trays.shown;
    expect(tray).toMatchObject({ image: join(icons, image) });
    tray?.emit('click');
    expect(acts.showAll).toHaveBeenCalledTimes(times);
    wanted = false;
    icon.update();
  });
});

describe('the log of the app', () => {
  it('keeps what went wrong, for its user only, and begins again when it is long', async () => {
    const file = join(await freshFolder(), 'logs', 'app.log');
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const log = openLog(file);
    log.info('Started');
    log.error(new Error('Out of cheese'));
    await log.written();
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(['info', 'error']);
    expect(lines[1]).toContain('Out of cheese');
    expect((await stat(file)).mode & 0o077).toBe(0);
    await writeFile(file, 'x'.repeat(1_000_001));
    log.info('Again');
    await log.written();
    expect((await stat(`${file}.1`)).size).toBe(1_000_001);
    expect((await stat(file)).size).toBeLessThan(200);
  });

  it('shows one problem at a time', () => {
    const logged = vi.fn();
    const fail = failureBox({ ...NO_LOG, file: '/logs/app.log', error: logged });
    const box = vi.spyOn(dialog, 'showErrorBox').mockImplementation(() => {
      // What fails again and again, while the message is read.
      if (logged.mock.calls.length < 5) fail('Plinth has a problem', new Error('write EPIPE'));
    });
    fail('Plinth has a problem', new Error('Out of cheese'));
    expect(box.mock.calls).toEqual([
      ['Plinth has a problem', expect.stringMatching(/^Out of cheese\n\n.*app\.log/)],
    ]);
    fail('Plinth has a problem', new Error('Out of bread'));
    expect([box.mock.calls.length, logged.mock.calls.length]).toEqual([2, 4]);
  });

  it('that cannot be written is no problem of its own', async () => {
    const folder = await freshFolder();
    await mkdir(join(folder, 'app.log'));
    const log = openLog(join(folder, 'app.log'));
    log.info('Started');
    await expect(log.written()).resolves.toBeUndefined();
  });
});
