import { app } from 'electron';

/** The end of the app. */
export interface Quitting {
  /** Whether the user wants the app to end; false again when a window is kept for its unsaved changes. */
  readonly now: boolean;
  /** Quits, and does this in place of ending; forgotten when a window is kept for its unsaved changes. */
  endWith(last: () => void): void;
  /** Holds the quit, once the windows are closed, until this has finished. */
  finishWith(finish: () => Promise<unknown>): void;
  /** Starts the app again when it has ended. */
  startAgain(args: readonly string[]): void;
  /** Whether the windows are closed and only the servers are still stopping. */
  readonly finishing: boolean;
}

export function createQuitting(): Quitting {
  let now = false;
  let state: 'running' | 'finishing' | 'finished' = 'running';
  let last = () => app.quit();
  app.on('before-quit', () => {
    now = true;
  });
  app.on('browser-window-focus', () => {
    // A window that is used again was kept.
    if (state !== 'running') return;
    now = false;
    last = () => app.quit();
  });
  return {
    get now() {
      return now;
    },
    get finishing() {
      return state !== 'running';
    },
    finishWith(finish) {
      app.on('will-quit', (event) => {
        if (state === 'finished') return;
        event.preventDefault();
        if (state === 'finishing') return;
        state = 'finishing';
        void finish().finally(() => {
          state = 'finished';
          last();
        });
      });
    },
    endWith(action) {
      if (state !== 'running') return;
      last = action;
      app.quit();
    },
    startAgain: (args) => app.relaunch({ args: [...args] }),
  };
}
