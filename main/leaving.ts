import { app, type BrowserWindow, dialog } from 'electron';
import type { Quitting } from './quitting.js';
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
export function createLeaving(
  save: (window: BrowserWindow) => Promise<boolean>,
  quitting: Pick<Quitting, 'now' | 'cancel'>,
): Leaving {
  /** Windows that are saved before the app ends. */
  const saving = new Set<BrowserWindow>();

  /** The page stays, which holds a quit: both begin again after the save. */
  async function saveAndClose(window: BrowserWindow): Promise<void> {
    if (!quitting.now) {
      if ((await save(window)) && !window.isDestroyed()) window.close();
      return;
    }
    saving.add(window);
    const saved = await save(window);
    saving.delete(window);
    if (!saved && !window.isDestroyed()) quitting.cancel();
    // Another window may have been kept meanwhile, and then this one stays as well.
    if (quitting.now && saving.size === 0) app.quit();
  }

  return {
    guard(window) {
      let closing = false;
      window.on('close', () => {
        closing = true;
      });
      window.webContents.on('will-prevent-unload', (event) => {
        // A page that is only reloaded has no place to come back to after a save.
        const answer = ask(window, closing ? ['save', 'leave', 'stay'] : ['leave', 'stay']);
        if (answer === 'leave') event.preventDefault();
        else if (answer === 'save') void saveAndClose(window);
        else if (closing) quitting.cancel();
        closing = false;
      });
    },
  };
}

function ask(window: BrowserWindow, answers: Answer[]): Answer | undefined {
  window.show();
  const answer = dialog.showMessageBoxSync(window, {
    type: 'question',
    message: t('Save your changes before leaving?'),
    detail: t('Unsaved changes are kept, and offered the next time.'),
    buttons: answers.map((name) => LABELS[name]()),
    defaultId: answers.includes('save') ? 0 : answers.indexOf('stay'),
    cancelId: answers.indexOf('stay'),
    noLink: true,
  });
  return answers[answer];
}
