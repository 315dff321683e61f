import { app } from 'electron';
import { programPath } from './places.js';

/** The end of the app. */
export interface Quitting {
  /** Whether windows are closed because the app ends, and not because the user closes them. */
  readonly now: boolean;
  /** The app ends: windows that are closed from now on are opened again at the next start. */
  begin(): void;
  /** A window is kept for its unsaved changes, so the app does not end. */
  cancel(): void;
  /** Quits, and does this in place of ending; forgotten when a window is kept for its unsaved changes. */
  endWith(last: () => void): void;
  /** Holds the quit, once the windows are closed, until this has finished. */
  finishWith(finish: () => Promise<unknown>): void;
  /** Starts the app again when it has ended, with these words or with those of this start. */
  startAgain(words?: readonly string[]): void;
  /** Whether the windows are closed and only the servers are still stopping. */
  readonly finishing: boolean;
}

/**
 * The keyboard tells nothing of a quit: the system gives it to the next window whenever one is closed or a question is
 * answered.
 * @param onCanceled some windows may have been closed already
 */
export function createQuitting(onCanceled: () => void): Quitting {
  let now = false;
  let state: 'running' | 'finishing' | 'finished' = 'running';
  let last = () => app.quit();
  const begin = () => {
    now = true;
  };
  app.on('before-quit', begin);
  return {
    get now() {
      return now;
    },
    begin,
    cancel() {
      if (!now || state !== 'running') return;
      now = false;
      last = () => app.quit();
      onCanceled();
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
    startAgain(words) {
      // In development the program is Electron, and the folder of the app its first word.
      const own = app.isPackaged ? [] : [app.getAppPath()];
      // The program of an AppImage is in a place that ends with this process.
      app.relaunch({ execPath: programPath(), ...(words && { args: [...own, ...words] }) });
    },
  };
}
