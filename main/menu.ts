import { basename } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { STARTERS } from './pages.js';

/** What the menu shows and does. Its actions concern the window that has the keyboard. */
export interface MenuActions {
  recent: readonly string[];
  /** Whether a folder is open: without one there is no folder to show and no URL to copy. */
  folderIsOpen: boolean;
  /** Whether there is a server to start again, running or not. */
  canRestart: boolean;
  devTools: boolean;
  isMac: boolean;
  spelling: boolean;
  keepServing: boolean;
  chooseFolder(): void;
  openRecent(folder: string): void;
  clearRecent(): void;
  createFrom(starter: string): void;
  newObject(): void;
  newWindow(): void;
  save(): void;
  showSettings(): void;
  print(): void;
  find(): void;
  findNext(forward: boolean): void;
  go(step: 1 | -1): void;
  switchSpelling(on: boolean): void;
  switchKeepServing(on: boolean): void;
  revealFolder(): void;
  copyAddress(): void;
  openInBrowser(): void;
  showDocumentation(): void;
  showLogs(): void;
  reportProblem(): void;
  showLicences(): void;
  restartServer(): void;
}

type Item = MenuItemConstructorOptions;

const SEPARATOR: Item = { type: 'separator' };

/**
 * The application menu: the system's own roles wherever there is one, so that labels, shortcuts and languages
 * are the system's; our own items have ids. A shortcut that the page handles itself never gets here.
 */
export function menuTemplate(actions: MenuActions): Item[] {
  const { isMac } = actions;
  return [
    ...(isMac ? [appMenu(actions)] : []),
    { label: '&File', submenu: fileItems(actions) },
    { label: '&Edit', submenu: editItems(actions) },
    { label: '&View', submenu: viewItems(actions) },
    { role: 'windowMenu' },
    { role: 'help', submenu: helpItems(actions) },
  ];
}

/** An item of our own; it can be used with an open folder, unless it says otherwise. */
function own(actions: MenuActions, id: string, label: string, click: () => void, more: Item = {}): Item {
  return { id, label, enabled: actions.folderIsOpen, click, ...more };
}

const settingsItem = (actions: MenuActions): Item =>
  own(actions, 'settings', 'Settings…', () => actions.showSettings(), { accelerator: 'CmdOrCtrl+,' });

function appMenu(actions: MenuActions): Item {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      SEPARATOR,
      settingsItem(actions),
      SEPARATOR,
      { role: 'services' },
      SEPARATOR,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      SEPARATOR,
      { role: 'quit' },
    ],
  };
}

function fileItems(actions: MenuActions): Item[] {
  const { isMac } = actions;
  const always = { enabled: true };
  return [
    own(actions, 'new-object', 'New Object', () => actions.newObject(), { accelerator: 'CmdOrCtrl+N' }),
    own(actions, 'new-window', 'New Window', () => actions.newWindow(), { accelerator: 'CmdOrCtrl+Shift+N' }),
    SEPARATOR,
    own(actions, 'open-folder', 'Open Folder…', () => actions.chooseFolder(), {
      ...always,
      accelerator: 'CmdOrCtrl+O',
    }),
    { id: 'new-from-starter', label: 'New from Starter', submenu: starterItems(actions) },
    { id: 'open-recent', label: 'Open Recent', submenu: recentItems(actions) },
    SEPARATOR,
    own(actions, 'save', 'Save', () => actions.save(), { accelerator: 'CmdOrCtrl+S' }),
    own(actions, 'print', 'Print…', () => actions.print(), { accelerator: 'CmdOrCtrl+P' }),
    SEPARATOR,
    own(actions, 'reveal-folder', isMac ? 'Show Folder in Finder' : 'Show Folder', () =>
      actions.revealFolder(),
    ),
    own(actions, 'copy-address', 'Copy API URL', () => actions.copyAddress()),
    own(actions, 'open-in-browser', 'Open in Browser', () => actions.openInBrowser()),
    own(actions, 'restart-server', 'Restart Server', () => actions.restartServer(), {
      enabled: actions.canRestart,
    }),
    {
      id: 'keep-serving',
      label: 'Keep Serving without Windows',
      type: 'checkbox',
      checked: actions.keepServing,
      click: () => actions.switchKeepServing(!actions.keepServing),
    },
    SEPARATOR,
    ...(isMac ? [] : [settingsItem(actions), SEPARATOR]),
    { role: 'close' },
    ...(isMac ? [] : [{ role: 'quit' } as const]),
  ];
}

function editItems(actions: MenuActions): Item[] {
  return [
    { role: 'undo' },
    { role: 'redo' },
    SEPARATOR,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'pasteAndMatchStyle' },
    { role: 'delete' },
    { role: 'selectAll' },
    SEPARATOR,
    own(actions, 'find', 'Find in Page…', () => actions.find(), { accelerator: 'CmdOrCtrl+F' }),
    own(actions, 'find-next', 'Find Next', () => actions.findNext(true), { accelerator: 'CmdOrCtrl+G' }),
    own(actions, 'find-previous', 'Find Previous', () => actions.findNext(false), {
      accelerator: 'CmdOrCtrl+Shift+G',
    }),
    SEPARATOR,
    {
      id: 'spelling',
      label: 'Check Spelling',
      type: 'checkbox',
      checked: actions.spelling,
      click: () => actions.switchSpelling(!actions.spelling),
    },
  ];
}

function viewItems(actions: MenuActions): Item[] {
  const { isMac } = actions;
  return [
    own(actions, 'back', 'Back', () => actions.go(-1), { accelerator: isMac ? 'Cmd+[' : 'Alt+Left' }),
    own(actions, 'forward', 'Forward', () => actions.go(1), { accelerator: isMac ? 'Cmd+]' : 'Alt+Right' }),
    SEPARATOR,
    { role: 'reload' },
    ...(actions.devTools ? [{ role: 'toggleDevTools' } as const] : []),
    SEPARATOR,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    // The role's own shortcut is the plus sign, which needs Shift on most keyboards.
    { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true },
    { role: 'zoomOut' },
    SEPARATOR,
    { role: 'togglefullscreen' },
  ];
}

function helpItems(actions: MenuActions): Item[] {
  return [
    own(actions, 'documentation', 'Documentation', () => actions.showDocumentation()),
    { id: 'show-logs', label: 'Show Logs', click: () => actions.showLogs() },
    { id: 'report-problem', label: 'Report a Problem…', click: () => actions.reportProblem() },
    { id: 'licences', label: 'Licenses', click: () => actions.showLicences() },
    ...(actions.isMac ? [] : [SEPARATOR, { role: 'about' } as const]),
  ];
}

function starterItems({ createFrom }: MenuActions): Item[] {
  return STARTERS.map(({ id, label }) => ({
    id: `starter-${id}`,
    label: `${label}…`,
    click: () => createFrom(id),
  }));
}

function recentItems({ recent, openRecent, clearRecent }: MenuActions): Item[] {
  if (recent.length === 0) return [{ id: 'no-recent', label: 'No Recent Folders', enabled: false }];
  return [
    ...recent.map((folder, index) => ({
      id: `recent-${index}`,
      label: basename(folder) || folder,
      sublabel: folder,
      click: () => openRecent(folder),
    })),
    SEPARATOR,
    { id: 'clear-recent', label: 'Clear Menu', click: () => clearRecent() },
  ];
}
