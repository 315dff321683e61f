/** How the reader writes dates and numbers: the variant of the page's language that the browser asks for. */

/** The language of the page; tests show English in other letters under a tag of their own. */
export const LANGUAGE: string = globalThis.document?.documentElement.lang.slice(0, 2) || 'en';

const DEFAULTS: Readonly<Record<string, string>> = { en: 'en-GB', de: 'de-DE' };

/** A language tag without the variant that Chromium adds in the locale C of POSIX: `en-US` of `en-US@posix`. */
function tagOf(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.replace(/@.*/, ''))[0];
  } catch {
    return undefined;
  }
}

/** The first language of the reader that is this one in a certain region, such as `en-US`, else the usual variant. */
export function localeOf(language: string, wanted: readonly string[]): string {
  const tags = wanted.map(tagOf);
  return tags.find((tag) => tag?.startsWith(`${language}-`)) ?? DEFAULTS[language] ?? language;
}

export const LOCALE: string = localeOf(LANGUAGE, globalThis.navigator?.languages ?? []);

/** A language tag that can be used as it is, else the reader's. */
export function localeFor(tag: string): string {
  try {
    return Intl.Collator.supportedLocalesOf(tag)[0] ?? LOCALE;
  } catch {
    return LOCALE;
  }
}

/** A locale with what engines know of its weeks, as a method or, in older ones, as a property. */
interface Weeks extends Intl.Locale {
  getWeekInfo?(): { firstDay: number };
  weekInfo?: { firstDay: number };
}

/** The first day of a week where people read this language, 0 for Sunday; Monday where that is not known. */
export function firstDayOf(language: string): number {
  try {
    const locale: Weeks = new Intl.Locale(language);
    const first = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay;
    return first === undefined ? 1 : first % 7;
  } catch {
    return 1;
  }
}
