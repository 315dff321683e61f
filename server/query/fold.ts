/** Text as it is compared without regard to case (spec/queries.md#matching). Pure. */

const BEYOND_ASCII = /[\u0080-\uffff]/;

const RUN = /[\u0080-\uffff]+/g;

/** Marks that are put on letters of Latin, Greek, Cyrillic, Hebrew and Arabic, and what cannot be seen. */
const UNREAD =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]|\p{Default_Ignorable_Code_Point}|\p{Cf}/gu;

/** Letters that are written as others where they are not at hand. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i', ς: 'σ' },
  // Apostrophes, straight, curly and of letters.
  ...{ '\u02bc': "'", '\u2018': "'", '\u2019': "'" },
};
const WRITTEN_AS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** A symbol that stands for letters, as `℃` does, is a word of its own. */
const SYMBOL = /\p{So}/gu;
const apart = (symbol: string): string => (symbol.normalize('NFKD') === symbol ? symbol : ` ${symbol} `);

const searchRun = (run: string): string =>
  run
    .replace(SYMBOL, apart)
    .normalize('NFKD')
    .replace(UNREAD, '')
    .toLowerCase()
    .replace(UNREAD, '')
    .replace(WRITTEN_AS, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC');

/**
 * A text as searches compare it (spec/queries.md#search): as `fold`, and without marks, ligatures, other forms of letters
 * and characters that cannot be seen.
 */
export function searchFold(text: string): string {
  const plain = BEYOND_ASCII.test(text) ? text.replace(RUN, searchRun) : text;
  return plain.toLowerCase();
}

/** Lower case, and composed, so that both spellings of an accented letter are the same. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return BEYOND_ASCII.test(lower) ? lower.normalize('NFC') : lower;
}
