/** Typographic quotes while typing, as the language of the text has them. Backspace gives back what was typed. */
import { Extension, InputRule } from '@tiptap/react';

/** Opening and closing double quotes, opening and closing single ones. */
type Quotes = readonly [string, string, string, string];

const ENGLISH: Quotes = ['“', '”', '‘', '’'];
const GERMAN: Quotes = ['„', '“', '‚', '‘'];
const GUILLEMETS: Quotes = ['«', '»', '‹', '›'];
const FRENCH: Quotes = ['«\u202f', '\u202f»', '‹\u202f', '\u202f›'];
const LOW: Quotes = ['„', '”', '‚', '’'];
const RIGHT: Quotes = ['”', '”', '’', '’'];
const CORNERS: Quotes = ['「', '」', '『', '』'];

const BY_LANGUAGE: Readonly<Record<string, Quotes>> = {
  ...Object.fromEntries(
    ['de', 'cs', 'sk', 'sl', 'hr', 'bg', 'is', 'et', 'lt', 'lv'].map((one) => [one, GERMAN]),
  ),
  ...Object.fromEntries(
    ['it', 'es', 'pt', 'ru', 'uk', 'el', 'no', 'nb', 'nn', 'ar', 'fa'].map((one) => [one, GUILLEMETS]),
  ),
  ...Object.fromEntries(['pl', 'hu', 'ro', 'nl', 'sr'].map((one) => [one, LOW])),
  ...Object.fromEntries(['sv', 'fi'].map((one) => [one, RIGHT])),
  fr: FRENCH,
  ja: CORNERS,
  'de-ch': GUILLEMETS,
  'pt-br': ENGLISH,
  'fr-ch': GUILLEMETS,
};

const ofLanguage = (tag: string): Quotes => {
  const lower = tag.toLowerCase().replace('_', '-');
  return BY_LANGUAGE[lower] ?? BY_LANGUAGE[lower.split('-')[0] ?? ''] ?? ENGLISH;
};

/** The quotes a text already has tell how it is written. */
function quotesIn(text: string): Quotes | undefined {
  if (/„[^“”„]*“/.test(text)) return GERMAN;
  if (/„[^“”„]*”/.test(text)) return LOW;
  if (/«[\u00a0\u202f ]/.test(text)) return FRENCH;
  if (text.includes('«')) return GUILLEMETS;
  return /“/.test(text) ? ENGLISH : undefined;
}

/** @param language of the text, where it is known; else the text's own quotes count, then the reader's language */
export const quotesFor = (language: string | undefined, text: string, reader: string): Quotes =>
  language === undefined ? (quotesIn(text) ?? ofLanguage(reader)) : ofLanguage(language);

/** After this a quote opens. */
const BEFORE = '(?:^|[\\s([{<\u2013\u2014\u201c\u2018\u201e\u201a\u00ab\u2039\ufffc])';

/** The language that an element around the text names; the admin's own is that of the page. */
const languageOf = (element: Element): string | undefined =>
  element.closest('[lang]:not(html)')?.getAttribute('lang') || undefined;

export const TypographicQuotes = Extension.create({
  name: 'typographicQuotes',
  addInputRules() {
    const { editor } = this;
    const quotes = () =>
      quotesFor(languageOf(editor.view.dom), editor.state.doc.textContent, navigator.language);
    const rule = (find: RegExp, replacement: () => string) =>
      new InputRule({
        find,
        handler: ({ state, range }) => {
          state.tr.insertText(replacement(), range.from, range.to);
        },
      });
    return [
      rule(new RegExp(`(?<=${BEFORE})"$`), () => quotes()[0]),
      rule(/"$/, () => quotes()[1]),
      rule(new RegExp(`(?<=${BEFORE})'$`), () => quotes()[2]),
      // Within a word it is an apostrophe.
      rule(/(?<=[\p{L}\p{N}])'$/u, () => '’'),
      rule(/'$/, () => quotes()[3]),
      rule(/(?<=\S )--$/, () => '–'),
    ];
  },
});
