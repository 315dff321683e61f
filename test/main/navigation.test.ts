import { app, BrowserWindow, dialog, session, shell } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { denyPermissions, guardNavigation, HARDENED, isOwn, openOutside } from '../../main/navigation.js';
import { contentsOf, navigates, type RecordingSession } from './stand-in.js';

const SERVER = 'http://127.0.0.1:4180';

function guarded(server: string | undefined = SERVER) {
  const window = new BrowserWindow();
  guardNavigation(window.webContents, { server: () => server, devTools: false, preload: '/app/preload.cjs' });
  return contentsOf(window);
}

const outside = () => vi.spyOn(shell, 'openExternal').mockResolvedValue();

afterEach(() => {
  vi.restoreAllMocks();
  for (const window of BrowserWindow.getAllWindows()) window.destroy();
});

describe('the origin of our server', () => {
  it.each([
    ['http://127.0.0.1:4180/admin/', true],
    ['http://127.0.0.1:4180', true],
    ['http://127.0.0.1:4181/admin/', false],
    ['http://localhost:4180/', false],
    ['https://127.0.0.1:4180/', false],
    ['http://127.0.0.1:4180@evil.example/', false],
    ['http://127.0.0.1:4180.evil.example/', false],
    ['data:text/html,hello', false],
    ['file:///etc/passwd', false],
    ['not an address', false],
  ])('%s is own: %s', (address, own) => {
    expect(isOwn(address, SERVER)).toBe(own);
  });

  it('owns nothing while no server runs', () => {
    expect(isOwn('http://127.0.0.1:4180/', undefined)).toBe(false);
  });
});

describe('a page', () => {
  it.each(['will-navigate', 'will-redirect'])('may move within our server (%s)', (name) => {
    expect(navigates(guarded(), name, `${SERVER}/admin/collections/blog`)).toBe(true);
  });

  it.each(['https://example.org/page', 'http://example.org/', 'http://localhost:4321/journal'])(
    'may not leave our server, and its link to %s opens in the browser',
    (url) => {
      const opened = outside();
      expect(navigates(guarded(), 'will-navigate', url)).toBe(false);
      expect(opened).toHaveBeenCalledExactlyOnceWith(url);
    },
  );

  it('tells when the system has no program for a link', async () => {
    outside().mockRejectedValue(new Error('No application is registered'));
    const told = vi.spyOn(dialog, 'showErrorBox').mockReturnValue();
    navigates(guarded(), 'will-navigate', 'mailto:a@example.org');
    await vi.waitFor(() => expect(told.mock.calls[0]?.[1]).toContain('No application is registered'), {
      timeout: 15_000,
    });
  });

  it.each(['file:///etc/passwd', 'javascript:alert(1)', 'smb://host/share', 'data:,x'])(
    'gets nowhere with %s, inside or outside',
    (url) => {
      const opened = outside();
      expect(navigates(guarded(), 'will-navigate', url)).toBe(false);
      expect(opened).not.toHaveBeenCalled();
    },
  );

  it('is not redirected elsewhere, and nothing opens for it', () => {
    const opened = outside();
    expect(navigates(guarded(), 'will-redirect', 'https://example.org/')).toBe(false);
    expect(navigates(guarded(), 'will-redirect', 'http://localhost:4999/')).toBe(false);
    expect(navigates(guarded(), 'will-redirect', 'http://localhost:4999/', false)).toBe(true);
    expect(navigates(guarded(), 'will-redirect', 'https://example.org/', false)).toBe(false);
    expect(opened).not.toHaveBeenCalled();
  });

  it.each([
    [`${SERVER}/stream/blog/first/file`, true],
    ['about:srcdoc', true],
    ['chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html', true],
    ['chrome-extension://other/index.html', false],
    ['https://example.org/', false],
    ['data:text/html,x', false],
    // The preview of a site.
    ['http://localhost:4999/journal/harbour', true],
    ['http://127.0.0.1:4999/', true],
    ['http://localhost.example.org:4999/', false],
    ['https://localhost:4999/', false],
    ['http://192.168.0.7:4999/', false],
  ])('may frame %s: %s', (url, allowed) => {
    expect(navigates(guarded(), 'will-frame-navigate', url, false)).toBe(allowed);
  });

  it('cannot embed a browser of its own', () => {
    expect(navigates(guarded(), 'will-attach-webview', '')).toBe(false);
  });

  it('opens no window elsewhere; the browser gets web and mail addresses', () => {
    const opened = outside();
    const contents = guarded();
    for (const url of ['https://example.org/', 'mailto:a@example.org', 'file:///etc/passwd', 'about:blank']) {
      expect(contents.openHandler({ url })).toEqual({ action: 'deny' });
    }
    expect(opened.mock.calls).toEqual([['https://example.org/'], ['mailto:a@example.org']]);
  });

  it('opens a window of our server hardened and without the bridge', () => {
    const answer = guarded().openHandler({ url: `${SERVER}/stream/blog/first/file` });
    expect(answer.action).toBe('allow');
    expect(answer.overrideBrowserWindowOptions?.webPreferences).toEqual({ ...HARDENED, devTools: false });
  });

  it('opens a further window of the admin as a full one, hardened and with the bridge', () => {
    const answer = guarded().openHandler({ url: `${SERVER}/admin/c/notes/new` });
    expect(answer.overrideBrowserWindowOptions?.webPreferences).toEqual({
      ...HARDENED,
      devTools: false,
      preload: '/app/preload.cjs',
    });
  });

  it('has its links to the window itself neither followed nor opened', () => {
    const opened = outside();
    expect(navigates(guarded(), 'will-navigate', 'https://plinth.invalid/open')).toBe(false);
    expect(opened).not.toHaveBeenCalled();
  });
});

describe('opening outside', () => {
  it.each([undefined, 42, '', 'https:', 'file:///etc/passwd', 'ms-settings:', 'vscode://x', '../file'])(
    'rejects %s',
    async (address) => {
      const opened = outside();
      expect(await openOutside(address)).toBe(false);
      expect(opened).not.toHaveBeenCalled();
    },
  );
});

describe('permissions', () => {
  const own = session.defaultSession as RecordingSession;
  denyPermissions(own, () => SERVER);
  const requested = (permission: string, requestingUrl: string) =>
    new Promise((resolve) => own.permissionRequestHandler(null, permission, resolve, { requestingUrl }));

  it.each(['geolocation', 'media', 'notifications', 'clipboard-read', 'openExternal', 'hid', 'unknown'])(
    'rejects %s to our own page',
    async (permission) => {
      expect(await requested(permission, `${SERVER}/admin/`)).toBe(false);
      expect(own.permissionCheckHandler(null, permission, SERVER)).toBe(false);
    },
  );

  it('lets our own page, and no other, write to the clipboard', async () => {
    expect(await requested('clipboard-sanitized-write', `${SERVER}/admin/`)).toBe(true);
    expect(own.permissionCheckHandler(null, 'clipboard-sanitized-write', `${SERVER}/`)).toBe(true);
    expect(await requested('clipboard-sanitized-write', 'https://example.org/')).toBe(false);
    expect(own.permissionCheckHandler(null, 'clipboard-sanitized-write', '')).toBe(false);
  });
});

it('stays within the stand-in: no test starts a browser', () => {
  expect(app.commandLine.hasSwitch('remote-debugging-port')).toBe(false);
});
