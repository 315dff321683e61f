import { join } from 'node:path';
import { app, BrowserWindow, dialog, shell } from 'electron';
import type { WindowCommand } from '../server/contract/desktop.js';
import type { WindowTools } from './equip.js';
import type { Folders } from './folders.js';
import type { AppLog } from './log.js';
import type { OpeningAtLogin } from './login.js';
import type { MenuActions } from './menu.js';
import { commandPage } from './page-command.js';
import { problemReport, saveReport } from './problem-report.js';
import type { SettingsFile } from './settings.js';
import type { Spelling } from './spelling.js';
import { t } from './texts.js';
import type { Updates } from './updates.js';
import type { Workspace } from './workspace.js';

export interface ActionsOptions {
  folders: Folders;
  settings: SettingsFile;
  spelling: Spelling;
  tools: WindowTools;
  updates: Updates;
  login: OpeningAtLogin;
  log: AppLog;
  devTools: boolean;
  isMac: boolean;
  /** Runs an action of the user; errors are shown in a dialog. */
  attempt(action: Promise<unknown>): void;
  /** The menu must be drawn again: an item that can be switched was clicked. */
  onChange(): void;
}

/** What the menu shows now and does to the window with the keyboard. */
export function menuActions(options: ActionsOptions): MenuActions {
  const { folders, settings, spelling, tools, updates, login, log, devTools, isMac, attempt, onChange } =
    options;
  const focused = () => BrowserWindow.getFocusedWindow() ?? undefined;
  const current = () => {
    const own = folders.of(focused()?.webContents.session);
    // An app without a focused window, as on macOS with all windows closed, means the folder used last.
    return own ?? (focused() ? undefined : folders.all().at(-1));
  };
  const withWindow = (act: (window: BrowserWindow) => void) => () => {
    const window = focused();
    if (window) act(window);
  };
  const withFolder = (act: (workspace: Workspace) => Promise<unknown>) => () => {
    const workspace = current();
    if (workspace) attempt(act(workspace));
  };
  async function report(): Promise<void> {
    await log.written();
    const open = folders.all();
    const text = await problemReport({
      log: log.file,
      serverLogs: [...new Set(open.flatMap(({ logs }) => logs ?? []))],
      states: open.map(({ state }) => state),
      settings: {
        spelling: spelling.on,
        keepServing: settings.value.keepServing,
        recent: settings.value.recent.length,
      },
    });
    await saveReport(focused(), text);
  }
  const command = (name: WindowCommand) =>
    withWindow(({ webContents }) => void commandPage(webContents, name));
  return {
    recent: settings.value.recent,
    folderIsOpen: current()?.state.state === 'running',
    canRestart: current() !== undefined,
    devTools,
    isMac,
    spelling: spelling.on,
    keepServing: settings.value.keepServing,
    updates: { label: updates.label, enabled: updates.enabled },
    checkForUpdates: settings.value.checkForUpdates,
    openAtLogin: login.offered ? login.on : undefined,
    chooseFolder: () => attempt(folders.choose(focused())),
    openRecent: (folder) => attempt(folders.open(folder)),
    clearRecent: () => {
      if (process.platform !== 'linux') app.clearRecentDocuments();
      attempt(settings.change({ recent: [] }).finally(onChange));
    },
    createFrom: (starter) => attempt(folders.createFrom(starter, focused())),
    newObject: command('new'),
    newWindow: withFolder((workspace) => workspace.show('/')),
    save: command('save'),
    showSettings: command('settings'),
    print: withWindow((window) => tools.print(window)),
    find: withWindow((window) => tools.find(window)),
    findNext: (forward) => withWindow((window) => tools.findNext(window, forward))(),
    go: (step) => withWindow((window) => tools.go(window, step))(),
    switchSpelling: (on) => attempt(spelling.switch(on).finally(onChange)),
    switchKeepServing: (on) => attempt(settings.change({ keepServing: on }).finally(onChange)),
    switchOpenAtLogin: (on) => attempt((async () => login.switch(on))().finally(onChange)),
    askForUpdates: () => attempt(updates.askedFor()),
    switchCheckForUpdates: (on) => attempt(settings.change({ checkForUpdates: on }).finally(onChange)),
    revealFolder: withFolder((workspace) => workspace.reveal()),
    copyAddress: withFolder((workspace) => workspace.copyAddress()),
    openInBrowser: withFolder((workspace) => workspace.openInBrowser()),
    showDocumentation: withFolder((workspace) => workspace.showDocumentation()),
    showLogs: () => {
      const workspace = current();
      // Without a folder there is only the log of the app.
      if (workspace?.logs === undefined) shell.showItemInFolder(log.file);
      else attempt(workspace.showLogs());
    },
    reportProblem: () => attempt(report()),
    showLicences: () => attempt(showLicences()),
    restartServer: withFolder((workspace) => workspace.restartServer()),
  };
}

/** Shows the licences of Plinth and of everything in the package. */
async function showLicences(): Promise<void> {
  const packed = join(process.resourcesPath, 'licences');
  const problem = await shell.openPath(app.isPackaged ? packed : join(app.getAppPath(), 'LICENSE'));
  if (problem !== '') dialog.showErrorBox(t('Could not show the licenses'), problem);
}
