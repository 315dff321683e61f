import { app, type Session } from 'electron';
import type { SettingsFile } from './settings.js';
import { language, speak, spokenLanguages } from './texts.js';

/** The language of the app: that of the page of the admin that was shown last, else the system's. */
export interface AppLanguage {
  /** A page of the admin is shown in this language, a tag as in `lang`. */
  pageIs(tag: string): void;
  /** Asks for pages in this language where a folder has no choice of its own. */
  prepare(session: Session): void;
}

/** @param onChange the menus are to be drawn again */
export function createAppLanguage(settings: SettingsFile, onChange: () => void): AppLanguage {
  speak(languageFor([settings.value.language, app.getLocale()], spokenLanguages()));
  return {
    pageIs(tag) {
      const next = languageFor([tag], spokenLanguages());
      if (next !== tag || next === settings.value.language) return;
      // The choice holds for this run also where it cannot be written.
      settings.keep(settings.change({ language: next }));
      if (next === language()) return;
      speak(next);
      onChange();
    },
    prepare(session) {
      const { language: chosen } = settings.value;
      if (chosen !== undefined)
        session.setUserAgent(session.getUserAgent(), [...new Set([chosen, 'en'])].join());
    },
  };
}

/** The first of the wanted languages that there is, by its whole tag, else without its region; else English. */
export function languageFor(wanted: readonly (string | undefined)[], offered: readonly string[]): string {
  for (const tag of wanted) {
    const [base = ''] = tag?.split('-') ?? [];
    const found = offered.find((one) => one === tag) ?? offered.find((one) => one === base);
    if (found !== undefined) return found;
  }
  return 'en';
}
