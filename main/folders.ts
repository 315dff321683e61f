import { realpathSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import { type BrowserWindow, dialog, type Session } from 'electron';
import { askForFolder, isEmptyFolder, problemWithFolder, withRecent } from './data-folder.js';
import type { FolderLink } from './folder-links.js';
import { type Order, STARTERS, welcomePage } from './pages.js';
import type { ChosenPort } from './port.js';
import type { SettingsFile } from './settings.js';
import { t } from './texts.js';
import { focusWindow, showPage } from './window.js';
import type { Workspace } from './workspace.js';

/** What a folder is opened with. */
export interface OpenOptions {
  /** Id of the starter that fills it when it is empty. */
  starter?: string | undefined;
  /** A page below `/admin`. */
  path?: string | undefined;
  /** The port of this run, instead of the remembered one, which stays remembered. */
  port?: number | undefined;
}

/** The folders that are open, each with a server and windows of its own. */
export interface Folders {
  all(): readonly Workspace[];
  /** The folder that windows of this session show. */
  of(session: Session | undefined): Workspace | undefined;
  /** Opens a folder, or shows the one that is open already. */
  open(folder: string, options?: OpenOptions): Promise<void>;
  /** Opens what was open last, or welcomes. */
  resume(): Promise<void>;
  /** Asks for a folder and opens it. False when the user canceled. */
  choose(parent: BrowserWindow | undefined): Promise<boolean>;
  /** Asks for an empty folder, fills it with a starter and opens it. */
  createFrom(starter: string, parent: BrowserWindow | undefined): Promise<boolean>;
  /** Opens what was dropped, if it is a folder. */
  openDropped(path: unknown): Promise<void>;
  /** Shows what a `plinth:` link names. */
  follow(link: FolderLink): Promise<void>;
  /** Does what a link on one of our own pages says. */
  execute(order: Order, window: BrowserWindow): Promise<void>;
  /** The last window of a folder was closed: by the user, or for the end of the app. */
  windowsClosed(workspace: Workspace, atEnd: boolean): Promise<void>;
  /** Shows the folders again that were closed for an end of the app which has been canceled. */
  reopen(): Promise<void>;
  /** Closes the windows of a folder and stops its server, unless the user keeps one for its unsaved changes. */
  stop(folder: string): Promise<void>;
  /** Stops all servers. */
  endAll(): Promise<void>;
}

export interface FoldersOptions {
  settings: SettingsFile;
  /** The folder of the starters. */
  starters: string;
  makeWorkspace(
    folder: string,
    options: OpenOptions,
    opened: (url: string, port: ChosenPort) => void,
  ): Workspace;
  /** A window for the app's own pages. */
  makeWelcomeWindow(): BrowserWindow;
  isQuitting(): boolean;
  /** A folder is among the recent ones now. */
  onRecent(folder: string): void;
  onChange(): void;
}

export function createFolders(options: FoldersOptions): Folders {
  const { settings } = options;
  const { keep } = settings;
  const open = new Map<string, Workspace>();
  /** Without windows now, to be opened again at the next start. */
  const closedAtEnd = new Set<Workspace>();
  let welcome: BrowserWindow | undefined;

  function remember(folder: string, url: string, chosen: ChosenPort, ofThisRun: number | undefined): void {
    const port = settings.value.folders[folder]?.port ?? Number(new URL(url).port);
    keep(
      settings.changeFolder(folder, ofThisRun === undefined && chosen.taken === undefined ? { port } : {}),
    );
    keep(
      settings.change({
        recent: withRecent(settings.value.recent, folder),
        open: [...settings.value.open.filter((other) => open.has(other) && other !== folder), folder],
      }),
    );
    options.onRecent(folder);
    options.onChange();
  }

  async function openFolder(named: string, how: OpenOptions = {}): Promise<void> {
    const folder = real(named);
    let workspace = open.get(folder);
    if (!workspace) {
      workspace = options.makeWorkspace(folder, how, (url, chosen) =>
        remember(folder, url, chosen, how.port),
      );
      open.set(folder, workspace);
      options.onChange();
    }
    const shown = workspace.show(how.path);
    // Not before the folder has a window: the app quits with its last one.
    welcome?.close();
    await shown;
  }

  async function showWelcome(): Promise<void> {
    if (welcome) return focusWindow(welcome);
    const window = options.makeWelcomeWindow();
    welcome = window;
    window.once('closed', () => {
      welcome = undefined;
    });
    await showPage(window, welcomePage(settings.value.recent, options.starters));
  }

  async function close(workspace: Workspace): Promise<void> {
    if (!(await workspace.end()) || !open.delete(workspace.folder)) return;
    // What was open last is opened again at the next start, so the last one stays in the list.
    if (open.size > 0) {
      keep(settings.change({ open: settings.value.open.filter((other) => other !== workspace.folder) }));
    }
    options.onChange();
  }

  async function choose(parent: BrowserWindow | undefined): Promise<boolean> {
    const startIn = [...open.keys()].at(-1) ?? settings.value.recent[0];
    const chosen = await askForFolder(parent, t('Open a folder with content'), startIn);
    if (chosen !== undefined) await openFolder(chosen);
    return chosen !== undefined;
  }

  async function createFrom(starter: string, parent: BrowserWindow | undefined): Promise<boolean> {
    const label = STARTERS.find(({ id }) => id === starter)?.label() ?? starter;
    const title = t(`Choose an empty folder for the starter “${label}”`);
    const chosen = await askForFolder(parent, title, undefined);
    if (chosen === undefined) return false;
    if (!(await isEmptyFolder(chosen))) {
      dialog.showErrorBox(
        t('This folder is not empty'),
        t(
          `A starter can only be created in an empty folder.\n\n${chosen}\n\nCreate a new folder, or open this one as it is.`,
        ),
      );
      return false;
    }
    await openFolder(chosen, { starter });
    return true;
  }

  async function reopen(): Promise<void> {
    const closed = [...closedAtEnd].filter((workspace) => open.get(workspace.folder) === workspace);
    closedAtEnd.clear();
    await Promise.all(closed.map((workspace) => workspace.show()));
  }

  const of = (session: Session | undefined) =>
    [...open.values()].find((workspace) => workspace.session === session);

  return {
    all: () => [...open.values()],
    of,
    open: openFolder,
    async resume() {
      const folders = [...settings.value.open];
      if (open.size > 0) for (const workspace of open.values()) await workspace.show();
      else if (folders.length === 0) await showWelcome();
      else await Promise.all(folders.map((folder) => openFolder(folder)));
    },
    choose,
    createFrom,
    async openDropped(path) {
      // A page says where it is: the whole path of a folder that is there, and no address of another computer.
      const isPath =
        typeof path === 'string' && path.length <= 4_096 && isAbsolute(path) && !/^[\\/]{2}/.test(path);
      if (isPath && (await problemWithFolder(path)) === undefined) await openFolder(path);
      else dialog.showErrorBox(t('Could not open what was dropped'), t('Drop one folder of this computer.'));
    },
    async follow({ folder, path }) {
      const known = [...new Set([...open.keys(), ...settings.value.recent])];
      const found =
        folder === undefined ? known[0] : known.find((candidate) => basename(candidate) === folder);
      if (found !== undefined) return openFolder(found, { path });
      dialog.showErrorBox(
        t('The link could not be opened'),
        folder === undefined
          ? t('It leads to a folder, but no folder has been opened yet.')
          : t(`It leads to the folder “${folder}”, which has not been opened on this computer.`),
      );
    },
    async execute(order, window) {
      const workspace = of(window.webContents.session);
      if (order.order === 'open') await choose(window);
      else if (order.order === 'starter') await createFrom(order.id, window);
      else if (order.order === 'logs') await workspace?.showLogs();
      else if (order.order === 'retry') await workspace?.retry();
      else if (order.order === 'recent') {
        const recent = settings.value.recent[order.index];
        if (recent !== undefined) await openFolder(recent);
      } else if (workspace) {
        if (open.size === 1) await showWelcome();
        await close(workspace);
      }
    },
    async windowsClosed(workspace, atEnd) {
      if (open.get(workspace.folder) !== workspace) return;
      if (atEnd) {
        closedAtEnd.add(workspace);
        // Windows are closed all at once: this one also after another has been kept.
        if (!options.isQuitting()) await reopen();
        return;
      }
      // A server that does not run is not kept.
      if (settings.value.keepServing && workspace.state.state === 'running') options.onChange();
      else await close(workspace);
    },
    reopen,
    async stop(folder) {
      const workspace = open.get(folder);
      if (workspace) await close(workspace);
    },
    async endAll() {
      await Promise.all([...open.values()].map((workspace) => workspace.end()));
    },
  };
}

/** The same folder by another name is the same folder; one that is gone is reported when it is opened. */
function real(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
