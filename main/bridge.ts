import { app, type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { ServerState } from '../server/contract/desktop.js';
import type { BridgeVerb } from './channels.js';
import { isOwn, openOutside } from './navigation.js';

/** The operations of the desktop bridge. */
export interface BridgeActions {
  chooseFolder(): Promise<boolean>;
  revealFolder(): Promise<void>;
  restartServer(): Promise<void>;
  serverState(): ServerState;
  /** URL of our server, also of one that just stopped; the only origin whose messages are handled. */
  serverUrl(): string | undefined;
}

/**
 * Handles the window's six messages. Each is rejected unless it comes from the top frame of a page of our server: a
 * frame inside it or a local page gets an error and nothing is done.
 */
export function registerBridge(actions: BridgeActions): void {
  const handlers = {
    'plinth:choose-folder': () => actions.chooseFolder(),
    'plinth:reveal-folder': () => actions.revealFolder(),
    'plinth:open-external': async (url) => {
      if (!(await openOutside(url))) throw new Error('Only web and mail addresses can be opened.');
    },
    'plinth:restart-server': () => actions.restartServer(),
    'plinth:version': () => app.getVersion(),
    'plinth:server-state': () => actions.serverState(),
  } satisfies Record<BridgeVerb, (argument: unknown) => unknown>;
  for (const [verb, handle] of Object.entries(handlers)) {
    ipcMain.handle(verb, (event, argument: unknown) => {
      if (!isTrusted(event, actions.serverUrl())) throw new Error('This page may not use the bridge.');
      return handle(argument);
    });
  }
}

function isTrusted({ senderFrame }: IpcMainInvokeEvent, server: string | undefined): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOwn(senderFrame.url, server);
}
