import {
  type BrowserWindowConstructorOptions,
  dialog,
  type Session,
  shell,
  type WebContents,
} from 'electron';
import { isOrder } from './pages.js';
import { t } from './texts.js';

/** Web preferences of every window: no Node, no shared context, no `<webview>`, all of Chromium's checks. */
export const HARDENED = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  safeDialogs: true,
  // Chromium has none but its viewer of PDF, without which a PDF is not shown but downloaded.
  plugins: true,
} as const satisfies BrowserWindowConstructorOptions['webPreferences'];

/** Chromium's viewer of PDF is an extension, in a frame of the page that shows one. */
const PDF_VIEWER = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/';

/** Whether an address belongs to the server we started; false while there is none. */
export function isOwn(address: string, server: string | undefined): boolean {
  const url = URL.parse(address);
  return url !== null && server !== undefined && url.origin === new URL(server).origin;
}

const OUTSIDE: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:']);

/**
 * Opens a web or mail URL with the system's default app. Throws when there is none.
 * @returns false, without opening anything, for other schemes: a `file:` or `smb:` URL could run code
 */
export async function openOutside(address: unknown): Promise<boolean> {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (url === null || !OUTSIDE.has(url.protocol)) return false;
  await shell.openExternal(url.href);
  return true;
}

/** The same for a link that was followed on a page. */
export function followOutside(address: string): void {
  openOutside(address).catch((error: Error) => {
    dialog.showErrorBox(t('The link could not be opened'), `${address}\n\n${error.message}`);
  });
}

/** Size of a further window, which is not remembered. */
const CHILD_SIZE = { width: 1100, height: 800, minWidth: 480, minHeight: 400, autoHideMenuBar: true };

export interface NavigationOptions {
  /** Address of the running server at the time of asking. */
  server(): string | undefined;
  devTools: boolean;
  /** Path of the built preload, for further windows of the admin. */
  preload: string;
}

/** The preview of a site is at another port of this machine; the pages of the admin say which frames they have. */
function isPreview(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname);
}

/**
 * Restricts navigation of a page to our server; other links open in the user's browser. Frames and redirects to other
 * hosts and embedded browsers are rejected.
 */
export function guardNavigation(
  contents: WebContents,
  { server, devTools, preload }: NavigationOptions,
): void {
  contents.on('will-navigate', (event) => {
    if (isOwn(event.url, server())) return;
    event.preventDefault();
    // Links of our own pages are commands to the window, not URLs.
    if (!isOrder(event.url)) followOutside(event.url);
  });
  contents.on('will-frame-navigate', (event) => {
    // The main frame is the business of will-navigate. A frame may also show what its own page wrote into it.
    if (event.isMainFrame || event.url === 'about:blank' || event.url === 'about:srcdoc') return;
    const isKnown = isOwn(event.url, server()) || isPreview(event.url) || event.url.startsWith(PDF_VIEWER);
    if (!isKnown) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    const isKnown = isOwn(event.url, server()) || (!event.isMainFrame && isPreview(event.url));
    if (!isKnown) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (isOwn(url, server())) {
      const overrideBrowserWindowOptions = furtherWindow(url, { devTools, preload });
      // Otherwise it would be destroyed with the window that opened it, without a question about unsaved changes.
      return { action: 'allow', outlivesOpener: true, overrideBrowserWindowOptions };
    }
    followOutside(url);
    return { action: 'deny' };
  });
}

/**
 * A further window for an address of our server. A page of the admin is a full window; a file or a preview gets no
 * preload, so no bridge.
 */
export function furtherWindow(
  url: string,
  { devTools, preload }: Pick<NavigationOptions, 'devTools' | 'preload'>,
): BrowserWindowConstructorOptions {
  const isAdmin = new URL(url).pathname.startsWith('/admin/');
  return { ...CHILD_SIZE, webPreferences: { ...HARDENED, devTools, ...(isAdmin && { preload }) } };
}

/**
 * Refuses every permission (Electron's default is to grant them), but for writing to the clipboard, which
 * Chromium allows on a user's gesture only and without which no key or address could be copied.
 */
export function denyPermissions(session: Session, server: () => string | undefined): void {
  const allowed = (permission: string, origin: string) =>
    permission === 'clipboard-sanitized-write' && isOwn(origin, server());
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(allowed(permission, details.requestingUrl));
  });
  session.setPermissionCheckHandler((_contents, permission, origin) => allowed(permission, origin));
}
