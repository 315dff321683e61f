import { app, type BrowserWindow, dialog } from 'electron';

/** Answers of the question on leaving, in the order of its buttons. */
const SAVE = 'Save';
const LEAVE = 'Leave without Saving';
const STAY = 'Keep Editing';

/** Asks before a window with unsaved changes goes, and can save them first. */
export interface Leaving {
  guard(window: BrowserWindow): void;
}

/**
 * Electron asks nothing when a page with unsaved changes is left or its window closed: the page would just stay.
 * @param save lets the page save by its own means; false when it could not
 */
export function createLeaving(save: (window: BrowserWindow) => Promise<boolean>): Leaving {
  let quitting = false;
  app.on('before-quit', () => {
    quitting = true;
  });

  return {
    guard(window) {
      let closing = false;
      window.on('close', () => {
        closing = true;
      });
      window.webContents.on('will-prevent-unload', (event) => {
        // A page that is only reloaded has no place to come back to after a save.
        const answer = ask(window, closing ? [SAVE, LEAVE, STAY] : [LEAVE, STAY]);
        const again = quitting ? () => app.quit() : () => window.close();
        if (answer === LEAVE) event.preventDefault();
        // The page stays, which cancels a quit: both begin again after the save.
        if (answer === SAVE) {
          void save(window).then((saved) => {
            if (saved && !window.isDestroyed()) again();
          });
        }
        closing = false;
        if (answer !== LEAVE) quitting = false;
      });
    },
  };
}

function ask(window: BrowserWindow, buttons: string[]): string | undefined {
  window.show();
  const answer = dialog.showMessageBoxSync(window, {
    type: 'question',
    message: 'Save your changes before leaving?',
    detail: 'Changes that are not saved stay in a draft, which is offered the next time.',
    buttons,
    defaultId: buttons.includes(SAVE) ? 0 : buttons.indexOf(STAY),
    cancelId: buttons.indexOf(STAY),
    noLink: true,
  });
  return buttons[answer];
}
