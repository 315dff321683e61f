/**
 * The desktop app's start, in order: one instance, ready, settings, server, window; and its quit.
 * The admin itself is a page of the server (`server/`), which runs in a process of its own.
 */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, dialog, Menu, session, shell } from 'electron';
import { readArguments, type StartArguments } from './arguments.js';
import { registerBridge } from './bridge.js';
import { menuTemplate } from './menu.js';
import { denyPermissions, guardNavigation } from './navigation.js';
import { createServerProcess } from './server-process.js';
import { openSettings } from './settings.js';
import { closeOthers, createMainWindow, guardWindow, type MainWindow, notifyAll } from './window.js';
import { createWorkspace, type Workspace } from './workspace.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const devTools = !app.isPackaged;
const preload = here('preload.cjs');

// The id that electron-builder.yml gives: windows and notifications of one app are grouped by it on Windows.
app.setAppUserModelId('dev.plinth.app');
placeUserData();

if (app.isPackaged) {
  // A program with access to a debugging port can do everything the app can.
  for (const name of ['remote-debugging-port', 'remote-debugging-pipe']) app.commandLine.removeSwitch(name);
}

// Electron reorders the command line of a second start and adds switches to it; this copy arrives as it was.
const started: SecondStart = { argv: process.argv, cwd: process.cwd() };
if (app.requestSingleInstanceLock(started)) {
  app.enableSandbox();
  // Not awaited: Electron becomes ready only after this module has been evaluated.
  app
    .whenReady()
    .then(start)
    .catch((error: Error) => {
      dialog.showErrorBox('Plinth could not start', error.stack ?? error.message);
      app.exit(1);
    });
} else {
  app.quit();
}

async function start(): Promise<void> {
  const settings = await openSettings(join(app.getPath('userData'), 'settings.json'));
  const { data, port, starter, ...places } = readArguments(process.argv, process.cwd());
  let window: MainWindow | undefined;

  const server = createServerProcess({
    script: here('../server/cli/desktop-server.js'),
    onState: (state) => notifyAll(state, workspace.url),
    onRecovered: (listening) => attempt(workspace.recovered(listening)),
  });

  const workspace = createWorkspace({
    server,
    settings,
    places,
    starters: here('../../resources/starters'),
    port,
    openWindow: () => window,
    window: () => {
      window ??= createMainWindow({
        preload,
        settings,
        devTools,
        onOrder: (order) => attempt(workspace.execute(order)),
        onClosed: () => {
          window = undefined;
        },
      });
      return window;
    },
    notify: (state) => notifyAll(state, workspace.url),
    closeOthers: () => closeOthers(window?.browserWindow),
    onChange: () => showMenu(),
  });

  const showMenu = () => Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(menuActions())));
  const menuActions = () => ({
    recent: settings.value.recent,
    folderIsOpen: server.state.state === 'running',
    canRestart: workspace.folder !== undefined,
    devTools,
    isMac: process.platform === 'darwin',
    chooseFolder: () => attempt(workspace.choose()),
    openRecent: (folder: string) => attempt(workspace.open(folder)),
    clearRecent: () => attempt(settings.change({ recent: [] }).then(showMenu)),
    createFrom: (starter: string) => attempt(workspace.createFrom(starter)),
    revealFolder: () => attempt(workspace.reveal()),
    copyAddress: () => attempt(workspace.copyAddress()),
    openInBrowser: () => attempt(workspace.openInBrowser()),
    showDocumentation: () => attempt(workspace.showDocumentation()),
    showLogs: () => attempt(workspace.showLogs()),
    showLicences: () => attempt(showLicences()),
    restartServer: () => attempt(workspace.restartServer()),
  });

  app.on('web-contents-created', (_event, contents) => {
    guardNavigation(contents, { server: () => workspace.url, devTools, preload });
    guardWindow(contents);
  });
  denyPermissions(session.defaultSession, () => workspace.url);
  registerBridge({
    chooseFolder: () => workspace.choose(),
    revealFolder: () => workspace.reveal(),
    restartServer: () => workspace.restartServer(),
    serverState: () => server.state,
    serverUrl: () => workspace.url,
  });
  showMenu();

  app.on('second-instance', (_event, _argv, _cwd, second) => {
    if (!window) attempt(workspace.show(settings.value.folder));
    window?.focus();
    if (isSecondStart(second)) attempt(openAlso(workspace, readArguments(second.argv, second.cwd)));
  });
  app.on('activate', () => {
    if (!window) attempt(workspace.show(settings.value.folder));
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  quitAfter(() => Promise.all([server.stop(), settings.change({})]));

  // A starter is for the folder that was named with it, not for the one that was open last.
  await (data === undefined ? workspace.show(settings.value.folder) : workspace.show(data, starter));
}

/** A second start with a folder opens that folder in the app that runs already. */
async function openAlso(workspace: Workspace, { data, starter }: StartArguments): Promise<void> {
  if (data !== undefined && data !== workspace.folder) await workspace.open(data, starter);
}

/** Holds the quit, once the windows are closed, until the server has finished what it was saving, and so have we. */
function quitAfter(finish: () => Promise<unknown>): void {
  let finished = false;
  app.on('will-quit', (event) => {
    if (finished) return;
    event.preventDefault();
    void finish().finally(() => {
      finished = true;
      app.quit();
    });
  });
}

/** Runs an action of the user; errors are shown in a dialog, because a packed app has no console. */
function attempt(action: Promise<unknown>): void {
  action.catch((error: Error) => {
    console.error(error);
    dialog.showErrorBox('Could not complete the action', error.message);
  });
}

/** What a second start passes to the running app. */
interface SecondStart {
  argv: string[];
  cwd: string;
}

function isSecondStart(value: unknown): value is SecondStart {
  if (typeof value !== 'object' || value === null) return false;
  const { argv, cwd } = value as Partial<Record<string, unknown>>;
  return typeof cwd === 'string' && Array.isArray(argv) && argv.every((word) => typeof word === 'string');
}

/**
 * Gives Chromium's profile a folder of its own on macOS: by default it would share one with the state of the server,
 * and deleting it to reset the app would take run history and trust decisions along. The settings move with it.
 */
function placeUserData(): void {
  if (process.platform !== 'darwin') {
    app.setPath('userData', join(app.getPath('appData'), 'plinth'));
    return;
  }
  const folder = join(app.getPath('appData'), 'Plinth App');
  const before = join(app.getPath('appData'), 'plinth', 'settings.json');
  if (!existsSync(folder) && existsSync(before)) {
    mkdirSync(folder, { recursive: true });
    copyFileSync(before, join(folder, 'settings.json'));
  }
  app.setPath('userData', folder);
}

/** Shows the licences of Plinth and of everything in the package. */
async function showLicences(): Promise<void> {
  const packed = join(process.resourcesPath, 'licences');
  const problem = await shell.openPath(app.isPackaged ? packed : join(app.getAppPath(), 'LICENSE'));
  if (problem !== '') dialog.showErrorBox('Could not show the licenses', problem);
}
