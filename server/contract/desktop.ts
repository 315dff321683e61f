/** What crosses between Electron's processes. The whole bridge: six verbs (decision 1). */

/** State of the embedded server as the window may know it. */
export type ServerState =
  | { state: 'starting' }
  | { state: 'running'; url: string }
  | { state: 'stopped'; reason: string };

/** `window.plinth` in the desktop window; absent in a browser. */
export interface DesktopBridge {
  /** Opens the folder chooser; true when another folder was opened, false when the user cancelled. */
  chooseFolder(): Promise<boolean>;
  /** Shows the open data folder in the system's file manager. */
  revealFolder(): Promise<void>;
  /** Opens an https or mailto address in the user's browser; anything else is refused. */
  openExternal(url: string): Promise<void>;
  restartServer(): Promise<void>;
  version(): Promise<string>;
  /** Calls back on every change; the answer unsubscribes. */
  onServerState(listener: (state: ServerState) => void): () => void;
}

/** Server process to main process. */
export type ServerMessage =
  | { event: 'listening'; url: string; admin: string; dataDir: string; pid: number }
  /** A fresh one-time admin link, the answer to the command `admin-link`. */
  | { event: 'admin-link'; admin: string }
  | { event: 'failed'; message: string };

/** Main process to server process. */
export type MainMessage = { command: 'stop' } | { command: 'admin-link' };
