/** The text of one language out of a localized value (spec/queries.md#locale). */
import { isJsonObject, type JsonValue } from '../../contract/values.js';
import { localeOf } from '../../properties/localized/index.js';
import type { Property } from '../../schemas/schema.js';

const languageOf = (locale: string): string => locale.slice(0, 2);

/** Chooses texts, and notices whether any value has the language. */
export class Localizer {
  readonly locale: string;
  #texts = 0;
  #found = 0;

  constructor(locale: string) {
    this.locale = locale;
  }

  /** Values had texts, but none in the language. */
  get isMissing(): boolean {
    return this.#texts > 0 && this.#found === 0;
  }

  /**
   * The text in the locale, else in its language, else in the first language of the field's `locales` that has one,
   * else the first text; empty without any.
   */
  textOf(value: JsonValue, { definition }: Property): string {
    if (!isJsonObject(value)) return typeof value === 'string' ? value : '';
    const texts = new Map<string, string>();
    for (const [name, text] of Object.entries(value)) {
      if (typeof text === 'string' && text !== '') texts.set(localeOf(name), text);
    }
    if (texts.size === 0) return '';
    this.#texts += 1;
    const own = inLanguage(texts, this.locale);
    if (own !== undefined) {
      this.#found += 1;
      return own;
    }
    const { locales } = definition.settings ?? {};
    for (const locale of Array.isArray(locales) ? locales : []) {
      const text = typeof locale === 'string' ? inLanguage(texts, localeOf(locale)) : undefined;
      if (text !== undefined) return text;
    }
    const [first = ''] = texts.values();
    return first;
  }
}

/** The text in a locale, in its language without a region, or in another region of the language. */
function inLanguage(texts: ReadonlyMap<string, string>, locale: string): string | undefined {
  const language = languageOf(locale);
  const exact = texts.get(locale) ?? texts.get(language);
  if (exact !== undefined) return exact;
  for (const [name, text] of texts) if (languageOf(name) === language) return text;
  return undefined;
}
