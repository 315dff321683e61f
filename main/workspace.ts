import { basename } from 'node:path';
import { clipboard, dialog, shell } from 'electron';
import type { ServerState } from '../server/contract/desktop.js';
import { askForFolder, isEmptyFolder, problemWithFolder, withRecent } from './data-folder.js';
import { failedPage, type Order, openingPage, STARTERS, welcomePage } from './pages.js';
import { DEFAULT_PORT, freePort } from './port.js';
import type { Listening } from './server-child.js';
import type { ServerProcess } from './server-process.js';
import type { SettingsFile } from './settings.js';
import type { MainWindow } from './window.js';

/** A progress bar without an end; -1 takes it away. */
const INDETERMINATE = 2;

/** The open folder with its server and its window, and what the menu, the bridge and our own pages do to them. */
export interface Workspace {
  /** The folder that is open or was tried last. */
  readonly folder: string | undefined;
  /** Address of the server, also of one that just stopped. */
  readonly url: string | undefined;
  /** Opens the window with the folder, or with the welcome page when there is none. `starter` fills an empty one. */
  show(folder: string | undefined, starter?: string): Promise<void>;
  /** Opens another folder. False when the user kept the unsaved changes of this one. */
  open(folder: string, starter?: string): Promise<boolean>;
  /** Asks for a folder and opens it. False when the user cancelled. */
  choose(): Promise<boolean>;
  /** Asks for an empty folder, fills it with a starter and opens it. */
  createFrom(starter: string): Promise<boolean>;
  reveal(): Promise<void>;
  copyAddress(): Promise<void>;
  /** Opens the admin in the user's browser, signed in by a one-time link. */
  openInBrowser(): Promise<void>;
  /** Opens the documentation, which the server shows without credentials, in the user's browser. */
  showDocumentation(): Promise<void>;
  /** Shows the folder of the log files. */
  showLogs(): Promise<void>;
  restartServer(): Promise<void>;
  execute(order: Order): Promise<void>;
  /** The server runs again after a crash: sign the page in again, or reload it when the URL changed. */
  recovered(listening: Listening): Promise<void>;
}

export interface WorkspaceOptions {
  server: ServerProcess;
  settings: SettingsFile;
  places: { cache?: string; state?: string };
  /** The folder of the starters. */
  starters?: string;
  /** The port of this run, instead of the remembered one, which stays remembered. */
  port?: number | undefined;
  /** The window, made when there is none. */
  window(): MainWindow;
  /** The window if there is one. */
  openWindow(): MainWindow | undefined;
  /** Tells the pages of all windows about the server. */
  notify(state: ServerState): void;
  /** Closes all further windows. False when the user keeps one of them for its unsaved changes. */
  closeOthers(): Promise<boolean>;
  /** The list of recent folders or what can be done with the open one changed. */
  onChange(): void;
}

