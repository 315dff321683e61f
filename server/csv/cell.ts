/**
 * Texts as cells of a CSV file (spec/reports.md#csv-cells). Pure. Two things are changed on the way out and reverted
 * by `readText`: line breaks become `\n` and `\r`, and a text a spreadsheet would treat as a formula gets an
 * apostrophe in front. JSON answers are not changed.
 */
import { writtenDate, writtenNumber } from '../contract/cell-values.js';
import type { WrittenNotation } from '../contract/sheets.js';
import type { JsonValue } from '../contract/values.js';

/** What makes a spreadsheet calculate: these at the start, also behind blanks, also in their full-width forms. */
const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/u;

const LETTER: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r' };
const BREAK: Readonly<Record<string, string>> = { n: '\n', r: '\r' };

/**
 * Line breaks as `\n` and `\r`. Backslashes in front of a line break or of these letters are doubled, so that `C:\new`
 * and a real line break differ.
 */
function inOneLine(text: string): string {
  return text.replace(/(?<!\\)(?:(\\*)([\n\r])|(\\+)([nr]))/g, (_all, before, lineBreak, slashes, letter) =>
    lineBreak === undefined
      ? `${slashes}${slashes}${letter}`
      : `${before}${before}\\${LETTER[lineBreak] ?? ''}`,
  );
}

function inLines(text: string): string {
  return text.replace(/(?<!\\)(\\+)([nr])/g, (_all, slashes: string, letter: string) => {
    const kept = '\\'.repeat(Math.floor(slashes.length / 2));
    return slashes.length % 2 === 1 ? `${kept}${BREAK[letter] ?? ''}` : `${kept}${letter}`;
  });
}

/** A text as a cell. */
export function writeText(text: string): string {
  const cell = inOneLine(text);
  return FORMULA.test(text) ? `'${cell}` : cell;
}

/** The text of a cell: the inverse of `writeText`; cells of other programs are left unchanged. */
export function readText(cell: string): string {
  const text = inLines(cell);
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}

/** Any value as a cell: numbers and booleans bare, lists and objects as JSON, nothing for null and no value. */
export function writeValue(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return writeText(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What a kind's values are: numbers and dates have a notation, which differs by country. */
interface Notated {
  readonly numeric?: boolean | undefined;
  readonly dates?: boolean | undefined;
}

/** As `writeValue`, numbers and dates of a kind in the notation of a format. */
export function writeNotated(
  value: JsonValue | undefined,
  kind: Notated | undefined,
  { decimal = '.', dates = 'ymd' }: WrittenNotation,
): string {
  if (kind?.numeric && typeof value === 'number') return writtenNumber(value, decimal);
  return writeValue(kind?.dates && typeof value === 'string' ? writtenDate(value, dates) : value);
}
