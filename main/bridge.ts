import { app, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import type { BridgeVerb } from './channels.js';
import { isOwn, openOutside } from './navigation.js';
import type { Workspace } from './workspace.js';

/** The operations of the desktop bridge. */
export interface BridgeActions {
  /** The folder of a page; the origin of its server is the only one whose messages are handled. */
  workspaceOf(
    contents: WebContents,
  ): Pick<Workspace, 'url' | 'state' | 'reveal' | 'restartServer'> | undefined;
  chooseFolder(contents: WebContents): Promise<boolean>;
  /** A folder was dropped on a window; the path comes from a page. */
  openDropped(path: unknown): void;
  /** A page of the admin is shown in this language, a BCP 47 tag. */
  pageIs(language: string): void;
  /** The keyboard is in a text of this language, a BCP 47 tag or nothing. */
  textIs(contents: WebContents, language: string): void;
}

/** The longest language tag that is looked up. */
const MAX_TAG = 35;

const isTag = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_TAG;

/**
 * Handles the window's messages. Each is rejected unless it comes from the top frame of a page of the server of its own
 * folder: a frame inside it, a local page or a page of another folder gets an error and nothing is done.
 */
export function registerBridge({
  workspaceOf,
  chooseFolder,
  openDropped,
  textIs,
  pageIs,
}: BridgeActions): void {
  type Own = NonNullable<ReturnType<BridgeActions['workspaceOf']>>;
  const handlers = {
    'plinth:choose-folder': (_own, sender) => chooseFolder(sender),
    'plinth:reveal-folder': (own) => own.reveal(),
    'plinth:open-external': async (_own, _sender, url) => {
      if (!(await openOutside(url))) throw new Error('Only web and mail addresses can be opened.');
    },
    'plinth:restart-server': (own) => own.restartServer(),
    'plinth:version': () => app.getVersion(),
    'plinth:server-state': (own) => own.state,
    'plinth:text-language': (_own, sender, language) => {
      if (isTag(language)) textIs(sender, language);
    },
    'plinth:open-dropped': (_own, _sender, path) => openDropped(path),
    'plinth:page-language': (_own, _sender, language, page) => {
      // A page of the documentation says nothing of the reader.
      if (isTag(language) && new URL(page).pathname.startsWith('/admin/')) pageIs(language);
    },
  } satisfies Record<BridgeVerb, (own: Own, sender: WebContents, argument: unknown, page: string) => unknown>;
  for (const [verb, handle] of Object.entries(handlers)) {
    ipcMain.handle(verb, (event, argument: unknown) => {
      // Also on the pages of the app itself, which have no folder.
      if (verb === 'plinth:open-dropped' && isOwnPage(event)) return openDropped(argument);
      const own = workspaceOf(event.sender);
      if (!own || !isTrusted(event, own.url)) throw new Error('This page may not use the bridge.');
      return handle(own, event.sender, argument, event.senderFrame?.url ?? '');
    });
  }
}

/** A page of the app itself: only the app shows such addresses in the top frame of a window. */
const isOwnPage = ({ senderFrame }: IpcMainInvokeEvent): boolean =>
  senderFrame?.parent === null && senderFrame.url.startsWith('data:text/html;charset=utf-8,');

function isTrusted({ senderFrame }: IpcMainInvokeEvent, server: string | undefined): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOwn(senderFrame.url, server);
}
