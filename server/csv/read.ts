/** CSV files as tables, in the encodings and with the separators of spreadsheets (spec/import-export.md#spreadsheets). */
import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { Yielder } from '../async/yielder.js';
import { message } from '../contract/messages/message.js';
import {
  type Encoding,
  isWindowsText,
  markedEncoding,
  namedSeparator,
  SEPARATORS,
  type SheetFormat,
  separatorOf,
} from '../contract/sheets.js';
import { invalid, PlinthError } from '../errors.js';

/** Max rows and columns of one file, and the longest row in characters. */
const MAX_ROWS = 100_000;
const MAX_COLUMNS = 1_000;
const MAX_ROW_LENGTH = 5_000_000;

/** Bytes of a file in another encoding that are looked at. */
const LOOKED_AT = 8 * 1024 * 1024;
/** Bytes decoded at once. */
const DECODED = 1024 * 1024;

/** Characters passed to the parser at once: it reads all rows of a piece before other work has its turn. */
const PIECE = 4 * 1024;

export interface Row {
  /** Line of the file the row ends on; the header's is 1. */
  readonly line: number;
  /** Null for an empty cell without quotes. */
  readonly cells: readonly (string | null)[];
}

const NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

export interface Table {
  /** Names of the first row, trimmed. */
  readonly header: readonly string[];
  readonly rows: readonly Row[];
  readonly encoding: Encoding;
  readonly separator: string;
}

/** The encoding of a file: that of its mark, UTF-8, or else Windows-1252. Throws `invalid` where it is none of them. */
function encodingOf(bytes: Buffer): Encoding {
  const marked = markedEncoding(bytes);
  if (marked !== undefined || isUtf8(bytes)) return marked ?? 'utf-8';
  if (isWindowsText(bytes.subarray(0, LOOKED_AT))) return 'windows-1252';
  throw invalid(message('csvNotText'));
}

/** The text of a file, decoded between other work. Throws `invalid`. */
async function textOf(bytes: Buffer, encoding: Encoding): Promise<string> {
  // Without `ignoreBOM` the decoder takes the mark away.
  const decoder = new TextDecoder(encoding, { fatal: true });
  const yielder = new Yielder();
  const parts: string[] = [];
  try {
    for (let at = 0; at < bytes.length; at += DECODED) {
      parts.push(decoder.decode(bytes.subarray(at, at + DECODED), { stream: true }));
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
    parts.push(decoder.decode());
  } catch {
    throw invalid(message('csvNotEncoded', { encoding: NAMES[encoding] }));
  }
  return parts.join('');
}

async function* pieces(text: string, from: number): AsyncGenerator<string> {
  const yielder = new Yielder();
  for (let at = from; at < text.length; at += PIECE) {
    yield text.slice(at, at + PIECE);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
}

/** `skipped`: lines before those that were parsed. */
function asRow(record: unknown, skipped: number): Row | undefined {
  if (typeof record !== 'object' || record === null || !('record' in record) || !('info' in record))
    return undefined;
  const { record: cells, info } = record;
  const line =
    typeof info === 'object' && info !== null && 'lines' in info ? Number(info.lines) + skipped : 0;
  return Array.isArray(cells)
    ? { line, cells: cells.map((cell) => (cell === null ? null : String(cell))) }
    : undefined;
}

/**
 * Reads a whole file. Empty lines are skipped, rows may be shorter or longer than the header. Encoding and separator are
 * told from the file unless they are chosen; a first line `sep=;` names the separator. Throws `invalid` for a file that
 * is not CSV or has no usable header, `tooLarge` for too many rows or columns.
 */
export async function readCsv(bytes: Buffer, chosen: SheetFormat = {}): Promise<Table> {
  const { CsvError, parse } = await import('csv-parse');
  const encoding = chosen.encoding ?? encodingOf(bytes);
  const text = await textOf(bytes, encoding);
  const named = namedSeparator(text);
  const separator = chosen.separator ? SEPARATORS[chosen.separator] : (named?.separator ?? separatorOf(text));
  const skipped = named ? 1 : 0;
  const parser = Readable.from(pieces(text, named?.length ?? 0)).compose(
    parse({
      delimiter: separator,
      info: true,
      cast: (cell, { quoting }) => (cell === '' && !quoting ? null : cell),
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW_LENGTH,
    }),
  );
  let header: string[] | undefined;
  const rows: Row[] = [];
  try {
    for await (const record of parser) {
      const row = asRow(record, skipped);
      if (!row) continue;
      if (header) rows.push(row);
      else header = headerOf(row.cells);
      if (rows.length > MAX_ROWS) throw tooLarge(`rows than ${MAX_ROWS}`);
    }
  } catch (error) {
    if (error instanceof CsvError) throw invalid(message('csvInvalid', { reason: error.message }));
    throw error;
  }
  if (!header) throw invalid(message('csvEmpty'));
  return { header, rows, encoding, separator };
}

const tooLarge = (what: string) => new PlinthError('tooLarge', message('csvTooLarge', { what }));

function headerOf(cells: Row['cells']): string[] {
  if (cells.length > MAX_COLUMNS) throw tooLarge(`columns than ${MAX_COLUMNS}`);
  const names = cells.map((cell) => (cell ?? '').trim());
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (twice !== undefined) throw invalid(message('csvColumnTwice', { name: twice.slice(0, 100) }));
  return names;
}
