/**
 * The end of the system's session. Nothing is asked: the question would not be seen, and what waits for an answer is
 * ended; what is unsaved is a draft.
 */
import { app, BrowserWindow, powerMonitor } from 'electron';
import type { Folders } from './folders.js';
import type { Quitting } from './quitting.js';

/** How long Windows waits for a program before it ends it, less what is left to the rest of the app, in ms. */
const LIMIT = 4_000;
/** How long the closing of a page may take before the app goes on to quit, in ms. */
const CLOSING = 1_000;
/** Pause between looks at a server that is ending, in ms. */
const LOOK = 20;

/**
 * The end of the user's session: a question would not be answered, and the system ends the app soon. Pages are
 * closed without being asked, which keeps what is unsaved as a draft, and servers finish what they are writing.
 */
export function endWithSession(folders: Folders, quitting: Pick<Quitting, 'begin'>): void {
  let ending = false;
  const quit = () => {
    if (ending) return;
    ending = true;
    quitting.begin();
    void closePages().then(() => {
      flush(folders);
      app.quit();
    });
  };
  // Linux and macOS wait for an app that says that it needs a moment.
  const onShutdown: (event: { preventDefault(): void }) => void = (event) => {
    event.preventDefault();
    quit();
  };
  powerMonitor.on('shutdown', onShutdown as () => void);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, quit);
  app.on('browser-window-created', (_event, window) => {
    // Another program may still keep the session: what must not be lost is written, and everything goes on.
    window.on('query-session-end', () => flush(folders));
    window.on('session-end', () => {
      if (ending) return;
      ending = true;
      quitting.begin();
      flush(folders);
      holdWhile(endServers(folders));
    });
  });
}

const flush = (folders: Folders): void => {
  for (const { session } of folders.all()) session.flushStorageData();
};

function closePages(): Promise<unknown> {
  const closed = BrowserWindow.getAllWindows().map((window) => {
    const gone = new Promise<void>((resolve) => window.once('closed', () => resolve()));
    // Its own listeners for leaving hear nothing of it.
    window.webContents.close({ waitForBeforeUnload: false });
    return gone;
  });
  const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSING).unref());
  return Promise.race([Promise.all(closed), late]);
}

/** Tells all servers to end, and answers whether one of them still runs. */
function endServers(folders: Folders): () => boolean {
  const ids = folders.all().flatMap((workspace) => workspace.halt() ?? []);
  return () => ids.some(runs);
}

/** Keeps this process from being ended, as it is as soon as it has answered; the servers are other processes. */
export function holdWhile(busy: () => boolean, limit = LIMIT): void {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  const until = performance.now() + limit;
  while (busy() && performance.now() < until) Atomics.wait(clock, 0, 0, LOOK);
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
