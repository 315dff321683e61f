/**
 * Names of the messages between the window and the main process. Types only: a sandboxed preload is a single
 * file and can import nothing, so both sides write the words and the compiler holds them to this list.
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
