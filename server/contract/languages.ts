/** The languages of the admin. */

/** Cookie with the tag of the chosen language; without it, the browser's languages decide. */
export const LANGUAGE_COOKIE = 'plinth-language';

/** Languages to choose from, each named in itself. */
export const LANGUAGES = [
  { tag: 'en', name: 'English' },
  { tag: 'de', name: 'Deutsch' },
] as const;
