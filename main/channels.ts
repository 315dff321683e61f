/**
 * Names of the messages between the window and the main process. Types only: a sandboxed preload is a single file
 * without imports, so both sides spell the names and the compiler checks them against this list.
 */
export type BridgeVerb =
  | 'plinth:choose-folder'
  | 'plinth:reveal-folder'
  | 'plinth:open-external'
  | 'plinth:restart-server'
  | 'plinth:version'
  | 'plinth:server-state';

/** Sent to the window whenever the server's state changes. */
export type BridgeNotice = 'plinth:server-state-changed';
