import { basename } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { STARTERS } from './pages.js';

/** What the menu shows and does. */
export interface MenuActions {
  recent: readonly string[];
  /** Whether a folder is open: without one there is no folder to show and no URL to copy. */
  folderIsOpen: boolean;
  /** Whether there is a server to start again, running or not. */
  canRestart: boolean;
  devTools: boolean;
  isMac: boolean;
  chooseFolder(): void;
  openRecent(folder: string): void;
  clearRecent(): void;
  createFrom(starter: string): void;
  revealFolder(): void;
  copyAddress(): void;
  openInBrowser(): void;
  showDocumentation(): void;
  showLogs(): void;
  showLicences(): void;
  restartServer(): void;
}

/**
 * The application menu: the system's own roles wherever there is one, so that labels, shortcuts and languages
 * are the system's; our own items have ids.
 */
export function menuTemplate(actions: MenuActions): MenuItemConstructorOptions[] {
  const { isMac } = actions;
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        {
          id: 'open-folder',
          label: 'Open Folder…',
          accelerator: 'CmdOrCtrl+O',
          click: () => actions.chooseFolder(),
        },
        { id: 'new-from-starter', label: 'New from Starter', submenu: starterItems(actions) },
        { id: 'open-recent', label: 'Open Recent', submenu: recentItems(actions) },
        { type: 'separator' },
        {
          id: 'reveal-folder',
          label: isMac ? 'Show Folder in Finder' : 'Show Folder',
          enabled: actions.folderIsOpen,
          click: () => actions.revealFolder(),
        },
        {
          id: 'copy-address',
          label: 'Copy API URL',
          enabled: actions.folderIsOpen,
          click: () => actions.copyAddress(),
        },
        {
          id: 'open-in-browser',
          label: 'Open in Browser',
          enabled: actions.folderIsOpen,
          click: () => actions.openInBrowser(),
        },
        {
          id: 'restart-server',
          label: 'Restart Server',
          enabled: actions.canRestart,
          click: () => actions.restartServer(),
        },
        { type: 'separator' },
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { role: 'reload' },
        ...(actions.devTools ? [{ role: 'toggleDevTools' } as const] : []),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        {
          id: 'documentation',
          label: 'Documentation',
          enabled: actions.folderIsOpen,
          click: () => actions.showDocumentation(),
        },
        { id: 'show-logs', label: 'Show Logs', click: () => actions.showLogs() },
        { id: 'licences', label: 'Licenses', click: () => actions.showLicences() },
        ...(isMac ? [] : [{ type: 'separator' } as const, { role: 'about' } as const]),
      ],
    },
  ];
}

function starterItems({ createFrom }: MenuActions): MenuItemConstructorOptions[] {
  return STARTERS.map(({ id, label }) => ({
    id: `starter-${id}`,
    label: `${label}…`,
    click: () => createFrom(id),
  }));
}

function recentItems({ recent, openRecent, clearRecent }: MenuActions): MenuItemConstructorOptions[] {
  if (recent.length === 0) return [{ id: 'no-recent', label: 'No Recent Folders', enabled: false }];
  return [
    ...recent.map((folder, index) => ({
      id: `recent-${index}`,
      label: basename(folder) || folder,
      sublabel: folder,
      click: () => openRecent(folder),
    })),
    { type: 'separator' },
    { id: 'clear-recent', label: 'Clear Menu', click: () => clearRecent() },
  ];
}
