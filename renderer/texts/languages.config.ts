/** The languages of the admin. English is in the sources; the others are catalogs of ICU messages by the English one. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import { englishOf } from './messages.config.ts';

export interface Language {
  /** Its BCP 47 tag, as in `lang`. */
  tag: string;
  /** The message in this language; undefined where it is not translated. */
  translate(icu: string): string | undefined;
}

/** Texts by their English message. */
type Catalog = Readonly<Record<string, string>>;

function fromCatalog(tag: string): Language {
  const path = fileURLToPath(new URL(`./${tag}.json`, import.meta.url));
  const catalog: Catalog = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  return { tag, translate: (icu) => (Object.hasOwn(catalog, icu) ? catalog[icu] : undefined) };
}

/** Each plain letter and the one that stands for it. */
const ACCENTED = new Map(
  'aà bƀ cç dđ eè fƒ gğ hħ iì jĵ kķ lł mɱ nñ oò pþ qɋ rŕ sš tŧ uù vṽ wŵ xẋ yý zž'
    .split(' ')
    .map(([plain, accented]) => [plain, accented]),
);

/** Longer than English and in letters that English has not: what stands in plain letters is not translatable. */
const pseudoText = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => ACCENTED.get(letter) ?? letter);

const pseudoParts = (parts: readonly MessageFormatElement[]): MessageFormatElement[] =>
  parts.map((part) => {
    if (part.type === TYPE.literal) return { ...part, value: pseudoText(part.value) };
    if (part.type !== TYPE.plural) return part;
    const options = Object.entries(part.options).map(([form, option]) => [
      form,
      { ...option, value: pseudoParts(option.value) },
    ]);
    return { ...part, options: Object.fromEntries(options) };
  });

/** A language for tests, made from English. */
const PSEUDO: Language = {
  tag: 'en-XA',
  translate: (icu) =>
    `⟦${printAST(pseudoParts(parse(englishOf(icu), { ignoreTag: true })))} ${'~'.repeat(Math.ceil(icu.length / 8))}⟧`,
};

/** The languages of a build beside English; tests ask for the one that is made from English as well. */
export const languages = (): Language[] => [
  fromCatalog('de'),
  ...(process.env.PLINTH_PSEUDO_LOCALE ? [PSEUDO] : []),
];
