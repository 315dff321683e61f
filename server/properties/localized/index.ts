/** `localizedtext`, `localizedtextarea`, `localizedstyledtext`: one text per locale (spec/field-kinds.md#texts-by-language). */
import { message } from '../../contract/messages/message.js';
import type { PropertyDefinition } from '../../contract/schemas.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { mergeKeys } from '../card/index.js';
import { eachFitting, fitting } from '../fitting.js';
import type { PropertyKind } from '../kind.js';
import { namesOf } from '../references.js';
import { Refusal } from '../refusal.js';
import { styledtextKind } from '../styledtext/index.js';
import { textKind } from '../text/index.js';

export const LOCALE = /^[a-z]{2}(?:_[A-Z]{2})?$/;
/** Keywords that speak of a text speak of every translation. */
const TEXT_KEYWORDS = ['minLength', 'maxLength', 'pattern', 'format'] as const;

/** `en-us` as browsers write it becomes `en_US`; a name that is no locale stays, to be refused. */
export function localeOf(name: string): string {
  const [language = '', region] = name.split(/[-_]/);
  const locale =
    region === undefined ? language.toLowerCase() : `${language.toLowerCase()}_${region.toUpperCase()}`;
  return LOCALE.test(locale) ? locale : name;
}

const keywords = (definition: PropertyDefinition) =>
  Object.fromEntries(
    TEXT_KEYWORDS.flatMap((key) => {
      const value = definition[key];
      return value === undefined || value === null ? [] : [[key, value]];
    }),
  );

const texts = (value: JsonValue): JsonValue[] => (isJsonObject(value) ? Object.values(value) : []);

const mapped = (value: JsonObject, next: (text: JsonValue) => JsonValue): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([locale, text]) => [locale, next(text)]));

const localized = (kind: PropertyKind): PropertyKind => ({
  type: 'localizedtext',
  exclusive: true,
  blank: {},
  ownKeywords: TEXT_KEYWORDS,
  schema: (definition) => ({
    type: 'object',
    additionalProperties: { type: 'string', ...keywords(definition) },
  }),
  valueType: () => 'LocalizedText',
  async normalise(value, definition, context) {
    if (Array.isArray(value) && value.length === 0) return {};
    if (!isJsonObject(value)) return value === '' ? null : value;
    const entries: [string, JsonValue][] = [];
    for (const [name, text] of Object.entries(value)) {
      if (context.yielder?.exhausted) await context.yielder.yieldToEventLoop();
      const clean = kind.normalise ? await kind.normalise(text, definition, context) : text;
      // No text is no translation, so that a reader falls back to another language.
      if (clean !== '' && clean !== null) entries.push([localeOf(name), clean]);
    }
    return Object.fromEntries(entries);
  },
  lost(sent, stored, definition, context) {
    const joined = (value: JsonValue) =>
      texts(value)
        .filter((text) => typeof text === 'string')
        .join('\n');
    return kind.lost?.(joined(sent), joined(stored), definition, context) ?? false;
  },
  isEmpty: (value) =>
    (isJsonObject(value) || Array.isArray(value)) && Object.values(value).every((text) => text === ''),
  check(value) {
    const strange = isJsonObject(value) ? Object.keys(value).filter((name) => !LOCALE.test(name)) : [];
    return strange.map((name) => message('notLocale', { locale: JSON.stringify(name.slice(0, 40)) }));
  },
  merge: mergeKeys,
  locales: (value) => (isJsonObject(value) ? Object.keys(value) : []),
  ...(kind.markup && { markup: kind.markup }),
  ...(kind.settingProblems && { settingProblems: kind.settingProblems }),
  references(value, definition, visit) {
    if (!isJsonObject(value) || !kind.references) return value;
    const next = mapped(value, (text) => kind.references?.(text, definition, visit) ?? text);
    return Object.keys(value).every((locale) => next[locale] === value[locale]) ? value : next;
  },
  text: (value) =>
    texts(value)
      .filter((text) => typeof text === 'string')
      .map((text) => kind.text(text))
      .join(' '),
  wholeText(value, definition) {
    if (!isJsonObject(value)) return kind.wholeText?.(value, definition);
    const [text, ...others] = texts(value);
    if (others.length > 0) throw new Refusal(message('severalLanguages'));
    return text === undefined ? undefined : kind.wholeText?.(text, definition);
  },
  // Without a list of languages it is unclear which one a text is in.
  readText(text, definition) {
    const [locale] = namesOf(definition.settings?.locales);
    const value = locale === undefined ? undefined : kind.readText?.(text, definition);
    return locale === undefined || value === undefined ? undefined : { [localeOf(locale)]: value };
  },
  fitting: (value) =>
    isJsonObject(value)
      ? eachFitting(value, (text, locale) => (LOCALE.test(locale) ? fitting(text) : null))
      : fitting(value),
  // An empty list is what PHP writes for an empty object.
  present: (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
});

/** Texts of several lines. */
export const localizedTextareaKind = localized(textKind);
export const localizedTextKind: PropertyKind = { ...localizedTextareaKind, ofTypes: ['localizedtext'] };
export const localizedStyledtextKind = localized(styledtextKind);
