/**
 * The desktop app's start, in order: one instance, ready, settings, server, window; and its quit.
 * The admin itself is a page of the server (`server/`), which runs in a process of its own.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, Menu, session } from 'electron';
import { readArguments, type StartArguments } from './arguments.js';
import { registerBridge } from './bridge.js';
import { menuTemplate } from './menu.js';
import { denyPermissions, guardNavigation } from './navigation.js';
import { createServerProcess } from './server-process.js';
import { openSettings } from './settings.js';
import { createMainWindow, type MainWindow } from './window.js';
import { createWorkspace, type Workspace } from './workspace.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const devTools = !app.isPackaged;

if (app.isPackaged) {
  // Whoever can reach a debugging port can do what the app can.
  for (const name of ['remote-debugging-port', 'remote-debugging-pipe']) app.commandLine.removeSwitch(name);
}

if (app.requestSingleInstanceLock()) {
  app.enableSandbox();
  // Not awaited: Electron gets ready only after this module has been run to its end.
  void app.whenReady().then(start);
} else {
  app.quit();
}

async function start(): Promise<void> {
  const settings = await openSettings(join(app.getPath('userData'), 'settings.json'));
  const { data, port, starter, ...places } = readArguments(process.argv, process.cwd());
  let window: MainWindow | undefined;

  const server = createServerProcess({
    script: here('../server/cli/desktop-server.js'),
    onState: (state) => window?.notify(state),
    onRecovered: (listening) => attempt(workspace.recovered(listening)),
  });

  const workspace = createWorkspace({
    server,
    settings,
    places,
    port,
    openWindow: () => window,
    window: () => {
      window ??= createMainWindow({
        preload: here('preload.cjs'),
        settings,
        devTools,
        server: () => workspace.url,
        onOrder: (order) => attempt(workspace.obey(order)),
        onClosed: () => {
          window = undefined;
        },
      });
      return window;
    },
    onChange: () => showMenu(),
  });

  const showMenu = () => Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(menuActions())));
  const menuActions = () => ({
    recent: settings.value.recent,
    folderIsOpen: workspace.url !== undefined,
    devTools,
    isMac: process.platform === 'darwin',
    chooseFolder: () => attempt(workspace.choose()),
    openRecent: (folder: string) => attempt(workspace.open(folder)),
    clearRecent: () => attempt(settings.change({ recent: [] }).then(showMenu)),
    createFrom: (starter: string) => attempt(workspace.createFrom(starter)),
    revealFolder: () => attempt(workspace.reveal()),
    copyAddress: () => attempt(workspace.copyAddress()),
    restartServer: () => attempt(workspace.restartServer()),
  });

  app.on('web-contents-created', (_event, contents) =>
    guardNavigation(contents, () => workspace.url, devTools),
  );
  denyPermissions(session.defaultSession, () => workspace.url);
  registerBridge({
    chooseFolder: () => workspace.choose(),
    revealFolder: () => workspace.reveal(),
    restartServer: () => workspace.restartServer(),
    serverState: () => server.state,
    serverUrl: () => workspace.url,
  });
  showMenu();

  app.on('second-instance', (_event, argv, cwd) => {
    window?.focus();
    attempt(openAlso(workspace, readArguments(argv, cwd)));
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

/** Lets an action run on its own; what it throws is an error of ours and goes to the log. */
function attempt(action: Promise<unknown>): void {
  action.catch((error: Error) => console.error(error));
}
