/** What crosses between Electron's processes. The whole bridge: seven verbs (decisions 1 and 225). */

/** State of the embedded server, as the window sees it. */
export type ServerState =
  | { state: 'starting' }
  | { state: 'running'; url: string }
  /** `retrying`: it is started again after a pause; else it stays down until the user starts it. */
  | { state: 'stopped'; reason: string; retrying: boolean };

/** What the menu of the app asks the page to do: save, begin a new object, show the settings. */
export type WindowCommand = 'save' | 'new' | 'settings';

/** Answers whether it was done; undefined leaves the command to the next listener. */
export type CommandListener = (command: WindowCommand) => Promise<boolean> | undefined;

/** `window.plinth` in the desktop window; absent in a browser. */
export interface DesktopBridge {
  /** Opens the folder chooser; true when another folder was opened, false when the user cancelled. */
  chooseFolder(): Promise<boolean>;
  /** Shows the open data folder in the system's file manager. */
  revealFolder(): Promise<void>;
  /** Opens a web or mail address with the system's program for it; anything else is rejected. */
  openExternal(url: string): Promise<void>;
  restartServer(): Promise<void>;
  version(): Promise<string>;
  /** Calls back on every change; the answer unsubscribes. */
  onServerState(listener: (state: ServerState) => void): () => void;
  /** Calls back on commands of the menu, the listener added last first; the answer unsubscribes. */
  onCommand(listener: CommandListener): () => void;
}

/** Server process to main process. */
export type ServerMessage =
  | { event: 'listening'; url: string; admin: string; dataDir: string; pid: number }
  /** A fresh one-time admin link, the answer to the command `admin-link`. */
  | { event: 'admin-link'; admin: string }
  /** Why it could not start, or what broke it. */
  | { event: 'failed'; message: string }
  /** The folder of its log files; sent first. */
  | { event: 'logs'; folder: string }
  /** Starts a process for the handlers of automations, or for images, under a number of its choice. */
  | { event: 'sandbox-start'; sandbox: number; program?: 'images' }
  /** Ends it immediately. */
  | { event: 'sandbox-kill'; sandbox: number }
  /** A message for that process; not interpreted here. */
  | { event: 'sandbox-tell'; sandbox: number; message: unknown };

/** Main process to server process. */
export type MainMessage =
  | { command: 'stop' }
  | { command: 'admin-link' }
  /** A message of a sandbox process. */
  | { command: 'sandbox-said'; sandbox: number; message: unknown }
  /** It has ended, or could not be started. */
  | { command: 'sandbox-gone'; sandbox: number };
