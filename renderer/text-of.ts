/** The texts of a built page in its language; the build puts `textOf` in the place of each text (decision 237). */
import { type Formatters, formatToParts } from 'intl-messageformat';
import { LOCALE } from './locale';

declare global {
  /** By the number of their message; a script in the head of the page, where a part of a text is no string. */
  var plinthTexts: readonly (string | Parameters<typeof formatToParts>[0])[];
}

const numbers = new Intl.NumberFormat(LOCALE);
const plurals = new Intl.PluralRules(LOCALE);

/** Made once, not for each text. */
const formatters: Formatters = {
  getNumberFormat: () => numbers,
  getPluralRules: () => plurals,
  getDateTimeFormat: (...given) => new Intl.DateTimeFormat(...given),
};

export function textOf(message: number, values?: Readonly<Record<string, unknown>>): string {
  const text = plinthTexts[message];
  if (typeof text === 'string') return text;
  if (text === undefined) throw new Error(`There is no text ${message}.`);
  const parts = formatToParts(text, LOCALE, formatters, { number: {}, date: {}, time: {} }, values);
  return parts.map(({ value }) => value).join('');
}
