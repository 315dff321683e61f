import { basename } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { STARTERS } from './pages.js';
import { t } from './texts.js';

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
  /** Label of the item for updates, and whether it does something now. */
  updates: { label: string; enabled: boolean };
  checkForUpdates: boolean;
  /** Whether the app is opened at login; undefined where that is not offered. */
  openAtLogin: boolean | undefined;
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
  switchOpenAtLogin(on: boolean): void;
  askForUpdates(): void;
  switchCheckForUpdates(on: boolean): void;
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
 * The application menu: the system's own roles wherever there is one, for their shortcuts and what they do. Their labels
 * are ours, because Electron has them in English only. Our own items have ids. A shortcut that the page handles itself
 * never gets here.
 */
export function menuTemplate(actions: MenuActions): Item[] {
  const { isMac } = actions;
  return [
    ...(isMac ? [appMenu(actions)] : []),
    { label: t('&File'), submenu: fileItems(actions) },
    { label: t('&Edit'), submenu: editItems(actions) },
    { label: t('&View'), submenu: viewItems(actions) },
    { role: 'windowMenu', label: t('Window'), submenu: windowItems(actions) },
    { role: 'help', label: t('Help'), submenu: helpItems(actions) },
  ];
}

/** An item of our own; it can be used with an open folder, unless it says otherwise. */
function own(actions: MenuActions, id: string, label: string, click: () => void, more: Item = {}): Item {
  return { id, label, enabled: actions.folderIsOpen, click, ...more };
}

const settingsItem = (actions: MenuActions): Item =>
  own(actions, 'settings', t('Settings…'), () => actions.showSettings(), { accelerator: 'CmdOrCtrl+,' });

function appMenu(actions: MenuActions): Item {
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about', label: t('About Plinth') },
      ...updateItems(actions),
      SEPARATOR,
      settingsItem(actions),
      SEPARATOR,
      { role: 'services', label: t('Services') },
      SEPARATOR,
      { role: 'hide', label: t('Hide Plinth') },
      { role: 'hideOthers', label: t('Hide Others') },
      { role: 'unhide', label: t('Show All') },
      SEPARATOR,
      { role: 'quit', label: t('Quit Plinth') },
    ],
  };
}

function fileItems(actions: MenuActions): Item[] {
  const { isMac } = actions;
  const always = { enabled: true };
  return [
    own(actions, 'new-object', t('New Object'), () => actions.newObject(), { accelerator: 'CmdOrCtrl+N' }),
    own(actions, 'new-window', t('New Window'), () => actions.newWindow(), {
      accelerator: 'CmdOrCtrl+Shift+N',
    }),
    SEPARATOR,
    own(actions, 'open-folder', t('Open Folder…'), () => actions.chooseFolder(), {
      ...always,
      accelerator: 'CmdOrCtrl+O',
    }),
    { id: 'new-from-starter', label: t('New from Starter'), submenu: starterItems(actions) },
    { id: 'open-recent', label: t('Open Recent'), submenu: recentItems(actions) },
    SEPARATOR,
    own(actions, 'save', t('Save'), () => actions.save(), { accelerator: 'CmdOrCtrl+S' }),
    own(actions, 'print', t('Print…'), () => actions.print(), { accelerator: 'CmdOrCtrl+P' }),
    SEPARATOR,
    own(actions, 'reveal-folder', isMac ? t('Show Folder in Finder') : t('Show Folder'), () =>
      actions.revealFolder(),
    ),
    own(actions, 'copy-address', t('Copy API URL'), () => actions.copyAddress()),
    own(actions, 'open-in-browser', t('Open in Browser'), () => actions.openInBrowser()),
    own(actions, 'restart-server', t('Restart Server'), () => actions.restartServer(), {
      enabled: actions.canRestart,
    }),
    {
      id: 'keep-serving',
      label: t('Keep Serving without Windows'),
      type: 'checkbox',
      checked: actions.keepServing,
      click: () => actions.switchKeepServing(!actions.keepServing),
    },
    ...loginItems(actions),
    SEPARATOR,
    ...(isMac ? [] : [settingsItem(actions), SEPARATOR]),
    { role: 'close', label: isMac ? t('Close Window') : t('Close') },
    ...(isMac ? [] : [{ role: 'quit', label: t('Quit') } as const]),
  ];
}

