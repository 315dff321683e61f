import { type BrowserWindowConstructorOptions, type Session, shell, type WebContents } from 'electron';
import { isOrder } from './pages.js';

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
} as const satisfies BrowserWindowConstructorOptions['webPreferences'];

/** Whether an address belongs to the server we started; false while there is none. */
export function isOwn(address: string, server: string | undefined): boolean {
  const url = URL.parse(address);
  return url !== null && server !== undefined && url.origin === new URL(server).origin;
}

/**
 * Opens an https or mailto address with the system's own program.
 * @returns false, and opens nothing, for every other scheme: what a `file:` or `smb:` address starts is code
 */
export async function openOutside(address: unknown): Promise<boolean> {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'mailto:')) return false;
  await shell.openExternal(url.href);
  return true;
}

/**
 * Keeps a page where it belongs: it may move within our server; links elsewhere open in the user's browser,
 * frames and redirects elsewhere are refused, and so are embedded browsers.
 * @param server the address of the running server at the time of asking
 */
export function guardNavigation(
  contents: WebContents,
  server: () => string | undefined,
  devTools: boolean,
): void {
  contents.on('will-navigate', (event) => {
    if (isOwn(event.url, server())) return;
    event.preventDefault();
    // The links of our own pages are orders to the window, addresses of nothing.
    if (!isOrder(event.url)) void openOutside(event.url);
  });
  contents.on('will-frame-navigate', (event) => {
    // The main frame is the business of will-navigate. A frame may also show what its own page wrote into it.
    if (event.isMainFrame || event.url === 'about:blank' || event.url === 'about:srcdoc') return;
    if (!isOwn(event.url, server())) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isOwn(event.url, server())) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (isOwn(url, server())) {
      // A file or a preview in a window of its own: without the preload, so without the bridge.
      const webPreferences = { ...HARDENED, devTools };
      return { action: 'allow', overrideBrowserWindowOptions: { autoHideMenuBar: true, webPreferences } };
    }
    void openOutside(url);
    return { action: 'deny' };
  });
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
