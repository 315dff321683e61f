/** Locales of a localised text (`en` or `en_US`; spec/field-kinds.md#texts-by-language). Pure. */
import type { PropertyOnWire } from '#contract/schemas';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { LANGUAGE } from '../../locale';
import { setting } from '../settings';

const LOCALE = /^[a-z]{2}(?:_[A-Z]{2})?$/;

/** Languages a menu offers before one is typed. */
const USUAL = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pt',
  'pl',
  'sv',
  'da',
  'fi',
  'cs',
  'uk',
  'tr',
  'ja',
  'zh',
];

/** A locale as it is stored; undefined for what is none. `en-us` as browsers write it is `en_US`. */
export function localeOf(text: string): string | undefined {
  const [language = '', region] = text.trim().split(/[-_]/);
  const locale =
    region === undefined ? language.toLowerCase() : `${language.toLowerCase()}_${region.toUpperCase()}`;
  return LOCALE.test(locale) ? locale : undefined;
}

/** A locale as HTML and `Intl` write it. */
export const languageTag = (locale: string): string => locale.replace('_', '-');

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(
  'Adlm Arab Aran Hebr Mand Mend Nkoo Rohg Samr Syrc Thaa Yezi'.split(' '),
);

/** The direction a language is written in. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const { script } = new Intl.Locale(languageTag(locale)).maximize();
  return script !== undefined && RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
}

/** What a locale is called: `German`, `English (United States)`. */
export function localeName(locale: string): string {
  try {
    return new Intl.DisplayNames([LANGUAGE], { type: 'language' }).of(languageTag(locale)) ?? locale;
  } catch {
    return locale;
  }
}

const listed = (value: JsonValue | undefined): string[] => {
  const parts = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return parts.flatMap((part) => (typeof part === 'string' ? (localeOf(part) ?? []) : []));
};

/** The texts of a value by locale; an empty list is how PHP writes none. */
export const textsOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** Locales of a property: those its settings name, then those its object's localised texts have. */
export function localesOf(definition: PropertyOnWire, values: readonly (JsonValue | undefined)[]): string[] {
  const used = values.flatMap((value) => Object.keys(textsOf(value)).filter((key) => LOCALE.test(key)));
  return [...new Set([...listed(setting(definition, 'locales')), ...used])];
}

/** The language of a text in the cell of a table: the wanted one where the property has it, else its first. */
export function cellLocale(definition: PropertyOnWire, value: JsonValue | undefined, wanted: string): string {
  const locales = localesOf(definition, [value]);
  return locales.includes(wanted) ? wanted : (locales[0] ?? (wanted || 'en'));
}

/** Locales to offer besides those already there: the reader's own first. */
export function offeredLocales(there: readonly string[], own: readonly string[]): string[] {
  const mine = own.flatMap((tag) => localeOf(tag.split('-')[0] ?? '') ?? []);
  return [...new Set([...mine, ...USUAL])].filter((locale) => !there.includes(locale));
}

/** The value with a text in a locale; an empty text is no translation. */
export function withText(value: JsonValue | undefined, locale: string, text: JsonValue): JsonObject {
  const { [locale]: _old, ...others } = textsOf(value);
  return text === '' || text === null ? others : { ...textsOf(value), [locale]: text };
}
