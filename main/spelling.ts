import type { Session } from 'electron';
import type { SettingsFile } from './settings.js';

/** Checking of spelling by Chromium, in the language of the text that is being written. */
export interface Spelling {
  readonly on: boolean;
  switch(on: boolean): Promise<void>;
  /** Prepares the session of a new window. */
  prepare(session: Session): void;
  /** The user has gone to a text in this language, a BCP 47 tag; empty where the page does not say. */
  textIs(session: Session, language: string): void;
}

/**
 * macOS checks by itself, in any language. Elsewhere Chromium downloads a dictionary the first time a language is
 * checked, so nothing is checked until the user has switched it on (decision 226).
 */
export function createSpelling(settings: SettingsFile, isMac: boolean): Spelling {
  const sessions = new Set<Session>();
  const isOn = () => settings.value.spelling ?? isMac;
  return {
    get on() {
      return isOn();
    },
    async switch(on) {
      for (const session of sessions) session.setSpellCheckerEnabled(on);
      await settings.change({ spelling: on });
    },
    prepare(session) {
      sessions.add(session);
      session.setSpellCheckerEnabled(isOn());
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
