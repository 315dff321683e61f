import { Menu } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { type MenuActions, menuTemplate } from '../../main/menu.js';
import { STARTERS } from '../../main/pages.js';

function menuWith(
  patch: Partial<Pick<MenuActions, 'recent' | 'folderIsOpen' | 'canRestart' | 'devTools' | 'isMac'>> = {},
) {
  const actions = {
    recent: ['/sites/blog', '/sites/shop'],
    folderIsOpen: true,
    canRestart: true,
    devTools: false,
    isMac: false,
    spelling: true,
    keepServing: false,
    updates: { label: 'Check for Updates…', enabled: true },
    checkForUpdates: true,
    openAtLogin: undefined,
    switchOpenAtLogin: vi.fn(),
    askForUpdates: vi.fn(),
    switchCheckForUpdates: vi.fn(),
    chooseFolder: vi.fn(),
    newObject: vi.fn(),
    newWindow: vi.fn(),
    save: vi.fn(),
    showSettings: vi.fn(),
    print: vi.fn(),
    find: vi.fn(),
    findNext: vi.fn(),
    go: vi.fn(),
    switchSpelling: vi.fn(),
    switchKeepServing: vi.fn(),
    openRecent: vi.fn(),
    clearRecent: vi.fn(),
    createFrom: vi.fn(),
    revealFolder: vi.fn(),
    copyAddress: vi.fn(),
    openInBrowser: vi.fn(),
    showDocumentation: vi.fn(),
    showLogs: vi.fn(),
    reportProblem: vi.fn(),
    showLicences: vi.fn(),
    restartServer: vi.fn(),
    ...patch,
  };
  const menu = Menu.buildFromTemplate(menuTemplate(actions));
  return { actions, menu, click: (id: string) => menu.getMenuItemById(id)?.click() };
}

const roles = (menu: Menu): string[] =>
  menu.items.flatMap((item) => [
    ...(item.role ? [item.role] : []),
    ...(item.submenu ? roles(item.submenu) : []),
  ]);

const shortcuts = (menu: Menu): string[] =>
  menu.items.flatMap((item) => [
    ...(item.accelerator ? [String(item.accelerator)] : []),
    ...(item.submenu ? shortcuts(item.submenu) : []),
  ]);

describe('the menu', () => {
  it.each([
    ['open-folder', 'chooseFolder'],
    ['new-object', 'newObject'],
    ['new-window', 'newWindow'],
    ['save', 'save'],
    ['settings', 'showSettings'],
    ['print', 'print'],
    ['find', 'find'],
    ['reveal-folder', 'revealFolder'],
    ['copy-address', 'copyAddress'],
    ['open-in-browser', 'openInBrowser'],
    ['documentation', 'showDocumentation'],
    ['updates', 'askForUpdates'],
    ['show-logs', 'showLogs'],
    ['report-problem', 'reportProblem'],
    ['licences', 'showLicences'],
    ['restart-server', 'restartServer'],
    ['clear-recent', 'clearRecent'],
  ] as const)('does with %s what it says', (id, action) => {
    const { actions, click } = menuWith();
    click(id);
    expect(actions[action]).toHaveBeenCalledOnce();
  });

  it('steps through matches and pages, and switches what is switched off or on', () => {
    const { actions, menu, click } = menuWith();
    for (const id of ['find-next', 'find-previous', 'back', 'forward', 'spelling', 'keep-serving']) click(id);
    expect(actions.findNext.mock.calls).toEqual([[true], [false]]);
    expect(actions.go.mock.calls).toEqual([[-1], [1]]);
    expect(actions.switchSpelling).toHaveBeenCalledExactlyOnceWith(false);
    expect(actions.switchKeepServing).toHaveBeenCalledExactlyOnceWith(true);
    expect(menu.getMenuItemById('spelling')?.checked).toBe(true);
  });

  it('gives no shortcut twice', () => {
    for (const isMac of [false, true]) {
      const all = shortcuts(menuWith({ isMac }).menu);
      expect(all.filter((shortcut, index) => all.indexOf(shortcut) !== index)).toEqual([]);
      expect(all).toContain('CmdOrCtrl+=');
    }
  });

  it('has the settings where the system has them', () => {
    const first = (isMac: boolean) => menuWith({ isMac }).menu.items[0]?.submenu?.getMenuItemById('settings');
    expect([first(true)?.accelerator, first(false)?.accelerator]).toEqual(['CmdOrCtrl+,', 'CmdOrCtrl+,']);
  });

  it('begins a site from each starter', () => {
    const { actions, click } = menuWith();
    for (const { id } of STARTERS) click(`starter-${id}`);
    expect(actions.createFrom.mock.calls).toEqual(STARTERS.map(({ id }) => [id]));
  });

  it('opens the recent folder that was picked', () => {
    const { actions, click } = menuWith();
    click('recent-1');
    expect(actions.openRecent).toHaveBeenCalledExactlyOnceWith('/sites/shop');
  });

  it('says that there is no recent folder', () => {
    const { menu } = menuWith({ recent: [] });
    expect(menu.getMenuItemById('no-recent')?.enabled).toBe(false);
    expect(menu.getMenuItemById('clear-recent')).toBeNull();
  });

  it('greys what needs an open folder while there is none', () => {
    const { actions, click } = menuWith({ folderIsOpen: false, canRestart: false });
    for (const id of ['reveal-folder', 'copy-address', 'open-in-browser', 'restart-server', 'save'])
      click(id);
    const { revealFolder, copyAddress, openInBrowser, restartServer, save } = actions;
    for (const action of [revealFolder, copyAddress, openInBrowser, restartServer, save]) {
      expect(action).not.toHaveBeenCalled();
    }
  });

  it('uses the roles of the system for what the system has', () => {
    const all = roles(menuWith().menu);
    for (const role of [
      'quit',
      'undo',
      'cut',
      'paste',
      'reload',
      'resetZoom',
      'zoomIn',
      'zoomOut',
      'windowMenu',
      'help',
    ]) {
      expect(all).toContain(role);
    }
    expect(roles(menuWith({ isMac: true }).menu)).toEqual(expect.arrayContaining(['appMenu', 'close']));
  });

  it('offers the developer tools only in a development build', () => {
    expect(roles(menuWith().menu)).not.toContain('toggleDevTools');
    expect(roles(menuWith({ devTools: true }).menu)).toContain('toggleDevTools');
  });
});
