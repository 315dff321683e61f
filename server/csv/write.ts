/** CSV text (RFC 4180) from rows of finished cells. */

import { Yielder } from '../async/yielder.js';
import { SEPARATORS, type WrittenEncoding, type WrittenFormat } from '../contract/sheets.js';
import { onDemand } from '../on-demand.js';

const MARK = '\ufeff';

/** Null is written like an empty text unless the two must differ. */
export type Cells = readonly (string | null)[];

const csv = onDemand<typeof import('csv-stringify/sync')>('csv-stringify/sync');

/** A cell with an apostrophe in front is quoted as well, since some programs strip a bare one. */
const QUOTED = /^'|[\r\n]/;
const QUOTED_OR_EMPTY = /^(?:'|$)|[\r\n]/;

export interface CsvOptions extends Pick<WrittenFormat, 'encoding' | 'separator'> {
  /** Writes an empty text as `""`, to distinguish it from no value. */
  quoteEmpty?: boolean;
}

/** Texts of a file in an encoding; both but UTF-8 itself begin with a mark. */
async function* encoded(
  texts: AsyncIterable<string>,
  encoding: WrittenEncoding | undefined,
): AsyncGenerator<string | Uint8Array> {
  const isWide = encoding === 'utf-16le';
  if (isWide || encoding === 'utf-8-bom') yield isWide ? Buffer.from(MARK, 'utf16le') : MARK;
  for await (const text of texts) yield isWide ? Buffer.from(text, 'utf16le') : text;
}

/** Rows as lines that end in LF. */
export function csvLines(
  rows: readonly Cells[],
  { quoteEmpty = false, separator = 'comma' }: CsvOptions = {},
): string {
  return csv().stringify([...rows], {
    delimiter: SEPARATORS[separator],
    record_delimiter: '\n',
    quoted_match: quoteEmpty ? QUOTED_OR_EMPTY : QUOTED,
    // The one empty cell of a row would be an empty line, which readers pass over.
    quoted_empty: rows[0]?.length === 1,
  });
}

/** Rows written in one go: an object may have thousands. */
const PIECE = 200;

/** A file in pieces, at the pace of the reader: the header, then the rows of each group as it comes. */
export const csvFile = (
  header: Cells,
  groups: AsyncIterable<Iterable<Cells>>,
  options: CsvOptions,
): AsyncGenerator<string | Uint8Array> => encoded(csvPieces(header, groups, options), options.encoding);

async function* csvPieces(
  header: Cells,
  groups: AsyncIterable<Iterable<Cells>>,
  options: CsvOptions,
): AsyncGenerator<string> {
  const yielder = new Yielder();
  let rows: Cells[] = [header];
  for await (const group of groups) {
    for (const row of group) {
      rows.push(row);
      if (rows.length < PIECE) continue;
      yield csvLines(rows, options);
      rows = [];
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
  }
  if (rows.length > 0) yield csvLines(rows, options);
}
