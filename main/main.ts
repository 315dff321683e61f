/**
 * The desktop app's start, in order: one instance, ready, settings, folders, windows; and its quit.
 * The admin itself is a page of the server (`server/`), which runs in a process of its own for each folder.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, BrowserWindow, Menu, session } from 'electron';
import { menuActions } from './app-actions.js';
import { readArguments, type StartArguments, wordsOf } from './arguments.js';
import { registerBridge } from './bridge.js';
import { commandLine, runCommandLine } from './cli.js';
import { equipWindows } from './equip.js';
import { createFolders, type Folders } from './folders.js';
import { createAppLanguage } from './language.js';
import { failureBox, openLog } from './log.js';
import { openingAtLogin } from './login.js';
import { menuTemplate } from './menu.js';
import { denyPermissions } from './navigation.js';
import { placeUserData } from './places.js';
import { createQuitting } from './quitting.js';
import { showRecent } from './recent.js';
import { listenToRequests, type Requests, type SecondStart } from './requests.js';
import { endWithSession } from './session-end.js';
import { openSettings } from './settings.js';
import { createSpelling } from './spelling.js';
import { speak, t } from './texts.js';
import { createTray } from './tray.js';
import { runningCopy, updatedBy } from './update-place.js';
import { systemUpdates } from './update-source.js';
import { createUpdates } from './updates.js';
import { whenChanged } from './when-changed.js';
import { createWindow } from './window.js';
import { workspaceMaker } from './workspace-maker.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const devTools = !app.isPackaged;
const isMac = process.platform === 'darwin';
const preload = here('preload.cjs');
/** How many words of the command line name the program: in development the folder of the app is one. */
const skip = app.isPackaged ? 1 : 2;

// The id that electron-builder.yml gives: windows and notifications of one app are grouped by it on Windows.
if (process.platform === 'win32') app.setAppUserModelId('dev.plinth.app');
placeUserData();
// Until the settings are read.
speak('en');
const log = openLog(join(app.getPath('userData'), 'logs', 'app.log'));
const fail = failureBox(log);
// A terminal that was closed is no problem to write about: each message would be the next problem.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

if (app.isPackaged) {
  // A program with access to a debugging port can do everything the app can.
  for (const name of ['remote-debugging-port', 'remote-debugging-pipe']) app.commandLine.removeSwitch(name);
}

// Electron reorders the command line of a second start and adds switches to it; this copy arrives as it was.
const started: SecondStart = { argv: process.argv, cwd: process.cwd() };
const command = commandLine(process.argv, skip);
if (command) {
  // A command runs beside the app and beside other commands.
  runCommandLine(command, here('../server')).catch((error: Error) => {
    process.stderr.write(`plinth: ${error.message}\n`);
    app.exit(1);
  });
} else if (app.requestSingleInstanceLock(started)) {
  app.enableSandbox();
  const requests = listenToRequests(skip);
  process.on('uncaughtException', (error) => fail(t('Plinth has a problem'), error));
  process.on('unhandledRejection', (error) => log.error(error));
  // Not awaited: Electron becomes ready only after this module has been evaluated.
  app
    .whenReady()
    .then(() => start(requests))
    .catch((error: Error) => {
      fail(t('Plinth could not start'), error);
      void log.written().then(() => app.exit(1));
    });
} else {
  app.quit();
}

