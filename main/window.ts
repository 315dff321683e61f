import {
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  nativeTheme,
  type Session,
  screen,
} from 'electron';
import type { ServerState } from '../server/contract/desktop.js';
import type { BridgeNotice } from './channels.js';
import { HARDENED, isOwn } from './navigation.js';
import { type Order, orderOf } from './pages.js';
import type { WindowBounds, WindowPlace } from './settings.js';

export interface WindowOptions {
  /** Path of the built preload. */
  preload: string;
  devTools: boolean;
  /** Cookies and storage of the window; the app's own pages need none. */
  session?: Session;
  /** Where it was left. */
  place: WindowPlace;
  /** It was moved. */
  onPlace(place: WindowPlace): void;
}

/** A page that crashes twice within this time, in ms, is not reloaded again. */
const RELOAD_PAUSE = 10_000;

const DEFAULT_SIZE = { width: 1280, height: 860 };
/** How far a window is moved from one that is in its place. */
const STEP = 28;

/** Makes a window, hardened, where it was left. */
export function createWindow({ preload, devTools, session, place, onPlace }: WindowOptions): BrowserWindow {
  const options: BrowserWindowConstructorOptions = {
    ...DEFAULT_SIZE,
    ...beside(visible(place.bounds)),
    minWidth: 480,
    minHeight: 400,
    title: 'Plinth',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1a1d23' : '#fafaf8',
    webPreferences: { ...HARDENED, preload, devTools, ...(session && { session }) },
  };
  const window = new BrowserWindow(options);
  if (place.maximized) window.maximize();
  rememberPlace(window, onPlace);
  return window;
}

/** Shows one of our own pages. */
export const showPage = (window: BrowserWindow, html: string): Promise<void> =>
  load(window, `data:text/html;charset=utf-8,${encodeURIComponent(html)}`);

/** Loads a URL. A load that is canceled by the next navigation, or by a page that keeps its changes, has not failed. */
export async function load(window: BrowserWindow, address: string): Promise<void> {
  if (window.isDestroyed()) return;
  try {
    await window.loadURL(address);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ERR_ABORTED' && !window.isDestroyed()) throw error;
  }
}

/** Brings a window before the user. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Closes a window. False when the user keeps it for its unsaved changes. */
export function closeWindow(window: BrowserWindow): Promise<boolean> {
  return new Promise((resolve) => {
    window.once('closed', () => resolve(true));
    // The question itself is asked by a listener before this one (`leaving.ts`).
    window.webContents.once('will-prevent-unload', (event) => {
      if (!event.defaultPrevented) resolve(false);
    });
    window.close();
  });
}

/** Commands of our own pages in the window; a page of the server with the same link is ignored. */
export function takeOrders(window: BrowserWindow, onOrder: (order: Order) => void): void {
  const { webContents } = window;
  webContents.on('will-navigate', (event) => {
    const order = webContents.getURL().startsWith('data:') ? orderOf(event.url) : undefined;
    if (order) onOrder(order);
  });
}

/** Reloads a page that has crashed; one that crashes whenever it is shown only once. */
export function reloadAfterCrash({ webContents }: BrowserWindow): void {
  let reloaded = 0;
  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || Date.now() - reloaded < RELOAD_PAUSE) return;
    reloaded = Date.now();
    webContents.reload();
  });
}

/** Tells the pages of a server in these windows about it. */
export function notify(
  windows: readonly BrowserWindow[],
  state: ServerState,
  server: string | undefined,
): void {
  const notice: BridgeNotice = 'plinth:server-state-changed';
  for (const { webContents } of windows) {
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

/** The position, moved away from windows that have the same. */
function beside(bounds: WindowBounds | undefined): WindowBounds | undefined {
  if (!bounds) return undefined;
  const taken = (x: number, y: number) =>
    BrowserWindow.getAllWindows().some((window) => {
      const other = window.getNormalBounds();
      return other.x === x && other.y === y;
    });
  let { x, y } = bounds;
  while (taken(x, y)) {
    x += STEP;
    y += STEP;
  }
  return { ...bounds, x, y };
}

/** Saves the position half a second after the last move and when the window closes. */
function rememberPlace(window: BrowserWindow, onPlace: (place: WindowPlace) => void): void {
  let timer: NodeJS.Timeout | undefined;
  const save = () => {
    clearTimeout(timer);
    onPlace({ bounds: window.getNormalBounds(), maximized: window.isMaximized() });
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
