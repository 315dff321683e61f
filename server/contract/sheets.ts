/** How a file of a spreadsheet is written (spec/import-export.md#spreadsheets): encoding, separator, `sep=`. Pure. */

import { DATE_ORDERS, type DateOrder, DECIMAL_MARKS, type DecimalMark } from './cell-values.js';
import * as wire from './json-schema.js';

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Encodings of exports: those that can hold every text. */
export const WRITTEN_ENCODINGS = ['utf-8', 'utf-8-bom', 'utf-16le'] as const;
export type WrittenEncoding = (typeof WRITTEN_ENCODINGS)[number];

/** By the words that requests have for them. */
export const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const;
export type SeparatorName = keyof typeof SEPARATORS;
export const SEPARATOR_NAMES: readonly SeparatorName[] = ['comma', 'semicolon', 'tab', 'bar'];

/** The choices for a file; what is missing is told from the file. */
export interface SheetFormat {
  encoding?: Encoding | undefined;
  separator?: SeparatorName | undefined;
  decimal?: DecimalMark | undefined;
  dates?: DateOrder | undefined;
}

/** The name of a separator; others are named by themselves. */
export const separatorName = (separator: string): string =>
  SEPARATOR_NAMES.find((name) => SEPARATORS[name] === separator) ?? separator;

/** The encoding that the first bytes of a file name. */
export function markedEncoding(bytes: Uint8Array): Encoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : undefined;
}

/** Bytes that text in Windows-1252 does not have: the code page has no characters for them, or they are control codes. */
const isForeign = (byte: number): boolean =>
  byte === 0x81 || byte === 0x8d || byte === 0x8f || byte === 0x90 || byte === 0x9d || byte === 0;

/** The length of the character in UTF-8 that begins at a byte beyond ASCII; 0 where none does. */
function utf8Length(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  const length =
    first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (first >= 0xf5) return 0;
  for (let next = 1; next < length; next += 1) {
    const byte = bytes[at + next] ?? 0;
    if (byte < 0x80 || byte > 0xbf) return 0;
  }
  return length;
}

/**
 * Whether bytes that are not UTF-8 are text in Windows-1252, as Excel writes it: not a damaged file in UTF-8, in which
 * most characters beyond ASCII are still sound, and nothing that is no text at all.
 */
export function isWindowsText(bytes: Uint8Array): boolean {
  let [sound, other] = [0, 0];
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    if (isForeign(byte)) return false;
    const length = byte < 0x80 ? 1 : utf8Length(bytes, at);
    if (byte >= 0x80) {
      if (length > 0) sound += 1;
      else other += 1;
    }
    at += Math.max(1, length);
  }
  return other > sound;
}

/** The first line with which Excel names the separator. */
const NAMED = /^(?:"sep=([^\r\n"])"|sep=([^\r\n]))[^\S\r\n]*(?:\r\n|\r|\n|$)/i;

/** The separator that the first line of a text names, with the length of the line. */
export function namedSeparator(text: string): { separator: string; length: number } | undefined {
  const match = NAMED.exec(text.slice(0, 100));
  return match ? { separator: match[1] ?? match[2] ?? ',', length: match[0].length } : undefined;
}

/** The separator that is most frequent in the first line, outside of quotes. */
export function separatorOf(text: string): string {
  const line = (/^[\r\n]*((?:"(?:[^"]|"")*"|[^"\r\n])*)/.exec(text.slice(0, 100_000))?.[1] ?? '').replace(
    /"(?:[^"]|"")*"/g,
    '',
  );
  const count = (separator: string) => line.split(separator).length;
  return Object.values(SEPARATORS).reduce(
    (best, other) => (count(other) > count(best) ? other : best),
    SEPARATORS.comma as string,
  );
}

/** How the numbers and dates of a file are written. */
export type WrittenNotation = Pick<SheetFormat, 'decimal' | 'dates'>;

/** The choices for a file that is written. */
export interface WrittenFormat extends Omit<SheetFormat, 'encoding'> {
  encoding?: WrittenEncoding | undefined;
}

/** What a file was read as; `decimal` and `dates` where its columns agree. */
export const READ_FORMAT = wire.all(
  {
    encoding: wire.choice(...ENCODINGS),
    /** A name, or the character. */
    separator: wire.text,
  },
  { decimal: wire.choice(...DECIMAL_MARKS), dates: wire.choice(...DATE_ORDERS) },
);
export type ReadFormat = wire.Typed<typeof READ_FORMAT>;
