import { app, type BrowserWindow, dialog } from 'electron';
import { t } from './texts.js';

type Answer = 'save' | 'leave' | 'stay';

const LABELS: Readonly<Record<Answer, () => string>> = {
  save: () => t('Save'),
  leave: () => t('Leave without Saving'),
  stay: () => t('Keep Editing'),
};

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
        const answer = ask(window, closing ? ['save', 'leave', 'stay'] : ['leave', 'stay']);
        const again = quitting ? () => app.quit() : () => window.close();
        if (answer === 'leave') event.preventDefault();
        // The page stays, which cancels a quit: both begin again after the save.
        if (answer === 'save') {
          void save(window).then((saved) => {
            if (saved && !window.isDestroyed()) again();
          });
        }
        closing = false;
        if (answer !== 'leave') quitting = false;
      });
    },
  };
}

function ask(window: BrowserWindow, answers: Answer[]): Answer | undefined {
  window.show();
  const answer = dialog.showMessageBoxSync(window, {
    type: 'question',
    message: t('Save your changes before leaving?'),
    detail: t('Changes that are not saved stay in a draft, which is offered the next time.'),
    buttons: answers.map((name) => LABELS[name]()),
    defaultId: answers.includes('save') ? 0 : answers.indexOf('stay'),
    cancelId: answers.indexOf('stay'),
    noLink: true,
  });
  return answers[answer];
}
