import { app, BrowserWindow, dialog, type Session } from 'electron';
import { offerContextMenu } from './context-menu.js';
import { createFindBar, type FindBar } from './find-bar.js';
import type { Folders } from './folders.js';
import { followButtons, go } from './history.js';
import { createLeaving } from './leaving.js';
import { followOutside, furtherWindow, guardNavigation, isOwn } from './navigation.js';
import { commandPage } from './page-command.js';
import type { Quitting } from './quitting.js';
import type { Spelling } from './spelling.js';
import { t } from './texts.js';
import { focusWindow, reloadAfterCrash, takeOrders } from './window.js';

/** What the menu does to a window. */
export interface WindowTools {
  find(window: BrowserWindow): void;
  findNext(window: BrowserWindow, forward: boolean): void;
  go(window: BrowserWindow, step: 1 | -1): void;
  print(window: BrowserWindow): void;
}

export interface EquipOptions {
  folders: Folders;
  quitting: Quitting;
  spelling: Spelling;
  devTools: boolean;
  /** Paths of the built preloads. */
  preload: string;
  findPreload: string;
  attempt(action: Promise<unknown>): void;
}

/** Gives every window what it needs, also one that a page has opened. */
export function equipWindows(options: EquipOptions): WindowTools {
  const { folders, quitting, spelling, devTools, preload, attempt } = options;
  const bars = new WeakMap<BrowserWindow, FindBar>();
  const serverOf = (session: Session) => folders.of(session)?.url;
  const leaving = createLeaving((window) => commandPage(window.webContents, 'save'), quitting);

  app.on('web-contents-created', (_event, contents) => {
    guardNavigation(contents, { server: () => serverOf(contents.session), devTools, preload });
  });

  function openLink(session: Session, url: string): void {
    if (!isOwn(url, serverOf(session))) {
      followOutside(url);
      return;
    }
    const { webPreferences, ...size } = furtherWindow(url, { devTools, preload });
    const window = new BrowserWindow({ ...size, webPreferences: { ...webPreferences, session } });
    attempt(window.loadURL(url));
  }

  app.on('browser-window-created', (_event, window) => {
    const { session } = window.webContents;
    const isPlace = (address: string) => isOwn(address, serverOf(session));
    leaving.guard(window);
    reloadAfterCrash(window);
    takeOrders(window, (order) => attempt(folders.execute(order, window)));
    followButtons(window, isPlace);
    offerContextMenu(window, {
      devTools,
      spelling: () => spelling.on,
      switchSpelling: (on) => attempt(spelling.switch(on)),
      openLink: (_contents, url) => openLink(session, url),
    });
    let atEnd = false;
    window.on('close', () => {
      atEnd = quitting.now;
    });
    // After the listener that asks: a window that is kept is not closed for the end of the app.
    window.webContents.on('will-prevent-unload', (event) => {
      atEnd &&= event.defaultPrevented;
    });
    window.once('closed', () => {
      const workspace = folders.of(session);
      if (workspace?.windows().length === 0) attempt(folders.windowsClosed(workspace, atEnd || quitting.now));
    });
  });

  const barOf = (window: BrowserWindow): FindBar => {
    const bar = bars.get(window) ?? createFindBar(window, options.findPreload);
    bars.set(window, bar);
    return bar;
  };

  return {
    find: (window) => barOf(window).open(),
    findNext: (window, forward) => barOf(window).step(forward),
    go: ({ webContents }, step) =>
      go(webContents, step, (address) => isOwn(address, serverOf(webContents.session))),
    print(window) {
      window.webContents.print({}, (done, reason) => {
        if (done || /cancel/i.test(reason)) return;
        focusWindow(window);
        dialog.showErrorBox(t('Could not print'), reason);
      });
    },
  };
}
