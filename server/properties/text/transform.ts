/** `settings.textTransform` of text fields (spec/field-kinds.md#text). */

const lower = (text: string) => text.toLowerCase();
const upper = (text: string) => text.toUpperCase();

/** Every word with a capital: "the end" becomes "The End". */
function titleCase(text: string): string {
  return lower(text).replace(
    /(^|[\s([{"“‘-])(\p{L})/gu,
    (_, before: string, letter: string) => before + upper(letter),
  );
}

/** Every sentence with a capital. */
function sentenceCase(text: string): string {
  return lower(text).replace(
    /(^\P{L}*|[.!?]\s+)(\p{L})/gu,
    (_, before: string, letter: string) => before + upper(letter),
  );
}

/** Smart transforms leave text alone that already mixes upper and lower case: it is intended. */
const isOneCase = (text: string) => text === lower(text) || text === upper(text);

const transforms: ReadonlyMap<unknown, (text: string) => string> = new Map<unknown, (text: string) => string>(
  [
    ['lowercase', lower],
    ['uppercase', upper],
    ['titlecase', titleCase],
    ['sentencecase', sentenceCase],
    ['smart-titlecase', (text: string) => (isOneCase(text) ? titleCase(text) : text)],
    ['smart-sentencecase', (text: string) => (isOneCase(text) ? sentenceCase(text) : text)],
  ],
);

/** The text in the case the setting names; unchanged for a name that is no transform. */
export function transformCase(text: string, transform: unknown): string {
  return transforms.get(transform)?.(text) ?? text;
}
