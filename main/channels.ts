import type { WindowCommand } from '../server/contract/desktop.js';

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
  | 'plinth:server-state'
  | 'plinth:text-language'
  | 'plinth:page-language'
  | 'plinth:open-dropped';

/** Sent to the window whenever the server's state changes. */
export type BridgeNotice = 'plinth:server-state-changed';

/** Sent to a page with `plinth:command`: what it is to do, and the name of the message that answers. */
export interface PageOrder {
  command: WindowCommand;
  reply: string;
}

/** Messages of the bar that finds text. */
export type BarVerb = 'plinth:find' | 'plinth:find-close';

/** Sent to it with `plinth:found`. */
export interface Found {
  /** Which match is shown, of how many, for a person. */
  label: string;
}