async function start(requests: Requests): Promise<void> {
  const settings = await openSettings(join(app.getPath('userData'), 'settings.json'), log);
  const args = readArguments(process.argv, { cwd: process.cwd(), skip });
  const quitting = createQuitting(() => attempt(folders.reopen()));
  const spelling = createSpelling(settings, isMac);
  // First of all: the address of downloads is the same for all sessions.
  spelling.prepare(session.defaultSession);
  const onChange = () => showMenu();
  const language = createAppLanguage(settings, onChange);
  const folders: Folders = createFolders({
    settings,
    starters: here('../../resources/starters'),
    makeWorkspace: workspaceMaker({
      settings,
      script: here('../server/cli/desktop-server.js'),
      preload,
      devTools,
      language,
      spelling,
      places: { cache: args.cache, state: args.state },
      attempt,
      onChange,
    }),
    makeWelcomeWindow: () =>
      createWindow({ preload, devTools, place: settings.value.place, onPlace: () => undefined }),
    isQuitting: () => quitting.now,
    onRecent: (folder) => {
      if (process.platform !== 'linux') app.addRecentDocument(folder);
    },
    onChange,
  });

  const findPreload = here('find-page.cjs');
  const tools = equipWindows({ folders, quitting, spelling, devTools, preload, findPreload, attempt });
  const tray = createTray({
    folders,
    icons: here('../../resources/icons/tray'),
    isWanted: () => settings.value.keepServing,
    showAll: () => attempt(folders.resume()),
    show: (folder) => attempt(folders.open(folder)),
    stop: (folder) => attempt(folders.stop(folder)),
    quit: () => app.quit(),
  });
  const login = openingAtLogin();
  const updates = createUpdates({
    by: updatedBy(runningCopy()),
    source: () => systemUpdates(log),
    settings,
    log,
    endWith: quitting.endWith,
    startAgain: quitting.startAgain,
    onChange,
  });
  const actions = () =>
    menuActions({
      folders,
      settings,
      spelling,
      tools,
      updates,
      login,
      log,
      devTools,
      isMac,
      attempt,
      // A click has changed the mark of its item, also where what it does fails.
      onChange: () => {
        drawMenu = whenChanged();
        showMenu();
      },
    });
  let drawMenu = whenChanged();
  const drawRecent = whenChanged();
  const showMenu = () => {
    const template = menuTemplate(actions());
    drawMenu(template, () => Menu.setApplicationMenu(Menu.buildFromTemplate(template)));
    const { recent } = settings.value;
    drawRecent([recent, settings.value.language], () =>
      showRecent(recent, (folder) => attempt(folders.open(folder))),
    );
    tray.update();
  };

  denyPermissions(session.defaultSession, () => undefined);
  registerBridge({
    workspaceOf: (contents) => folders.of(contents.session),
    chooseFolder: (contents) => folders.choose(BrowserWindow.fromWebContents(contents) ?? undefined),
    openDropped: (path) => attempt(folders.openDropped(path)),
    textIs: (contents, tag) => spelling.textIs(contents.session, tag),
    pageIs: language.pageIs,
  });
  showMenu();
  app.on('browser-window-focus', showMenu);
  app.on('activate', (_event, hasWindows) => {
    if (!hasWindows) attempt(folders.resume());
  });
  app.on('window-all-closed', () => {
    const served = folders.all().some(({ state }) => state.state === 'running');
    if (!isMac && !(settings.value.keepServing && served)) app.quit();
  });
  endWithSession(folders, quitting);
  // Settings that cannot be written must not end the servers in the middle of their work.
  quitting.finishWith(() => Promise.allSettled([folders.endAll(), settings.change({}), log.written()]));
  if (app.isPackaged) app.setAsDefaultProtocolClient('plinth');
  updates.begin();

  const early = requests.handle((asked) => {
    if (quitting.finishing) quitting.startAgain(wordsOf(asked));
    else attempt(openAsked(folders, asked));
  });
  const { links } = early;
  await openAsked(folders, {
    ...args,
    folders: [...args.folders, ...early.folders],
    links: [...args.links, ...links],
  });
}

/** Opens what was asked for, or what was open last. */
async function openAsked(
  folders: Folders,
  { folders: paths, links, port, starter }: StartArguments,
): Promise<void> {
  if (paths.length + links.length === 0) return folders.resume();
  const [first, ...others] = paths;
  // Port and starter are for the folder that was named with them.
  if (first !== undefined) await folders.open(first, { port, starter });
  await Promise.all(others.map((folder) => folders.open(folder)));
  for (const link of links) await folders.follow(link);
}

/** Runs an action of the user; errors are shown in a dialog, because a packed app has no console. */
function attempt(action: Promise<unknown>): void {
  action.catch((error: Error) => fail(t('Could not complete the action'), error));
}
