/** The first rows of a CSV file, and the file with other names over its columns. Pure. */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';

/** How much of a file is looked at. */
export const HEAD_BYTES = 1024 * 1024;
const ROWS = 4;
const BOM = [0xef, 0xbb, 0xbf];
const SEPARATORS = [',', ';', '\t'];

export interface CsvHead {
  /** Names of the columns, trimmed. */
  header: string[];
  /** Some of the rows below them. */
  rows: string[][];
  separator: string;
  /** Bytes of the first row, with its line break. */
  length: number;
  /** The line break of the file. */
  lineBreak: string;
  /** Lines the first row takes, empty ones before it among them. */
  lines: number;
}

/** Not readable as CSV: the message says why. */
export class UnreadableFile extends Error {}

const texts = {
  encoding: 'The file is not UTF-8 text. Save it as “CSV UTF-8” and choose it again.',
  empty: 'The file is empty.',
  broken: (reason: string) => `The file is not CSV: ${reason}`,
};

/** As the server tells it: the separator that is most frequent in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const line = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.slice(0, 100_000))?.[0] ?? '').replace(
    /"(?:[^"]|"")*"/g,
    '',
  );
  const count = (separator: string) => line.split(separator).length;
  return SEPARATORS.reduce((best, other) => (count(other) > count(best) ? other : best), ',');
}

function textOf(bytes: Uint8Array, whole: boolean): string {
  try {
    // A piece may end in the middle of a letter.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !whole });
  } catch {
    throw new UnreadableFile(texts.encoding);
  }
}

interface Line {
  cells: string[];
  end: number;
}

function linesOf(text: string, separator: string, most: number): Line[] {
  const lines: Line[] = [];
  parse(text, {
    ...{ delimiter: separator, info: true, to: most },
    ...{ relax_column_count: true, skip_empty_lines: true },
    on_record: (record: unknown, { bytes }: { bytes: number }) => {
      const cells =
        typeof record === 'object' && record !== null && 'record' in record ? record.record : record;
      if (Array.isArray(cells)) lines.push({ cells: cells.map(String), end: bytes });
      return null;
    },
  });
  return lines;
}

/** Reads the beginning of a file; `whole`: it is all of the file. Throws `UnreadableFile`. */
export function readCsvHead(bytes: Uint8Array, whole: boolean): CsvHead {
  const mark = BOM.every((byte, at) => bytes[at] === byte) ? BOM.length : 0;
  const text = textOf(bytes, whole);
  const separator = separatorOf(text);
  let lines: Line[];
  try {
    try {
      lines = linesOf(text, separator, ROWS + 1);
    } catch (error) {
      // The piece ends within a row, or a later row is broken: the server says which.
      if (!(error instanceof CsvError)) throw error;
      lines = linesOf(text, separator, 1);
    }
  } catch (error) {
    throw new UnreadableFile(texts.broken(error instanceof Error ? error.message : ''));
  }
  const [first, ...rows] = lines;
  if (!first) throw new UnreadableFile(texts.empty);
  const line = new TextDecoder().decode(bytes.slice(mark, mark + first.end));
  const breaks = line.match(/\r\n|\n|\r/g) ?? [];
  return {
    header: first.cells.map((cell) => cell.trim()),
    rows: rows.map(({ cells }) => cells),
    separator,
    length: mark + first.end,
    lineBreak: breaks.at(-1) ?? '\n',
    lines: Math.max(1, breaks.length),
  };
}

/** A name as a cell of the first row. */
const cellOf = (name: string, separator: string): string =>
  name.includes(separator) || /["\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;

/** A first row with these names, which takes as many lines as the one it stands for: errors name lines of the file. */
export function headerRow({ separator, lineBreak, lines }: CsvHead, names: readonly string[]): string {
  return names.map((name) => cellOf(name, separator)).join(separator) + lineBreak.repeat(lines);
}

/** The file with other names over its columns; an empty name leaves a column out. */
export function withHeader(file: Blob, head: CsvHead, names: readonly string[]): Blob {
  const same = names.every((name, at) => name === head.header[at]);
  return same ? file : new Blob([headerRow(head, names), file.slice(head.length)]);
}