function editItems(actions: MenuActions): Item[] {
  return [
    { role: 'undo', label: t('Undo') },
    { role: 'redo', label: t('Redo') },
    SEPARATOR,
    { role: 'cut', label: t('Cut') },
    { role: 'copy', label: t('Copy') },
    { role: 'paste', label: t('Paste') },
    { role: 'pasteAndMatchStyle', label: t('Paste and Match Style') },
    { role: 'delete', label: t('Delete') },
    { role: 'selectAll', label: t('Select All') },
    SEPARATOR,
    own(actions, 'find', t('Find in Page…'), () => actions.find(), { accelerator: 'CmdOrCtrl+F' }),
    own(actions, 'find-next', t('Find Next'), () => actions.findNext(true), { accelerator: 'CmdOrCtrl+G' }),
    own(actions, 'find-previous', t('Find Previous'), () => actions.findNext(false), {
      accelerator: 'CmdOrCtrl+Shift+G',
    }),
    SEPARATOR,
    {
      id: 'spelling',
      label: t('Check Spelling'),
      type: 'checkbox',
      checked: actions.spelling,
      click: () => actions.switchSpelling(!actions.spelling),
    },
  ];
}

function viewItems(actions: MenuActions): Item[] {
  const { isMac } = actions;
  return [
    own(actions, 'back', t('Back'), () => actions.go(-1), { accelerator: isMac ? 'Cmd+[' : 'Alt+Left' }),
    own(actions, 'forward', t('Forward'), () => actions.go(1), {
      accelerator: isMac ? 'Cmd+]' : 'Alt+Right',
    }),
    SEPARATOR,
    { role: 'reload', label: t('Reload') },
    ...(actions.devTools ? [{ role: 'toggleDevTools', label: t('Toggle Developer Tools') } as const] : []),
    SEPARATOR,
    { role: 'resetZoom', label: t('Actual Size') },
    { role: 'zoomIn', label: t('Zoom In') },
    // The role's own shortcut is the plus sign, which needs Shift on most keyboards.
    {
      role: 'zoomIn',
      label: t('Zoom In'),
      accelerator: 'CmdOrCtrl+=',
      visible: false,
      acceleratorWorksWhenHidden: true,
    },
    { role: 'zoomOut', label: t('Zoom Out') },
    SEPARATOR,
    { role: 'togglefullscreen', label: t('Toggle Full Screen') },
  ];
}

function loginItems({ openAtLogin, switchOpenAtLogin }: MenuActions): Item[] {
  if (openAtLogin === undefined) return [];
  return [
    {
      id: 'open-at-login',
      label: t('Open at Login'),
      type: 'checkbox',
      checked: openAtLogin,
      click: () => switchOpenAtLogin(!openAtLogin),
    },
  ];
}

function updateItems(actions: MenuActions): Item[] {
  const { label, enabled } = actions.updates;
  return [
    { id: 'updates', label, enabled, click: () => actions.askForUpdates() },
    {
      id: 'check-for-updates',
      label: t('Check for Updates Automatically'),
      type: 'checkbox',
      checked: actions.checkForUpdates,
      click: () => actions.switchCheckForUpdates(!actions.checkForUpdates),
    },
  ];
}

function windowItems({ isMac }: MenuActions): Item[] {
  return [
    { role: 'minimize', label: t('Minimize') },
    { role: 'zoom', label: t('Zoom') },
    ...(isMac ? [SEPARATOR, { role: 'front', label: t('Bring All to Front') } as const] : []),
  ];
}

function helpItems(actions: MenuActions): Item[] {
  return [
    own(actions, 'documentation', t('Documentation'), () => actions.showDocumentation()),
    { id: 'show-logs', label: t('Show Logs'), click: () => actions.showLogs() },
    { id: 'report-problem', label: t('Report a Problem…'), click: () => actions.reportProblem() },
    { id: 'licences', label: t('Licenses'), click: () => actions.showLicences() },
    ...(actions.isMac
      ? []
      : [
          SEPARATOR,
          ...updateItems(actions),
          SEPARATOR,
          { role: 'about', label: t('About Plinth') } as const,
        ]),
  ];
}

function starterItems({ createFrom }: MenuActions): Item[] {
  return STARTERS.map(({ id, label }) => ({
    id: `starter-${id}`,
    label: `${label()}…`,
    click: () => createFrom(id),
  }));
}

function recentItems({ recent, openRecent, clearRecent }: MenuActions): Item[] {
  if (recent.length === 0) return [{ id: 'no-recent', label: t('No Recent Folders'), enabled: false }];
  return [
    ...recent.map((folder, index) => ({
      id: `recent-${index}`,
      label: basename(folder) || folder,
      sublabel: folder,
      click: () => openRecent(folder),
    })),
    SEPARATOR,
    { id: 'clear-recent', label: t('Clear Menu'), click: () => clearRecent() },
  ];
}
