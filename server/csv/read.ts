/** CSV files as tables: any of the usual separators, with or without a byte order mark, in UTF-8. */
import { Readable } from 'node:stream';
import { Yielder } from '../async/yielder.js';
import { invalid, PlinthError } from '../errors.js';

/** Max rows and columns of one file, and the longest row in characters. */
const MAX_ROWS = 100_000;
const MAX_COLUMNS = 1_000;
const MAX_ROW_LENGTH = 5_000_000;

/** Characters passed to the parser at once: it reads all rows of a piece before other work has its turn. */
const PIECE = 4 * 1024;

const SEPARATORS = [',', ';', '\t'];

export interface Row {
  /** Line of the file the row ends on; the header's is 1. */
  readonly line: number;
  /** Null for an empty cell without quotes. */
  readonly cells: readonly (string | null)[];
}

export interface Table {
  /** Names of the first row, trimmed. */
  readonly header: readonly string[];
  readonly rows: readonly Row[];
}

function textOf(bytes: Buffer): string {
  try {
    // Without `ignoreBOM` the decoder takes the mark away.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('The CSV file is not UTF-8 text');
  }
}

/** The separator that is most frequent in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const line = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.slice(0, 100_000))?.[0] ?? '').replace(
    /"(?:[^"]|"")*"/g,
    '',
  );
  const count = (separator: string) => line.split(separator).length;
  return SEPARATORS.reduce((best, other) => (count(other) > count(best) ? other : best), ',');
}

async function* pieces(text: string): AsyncGenerator<string> {
  const yielder = new Yielder();
  for (let at = 0; at < text.length; at += PIECE) {
    yield text.slice(at, at + PIECE);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
}

function asRow(record: unknown): Row | undefined {
  if (typeof record !== 'object' || record === null || !('record' in record) || !('info' in record))
    return undefined;
  const { record: cells, info } = record;
  const line = typeof info === 'object' && info !== null && 'lines' in info ? Number(info.lines) : 0;
  return Array.isArray(cells)
    ? { line, cells: cells.map((cell) => (cell === null ? null : String(cell))) }
    : undefined;
}

/**
 * Reads a whole file. Empty lines are skipped, rows may be shorter or longer than the header. Throws `invalid` for a
 * file that is not CSV or has no usable header, `tooLarge` for too many rows or columns.
 */
export async function readCsv(bytes: Buffer): Promise<Table> {
  const { CsvError, parse } = await import('csv-parse');
  const text = textOf(bytes);
  const parser = Readable.from(pieces(text)).compose(
    parse({
      delimiter: separatorOf(text),
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
      const row = asRow(record);
      if (!row) continue;
      if (header) rows.push(row);
      else header = headerOf(row.cells);
      if (rows.length > MAX_ROWS) throw tooLarge(`rows than ${MAX_ROWS}`);
    }
  } catch (error) {
    if (error instanceof CsvError) throw invalid(`The file is not CSV: ${error.message}`);
    throw error;
  }
  if (!header) throw invalid('The CSV file is empty');
  return { header, rows };
}

const tooLarge = (what: string) => new PlinthError('tooLarge', `The CSV file has more ${what}`);

function headerOf(cells: Row['cells']): string[] {
  if (cells.length > MAX_COLUMNS) throw tooLarge(`columns than ${MAX_COLUMNS}`);
  const names = cells.map((cell) => (cell ?? '').trim());
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (twice !== undefined) throw invalid(`The CSV file has two columns "${twice.slice(0, 100)}"`);
  return names;
}
