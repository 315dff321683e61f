/** The languages of a build. English is in the sources; the others are catalogs of ICU messages by the English one. */
import { readFileSync } from 'node:fs';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { englishOf } from './messages.config.ts';

/** The parts of an ICU message, which shows tags as they are. Throws where it is not ICU. */
export const parsedText = (icu: string): MessageFormatElement[] => parse(icu, { ignoreTag: true });

export interface Language {
  /** Its BCP 47 tag, as in `lang`. */
  tag: string;
  /** The text of a message in this language, else in English. */
  textOf(icu: string): MessageFormatElement[];
}

const ENGLISH: Language = { tag: 'en', textOf: (icu) => parsedText(englishOf(icu)) };

function fromCatalog(tag: string): Language {
  const catalog: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(new URL(`./${tag}.json`, import.meta.url), 'utf8'),
  );
  return { tag, textOf: (icu) => (catalog[icu] ? parsedText(catalog[icu]) : ENGLISH.textOf(icu)) };
}

/** Each plain letter and the one that stands for it. */
const ACCENTED = new Map(
  'aà bƀ cç dđ eè fƒ gğ hħ iì jĵ kķ lł mɱ nñ oò pþ qɋ rŕ sš tŧ uù vṽ wŵ xẋ yý zž'
    .split(' ')
    .map(([plain, accented]) => [plain, accented]),
);

/** Text in letters that English has not: what stands in plain letters is not translatable. */
const accented = (parts: readonly MessageFormatElement[]): MessageFormatElement[] =>
  parts.map((part) => {
    if (part.type === TYPE.literal)
      return { ...part, value: part.value.replace(/[a-z]/g, (letter) => ACCENTED.get(letter) ?? letter) };
    if (part.type !== TYPE.plural) return part;
    const options = Object.entries(part.options).map(([form, { value }]) => [
      form,
      { value: accented(value) },
    ]);
    return { ...part, options: Object.fromEntries(options) };
  });

const literal = (value: string): MessageFormatElement => ({ type: TYPE.literal, value });

/** A language for tests, made from English and longer than it. */
const PSEUDO: Language = {
  tag: 'en-XA',
  textOf: (icu) => [
    literal('⟦'),
    ...accented(ENGLISH.textOf(icu)),
    literal(` ${'~'.repeat(Math.ceil(icu.length / 8))}⟧`),
  ],
};

export const languages = (): Language[] => [
  ENGLISH,
  fromCatalog('de'),
  ...(process.env.PLINTH_PSEUDO_LOCALE ? [PSEUDO] : []),
];

/** The texts of messages as a page or the app loads them: what has no values is a string. */
export const catalogOf = (
  language: Language,
  messages: readonly string[],
): (string | MessageFormatElement[])[] =>
  messages.map((icu) => {
    const parts = language.textOf(icu);
    return parts.every((part) => part.type === TYPE.literal)
      ? parts.map(({ value }) => value).join('')
      : parts;
  });