/** Ties folder, server and window together. */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { server, settings, places } = options;
  let folder: string | undefined;
  let url: string | undefined;
  /** The starter of a folder that could not be opened yet, for another try. */
  let untried: string | undefined;

  const parent = () => options.openWindow()?.browserWindow;

  async function start(starter?: string): Promise<void> {
    if (folder === undefined) return;
    const opened = folder;
    const window = options.window();
    try {
      const problem = await problemWithFolder(opened);
      if (problem !== undefined) throw new Error(problem);
      const port = await freePort(options.port ?? settings.value.port ?? DEFAULT_PORT);
      const listening = await server.start({ folder: opened, port, starter, ...places });
      url = listening.url;
      untried = undefined;
      remember(opened, listening.url);
      await window.showAdmin(listening.admin);
    } catch (error) {
      // The user may have opened another folder in the meantime; its page must not be replaced.
      if (folder !== opened) return;
      options.onChange();
      await window.showPage(failedPage(opened, sentence(error)));
    }
  }

  /** Saves the folder for the next start. A failure to write the settings must not prevent using the folder. */
  function remember(opened: string, address: string): void {
    const recent = withRecent(settings.value.recent, opened);
    const port = options.port === undefined ? (settings.value.port ?? portOf(address)) : settings.value.port;
    settings
      .change({ folder: opened, recent, ...(port === undefined ? {} : { port }) })
      .catch((error: Error) => console.error(`The settings were not saved: ${error.message}`));
    options.onChange();
  }

  /** Whether a folder can take the place of the one that is open, which stays open and untouched until then. */
  async function canReplace(next: string, starter: string | undefined): Promise<boolean> {
    const bar = parent();
    bar?.setProgressBar(INDETERMINATE);
    try {
      const problem = await problemWithFolder(next);
      if (problem !== undefined) throw new Error(problem);
      // A starter is poured into an empty folder once; there is nothing to try out in it.
      if (starter === undefined) await server.tryOut({ folder: next, port: 0, ...places });
      return true;
    } catch (error) {
      dialog.showErrorBox(`${basename(next)} could not be opened`, sentence(error));
      return false;
    } finally {
      if (bar && !bar.isDestroyed()) bar.setProgressBar(-1);
    }
  }

  async function open(next: string, starter?: string): Promise<boolean> {
    const window = options.window();
    const other = server.state.state === 'running' && next !== folder;
    if (other && !(await canReplace(next, starter))) return false;
    // A further window left open would save into the other folder.
    if (!(await options.closeOthers())) return false;
    // Leaving the page comes first: it is where unsaved changes may hold the user back.
    if (!(await window.showPage(openingPage(next)))) return false;
    folder = next;
    url = undefined;
    untried = starter;
    options.onChange();
    // A server that is stopped before the next one starts frees the port that outside programs know.
    await server.stop();
    await start(starter);
    return true;
  }

  /** Cancels an opening. */
  async function cancel(): Promise<void> {
    folder = undefined;
    await server.stop();
    await options.window().showPage(welcomePage(settings.value.recent, options.starters));
  }

  async function choose(): Promise<boolean> {
    const chosen = await askForFolder(parent(), 'Open a folder with content', folder);
    return chosen !== undefined && open(chosen);
  }

  async function createFrom(starter: string): Promise<boolean> {
    const label = STARTERS.find(({ id }) => id === starter)?.label ?? starter;
    const chosen = await askForFolder(
      parent(),
      `Choose an empty folder for the new ${label.toLowerCase()}`,
      undefined,
    );
    if (chosen === undefined) return false;
    if (await isEmptyFolder(chosen)) return open(chosen, starter);
    dialog.showErrorBox(
      'This folder is not empty',
      `A starter can only be created in an empty folder.\n\n${chosen}\n\nCreate a new folder, or open this one as it is.`,
    );
    return false;
  }

  async function recovered(listening: Listening): Promise<void> {
    const window = options.openWindow();
    url = listening.url;
    if (!window) return;
    // Sent again: a page that asked for its session before this moment got none.
    if (await window.signIn(listening.admin)) options.notify(server.state);
    else await window.showAdmin(await server.adminLink());
  }

  async function showLogs(): Promise<void> {
    const problem =
      server.logs === undefined ? 'Nothing has been logged yet.' : await shell.openPath(server.logs);
    if (problem !== '') dialog.showErrorBox('Could not show the logs', problem);
  }

  return {
    get folder() {
      return folder;
    },
    get url() {
      return url;
    },
    async show(wanted, starter) {
      const window = options.window();
      if (server.state.state === 'running') await window.showAdmin(await server.adminLink());
      else if (wanted !== undefined) await open(wanted, starter);
      else await window.showPage(welcomePage(settings.value.recent, options.starters));
    },
    open,
    choose,
    createFrom,
    async reveal() {
      // openPath shows the folder's content; it answers with what went wrong, or with nothing.
      const problem = folder === undefined ? '' : await shell.openPath(folder);
      if (problem !== '') dialog.showErrorBox('Could not show the folder', problem);
    },
    async openInBrowser() {
      await shell.openExternal(await server.adminLink());
    },
    async showDocumentation() {
      if (url !== undefined) await shell.openExternal(`${url}/docs/`);
    },
    showLogs,
    async copyAddress() {
      if (url !== undefined) await clipboard.writeText(`${url}/api`);
    },
    async restartServer() {
      if (folder === undefined) return;
      if (url === undefined) {
        await open(folder);
        return;
      }
      // The page stays with its unsaved input; it is notified of the new state and signed in again.
      await server.stop();
      const port = await freePort(portOf(url));
      await recovered(await server.start({ folder, port, ...places }));
    },
    async execute(order) {
      if (order.order === 'open') await choose();
      else if (order.order === 'starter') await createFrom(order.id);
      else if (order.order === 'logs') await showLogs();
      else if (order.order === 'cancel') await cancel();
      else if (order.order === 'retry') await (folder === undefined ? choose() : open(folder, untried));
      else {
        const recent = settings.value.recent[order.index];
        if (recent !== undefined) await open(recent);
      }
    },
    recovered,
  };
}

const portOf = (address: string) => Number(new URL(address).port);

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));
