import { BrowserWindow, dialog, nativeTheme, screen, type WebContents } from 'electron';
import type { ServerState } from '../server/contract/desktop.js';
import type { BridgeNotice } from './channels.js';
import { HARDENED, isOwn } from './navigation.js';
import { type Order, orderOf } from './pages.js';
import type { SettingsFile, WindowBounds } from './settings.js';

/** The app's one window. It shows one of our own pages or the admin of the open folder. */
export interface MainWindow {
  readonly browserWindow: BrowserWindow;
  /** Shows one of our own pages. False when there are unsaved changes and the user wants to keep them. */
  showPage(html: string): Promise<boolean>;
  /** Opens the admin through a one-time link. */
  showAdmin(link: string): Promise<void>;
  /** Renews the session of the page that is shown, without leaving it. False when the link did not work. */
  signIn(link: string): Promise<boolean>;
  /** Brings the window before the user. */
  focus(): void;
}

export interface WindowOptions {
  /** Path of the built preload. */
  preload: string;
  settings: SettingsFile;
  devTools: boolean;
  /** A link on one of our own pages was followed. */
  onOrder(order: Order): void;
  onClosed(): void;
}

/** A page that crashes twice within this time, in ms, is not reloaded again. */
const RELOAD_PAUSE = 10_000;

const DEFAULT_SIZE = { width: 1280, height: 860 };

/** Makes the window, hardened, where it was left. */
export function createMainWindow(options: WindowOptions): MainWindow {
  const { settings } = options;
  const window = new BrowserWindow({
    ...DEFAULT_SIZE,
    ...visible(settings.value.bounds),
    minWidth: 480,
    minHeight: 400,
    title: 'Plinth',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1a1d23' : '#fafaf8',
    webPreferences: { ...HARDENED, preload: options.preload, devTools: options.devTools },
  });
  if (settings.value.maximized) window.maximize();
  rememberPlace(window, settings);

  const { webContents } = window;
  let stay: (() => void) | undefined;
  // The question itself is asked for every window (`guardWindow`), before this listener runs.
  webContents.on('will-prevent-unload', (event) => {
    if (!event.defaultPrevented) stay?.();
  });
  webContents.on('will-navigate', (event) => {
    // Only our own pages can send commands; a page of the server with the same link is ignored.
    const order = webContents.getURL().startsWith('data:') ? orderOf(event.url) : undefined;
    if (order) options.onOrder(order);
  });
  window.once('closed', () => options.onClosed());

  return {
    browserWindow: window,
    showPage(html) {
      return new Promise((resolve, reject) => {
        stay = () => resolve(false);
        const address = `data:text/html;charset=utf-8,${encodeURIComponent(html)}`;
        load(window, address).then(() => resolve(true), reject);
      });
    },
    showAdmin: (link) => load(window, link),
    async signIn(link) {
      if (!isOwn(webContents.getURL(), new URL(link).origin)) return false;
      // The session's own fetch keeps the cookie where the page's requests take theirs from.
      const answer = await webContents.session.fetch(link, { credentials: 'include' }).catch(() => undefined);
      return answer?.ok === true;
    },
    focus() {
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
  };
}

/** Loads a URL. A load that is cancelled by the next navigation is not a failure. */
async function load(window: BrowserWindow, address: string): Promise<void> {
  try {
    await window.loadURL(address);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ERR_ABORTED' && !window.isDestroyed()) throw error;
  }
}

/**
 * What every window needs, also one that a page has opened: a question before unsaved changes are left, and a reload
 * when its page crashes.
 */
export function guardWindow(contents: WebContents): void {
  contents.on('will-prevent-unload', (event) => {
    if (askToLeave(BrowserWindow.fromWebContents(contents))) event.preventDefault();
  });
  let reloaded = 0;
  contents.on('render-process-gone', (_event, { reason }) => {
    // A page that crashes whenever it is shown is reloaded once.
    if (reason === 'clean-exit' || Date.now() - reloaded < RELOAD_PAUSE) return;
    reloaded = Date.now();
    contents.reload();
  });
}

/** Electron asks nothing when a page with unsaved changes is left or its window closed: the page would just stay. */
function askToLeave(window: BrowserWindow | null): boolean {
  const question = {
    type: 'question' as const,
    message: 'You have unsaved changes.',
    detail: 'If you leave this page now, they will be lost.',
    buttons: ['Keep editing', 'Leave'],
    defaultId: 0,
    cancelId: 0,
  };
  const answer = window ? dialog.showMessageBoxSync(window, question) : dialog.showMessageBoxSync(question);
  return answer === 1;
}

/** Closes every window but one, one after another. False when the user keeps one for its unsaved changes. */
export async function closeOthers(kept: BrowserWindow | undefined): Promise<boolean> {
  for (const window of BrowserWindow.getAllWindows()) {
    if (window !== kept && !(await closed(window))) return false;
  }
  return true;
}

function closed(window: BrowserWindow): Promise<boolean> {
  return new Promise((resolve) => {
    window.once('closed', () => resolve(true));
    window.webContents.once('will-prevent-unload', (event) => {
      if (!event.defaultPrevented) resolve(false);
    });
    window.close();
  });
}

/** Tells the pages of all windows about the server. */
export function notifyAll(state: ServerState, server: string | undefined): void {
  const notice: BridgeNotice = 'plinth:server-state-changed';
  for (const { webContents } of BrowserWindow.getAllWindows()) {
    if (isOwn(webContents.getURL(), server)) webContents.send(notice, state);
  }
}

/** The saved position, if its title bar is still visible on one of the current displays. */
function visible(bounds: WindowBounds | undefined): WindowBounds | undefined {
  if (!bounds) return undefined;
  const { workArea } = screen.getDisplayMatching(bounds);
  const reachable =
    bounds.x + bounds.width > workArea.x + 100 &&
    bounds.x < workArea.x + workArea.width - 100 &&
    bounds.y >= workArea.y - 10 &&
    bounds.y < workArea.y + workArea.height - 50;
  return reachable ? bounds : undefined;
}

/** Saves the position half a second after the last move and when the window closes. */
function rememberPlace(window: BrowserWindow, settings: SettingsFile): void {
  let timer: NodeJS.Timeout | undefined;
  const save = () => {
    clearTimeout(timer);
    // A failure to save the position is not shown to the user.
    settings
      .change({ bounds: window.getNormalBounds(), maximized: window.isMaximized() })
      .catch((error: Error) => console.error(`The position of the window was not saved: ${error.message}`));
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(save, 500);
  };
  window.on('resize', later);
  window.on('move', later);
  window.on('maximize', later);
  window.on('unmaximize', later);
  window.on('close', save);
}
