import { app, type Session } from 'electron';
import type { SettingsFile } from './settings.js';

/** Checking of spelling by Chromium, in the language of the text that is being written. */
export interface Spelling {
  readonly on: boolean;
  switch(on: boolean): Promise<void>;
  /** Prepares a session, before it has a window. */
  prepare(session: Session): void;
  /** The user has gone to a text in this language, a BCP 47 tag; empty where the page does not say. */
  textIs(session: Session, language: string): void;
}

/** Where Chromium has dictionaries from, and an address that it never connects to, for its port. */
const DOWNLOADS = { on: 'https://redirector.gvt1.com/edgedl/chrome/dict/', off: 'http://127.0.0.1:9/' };

/**
 * macOS checks by itself, in any language. Elsewhere Chromium downloads a dictionary of each language that is set, also
 * where checking is off, and Electron sets that of the system at each start. So there is no language and nowhere to
 * download from until the user has switched it on.
 */
export function createSpelling(settings: SettingsFile, isMac: boolean): Spelling {
  const sessions = new Set<Session>();
  const isOn = () => settings.value.spelling ?? isMac;

  function apply(session: Session, on: boolean): void {
    if (!isMac) {
      session.setSpellCheckerDictionaryDownloadURL(on ? DOWNLOADS.on : DOWNLOADS.off);
      if (!on) session.setSpellCheckerLanguages([]);
      else if (session.getSpellCheckerLanguages().length === 0) {
        const wanted = dictionaryFor(app.getLocale(), session.availableSpellCheckerLanguages);
        if (wanted !== undefined) session.setSpellCheckerLanguages([wanted]);
      }
    }
    // Last, because setting languages switches checking on.
    session.setSpellCheckerEnabled(on);
  }

  return {
    get on() {
      return isOn();
    },
    async switch(on) {
      for (const session of sessions) apply(session, on);
      await settings.change({ spelling: on });
    },
    prepare(session) {
      sessions.add(session);
      apply(session, isOn());
    },
    textIs(session, language) {
      // A language costs a download: not before the user has asked for spelling.
      if (isMac || !isOn()) return;
      const wanted = dictionaryFor(language, session.availableSpellCheckerLanguages);
      const current = session.getSpellCheckerLanguages();
      if (wanted === undefined || (current.length === 1 && current[0] === wanted)) return;
      session.setSpellCheckerLanguages([wanted]);
    },
  };
}

/** The dictionary of a language: its own, else the one of the language without its region, else of another region. */
export function dictionaryFor(language: string, available: readonly string[]): string | undefined {
  const tag = language.toLowerCase();
  const [base = ''] = tag.split('-');
  if (base === '') return undefined;
  const find = (fits: (code: string) => boolean) => available.find((code) => fits(code.toLowerCase()));
  return (
    find((code) => code === tag) ??
    find((code) => code === base) ??
    find((code) => code === `${base}-${base === 'en' ? 'us' : base}`) ??
    find((code) => code.startsWith(`${base}-`))
  );
}
