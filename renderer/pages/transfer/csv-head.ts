/** A CSV file as text, its first rows, and the file with other names over its columns. Pure. */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import {
  type Encoding,
  isWindowsText,
  markedEncoding,
  namedSeparator,
  SEPARATORS,
  type SeparatorName,
  separatorOf,
} from '#contract/sheets';

/** How much of a text is looked at, in characters. */
const HEAD_LENGTH = 1024 * 1024;
/** Bytes of a byte order mark in UTF-8. */
const MARK_LENGTH = 3;

export interface CsvHead {
  /** Names of the columns, trimmed. */
  header: string[];
  /** The rows below them, of a long file the first ones. */
  rows: string[][];
  /** Whether there are more rows. */
  cut: boolean;
  separator: string;
  /** The line before the first row that names the separator, with its line break. */
  lead: string;
  /** Bytes of this line and of the first row as UTF-8, with their line breaks and the mark. */
  length: number;
  /** The line break of the file. */
  lineBreak: string;
  /** Lines the first row takes, empty ones before it among them. */
  lines: number;
}

/** Not readable as CSV: the message says why. */
export class UnreadableFile extends Error {}

const texts = {
  encoding: 'The file has no text in this encoding. Choose another one, or save it as “CSV UTF-8”.',
  empty: 'The file is empty.',
  broken: (reason: string) => `The file is not CSV: ${reason}`,
};

/** A file as text, and the same as UTF-8. Throws `UnreadableFile`. */
export interface SheetText {
  encoding: Encoding;
  text: string;
  /** The file itself where it is UTF-8. */
  content: Blob;
}

function decoded(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** As the server tells it: by the mark, as UTF-8, else as Windows-1252. Throws `UnreadableFile`. */
export function sheetText(file: Blob, bytes: Uint8Array, chosen?: Encoding): SheetText {
  const first = chosen ?? markedEncoding(bytes) ?? 'utf-8';
  let encoding = first;
  let text = decoded(bytes, first);
  if (text === undefined && chosen === undefined && first === 'utf-8' && isWindowsText(bytes)) {
    encoding = 'windows-1252';
    text = decoded(bytes, encoding);
  }
  if (text === undefined) throw new UnreadableFile(texts.encoding);
  return { encoding, text, content: encoding === 'utf-8' ? file : new Blob([text]) };
}

interface Line {
  cells: string[];
  end: number;
}

/** `cut`: the text may end within a row. */
function linesOf(text: string, separator: string, cut: boolean): Line[] {
  const lines: Line[] = [];
  const options = {
    delimiter: separator,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (record: unknown, { bytes }: { bytes: number }) => {
      const cells =
        typeof record === 'object' && record !== null && 'record' in record ? record.record : record;
      if (Array.isArray(cells)) lines.push({ cells: cells.map(String), end: bytes });
      return null;
    },
  };
  try {
    parse(text, options);
  } catch (error) {
    // The piece ends within a row, or a later row is broken: the server says which.
    if (!(error instanceof CsvError) || lines.length === 0) throw error;
  }
  return cut && lines.length > 1 ? lines.slice(0, -1) : lines;
}

/** Reads the beginning of a file. `marked`: it begins with a byte order mark. Throws `UnreadableFile`. */
export function readCsvHead(whole: string, marked: boolean, chosen?: SeparatorName): CsvHead {
  const named = namedSeparator(whole);
  const text = whole.slice(named?.length ?? 0, HEAD_LENGTH);
  const separator = chosen ? SEPARATORS[chosen] : (named?.separator ?? separatorOf(text));
  let lines: Line[];
  try {
    // The last row of a piece may be cut off.
    lines = linesOf(text, separator, whole.length > HEAD_LENGTH);
  } catch (error) {
    throw new UnreadableFile(texts.broken(error instanceof Error ? error.message : ''));
  }
  const [first, ...rows] = lines;
  if (!first) throw new UnreadableFile(texts.empty);
  const lead = whole.slice(0, named?.length ?? 0);
  const line = new TextDecoder().decode(new TextEncoder().encode(text).slice(0, first.end));
  const breaks = line.match(/\r\n|\n|\r/g) ?? [];
  return {
    header: first.cells.map((cell) => cell.trim()),
    rows: rows.map(({ cells }) => cells),
    cut: whole.length > HEAD_LENGTH,
    separator,
    lead,
    length: (marked ? MARK_LENGTH : 0) + new TextEncoder().encode(lead).length + first.end,
    lineBreak: breaks.at(-1) ?? '\n',
    lines: Math.max(1, breaks.length),
  };
}

/** A name as a cell of the first row. */
const cellOf = (name: string, separator: string): string =>
  name.includes(separator) || /["\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;

/** A first row with these names, which takes as many lines as the one it stands for: errors name lines of the file. */
export function headerRow({ lead, separator, lineBreak, lines }: CsvHead, names: readonly string[]): string {
  return lead + names.map((name) => cellOf(name, separator)).join(separator) + lineBreak.repeat(lines);
}

/** The file with other names over its columns; an empty name leaves a column out. */
export function withHeader(file: Blob, head: CsvHead, names: readonly string[]): Blob {
  const same = names.every((name, at) => name === head.header[at]);
  return same ? file : new Blob([headerRow(head, names), file.slice(head.length)]);
}
