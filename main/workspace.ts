import { BrowserWindow, clipboard, dialog, type Session, shell } from 'electron';
import type { ServerState } from '../server/contract/desktop.js';
import { problemWithFolder } from './data-folder.js';
import { failedPage, openingPage } from './pages.js';
import { type ChosenPort, isFree } from './port.js';
import type { Listening } from './server-child.js';
import type { ServerProcess } from './server-process.js';
import { t } from './texts.js';
import { closeWindow, focusWindow, load, notify, showPage } from './window.js';

/** A progress bar without an end, or none. Linux has only bars with an end; the page of the window shows one anyway. */
function showBusy(window: BrowserWindow, busy: boolean): void {
  if (process.platform !== 'linux') window.setProgressBar(busy ? 2 : -1);
}

/** One open folder with its server and its windows. Windows of other folders share nothing with it. */
export interface Workspace {
  readonly folder: string;
  /** Cookies and storage of its windows, which no other folder's windows have. */
  readonly session: Session;
  /** URL of the server, also of one that just stopped. */
  readonly url: string | undefined;
  readonly state: ServerState;
  /** The folder of its log files, once it has any. */
  readonly logs: string | undefined;
  windows(): BrowserWindow[];
  /** Shows the folder: its window, or a new one at a page of the admin when a path below `/admin` is given. */
  show(path?: string): Promise<void>;
  /** Starts the server again after a failure, in the window that shows it. */
  retry(): Promise<void>;
  /** The server runs again after a crash: sign the pages in again, or load them when the URL changed. */
  recovered(listening: Listening): Promise<void>;
  restartServer(): Promise<void>;
  reveal(): Promise<void>;
  copyAddress(): Promise<void>;
  /** Opens the admin in the user's browser, signed in by a one-time link. */
  openInBrowser(): Promise<void>;
  /** Opens the documentation, which the server shows without credentials, in the user's browser. */
  showDocumentation(): Promise<void>;
  /** Shows the folder of the log files. */
  showLogs(): Promise<void>;
  /** Tells the server to stop, at once and without waiting; the id of its process where there is one. */
  halt(): number | undefined;
  /** Closes its windows and stops the server. False when the user keeps a window for its unsaved changes. */
  end(): Promise<boolean>;
}

export interface WorkspaceOptions {
  folder: string;
  server: ServerProcess;
  session: Session;
  places: { cache?: string; state?: string };
  /** Fills an empty folder at the first start. */
  starter?: string | undefined;
  makeWindow(): BrowserWindow;
  choosePort(): Promise<ChosenPort>;
  /** The folder is open at this URL. */
  onOpened(url: string, port: ChosenPort): void;
  /** What can be done with the folder changed. */
  onChange(): void;
}

export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { folder, server, session, places } = options;
  let url: string | undefined;
  let starter = options.starter;
  let ended = false;

  // Also windows that a page of the admin has opened: they get the session of that page.
  const windows = () =>
    BrowserWindow.getAllWindows().filter(({ webContents }) => webContents.session === session);

  async function start(window: BrowserWindow, path: string): Promise<void> {
    showBusy(window, true);
    try {
      await showPage(window, openingPage(folder));
      const problem = await problemWithFolder(folder);
      if (problem !== undefined) throw new Error(problem);
      const chosen = await options.choosePort();
      const listening = await server.start({ folder, port: chosen.port, starter, ...places });
      url = listening.url;
      starter = undefined;
      options.onOpened(url, chosen);
      await enter(window, listening, path);
      if (chosen.taken !== undefined) await tellAddress(window, chosen.taken, url);
    } catch (error) {
      // The user may have canceled the opening.
      if (ended || window.isDestroyed()) return;
      options.onChange();
      await showPage(window, failedPage(folder, sentence(error)));
    } finally {
      if (!window.isDestroyed()) showBusy(window, false);
    }
  }

  /** Signs the session in without leaving a page. The session's own fetch keeps the cookie where pages take theirs. */
  async function signIn({ admin }: Pick<Listening, 'admin'>): Promise<boolean> {
    const answer = await session.fetch(admin, { credentials: 'include' }).catch(() => undefined);
    return answer?.ok === true;
  }

  /** Shows the admin. A one-time link is not left in the history of the window. */
  async function enter(window: BrowserWindow, listening: Listening, path: string): Promise<void> {
    const signedIn = await signIn(listening);
    await load(window, signedIn ? `${listening.url}/admin${path}` : listening.admin);
  }

  async function tellAddress(window: BrowserWindow, taken: number, address: string): Promise<void> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'info',
      message: t('The API has another URL today.'),
      detail: t(
        `Another program uses port ${taken}. Sites and apps find this folder at ${address} until it is opened again.`,
      ),
      buttons: [t('OK'), t('Copy URL')],
      defaultId: 0,
      cancelId: 0,
    });
    if (response === 1) await clipboard.writeText(`${address}/api`);
  }

  async function recovered(listening: Listening): Promise<void> {
    const moved = url !== listening.url;
    url = listening.url;
    // Sent again: a page that asked for its session before this moment got none.
    if ((await signIn(listening)) && !moved) notify(windows(), server.state, url);
    else for (const window of windows()) await enter(window, await fresh(listening.url), '/');
  }

  const fresh = async (address: string): Promise<Listening> => ({
    url: address,
    admin: await server.adminLink(),
  });

  return {
    folder,
    session,
    get url() {
      return url;
    },
    get state() {
      return server.state;
    },
    get logs() {
      return server.logs;
    },
    windows,
    async show(path) {
      const [window] = windows();
      if (server.state.state === 'running' && url !== undefined) {
        if (window && path === undefined) return focusWindow(window);
        await enter(options.makeWindow(), await fresh(url), path ?? '/');
      } else if (window) focusWindow(window);
      else await start(options.makeWindow(), path ?? '/');
    },
    async retry() {
      const [window] = windows();
      if (window) await start(window, '/');
    },
    recovered,
    async restartServer() {
      const [window] = windows();
      if (url === undefined) {
        if (window) await start(window, '/');
        return;
      }
      // The pages stay with their unsaved input; they are notified of the new state and signed in again.
      await server.stop();
      const port = Number(new URL(url).port);
      await recovered(await server.start({ folder, port: (await isFree(port)) ? port : 0, ...places }));
    },
    async reveal() {
      // openPath shows the folder's content; it answers with what went wrong, or with nothing.
      const problem = await shell.openPath(folder);
      if (problem !== '') dialog.showErrorBox(t('Could not show the folder'), problem);
    },
    async copyAddress() {
      if (url !== undefined) await clipboard.writeText(`${url}/api`);
    },
    async openInBrowser() {
      await shell.openExternal(await server.adminLink());
    },
    async showDocumentation() {
      if (url !== undefined) await shell.openExternal(`${url}/docs/`);
    },
    async showLogs() {
      const problem =
        server.logs === undefined ? t('Nothing has been logged yet.') : await shell.openPath(server.logs);
      if (problem !== '') dialog.showErrorBox(t('Could not show the logs'), problem);
    },
    halt() {
      const { pid } = server;
      void server.stop();
      return pid;
    },
    async end() {
      for (const window of windows()) if (!(await closeWindow(window))) return false;
      ended = true;
      await server.stop();
      return true;
    },
  };
}

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));
