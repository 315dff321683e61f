/** CSV text (RFC 4180) from rows of finished cells. */
import { stringify } from 'csv-stringify/sync';

export type Cells = readonly string[];

/** A cell with an apostrophe in front is quoted as well, since some programs strip a bare one. */
const QUOTED = /^'|[\r\n]/;

/** Rows as lines that end in LF. */
export function csvLines(rows: readonly Cells[]): string {
  return stringify([...rows], {
    record_delimiter: '\n',
    quoted_match: QUOTED,
    // The one empty cell of a row would be an empty line, which readers pass over.
    quoted_empty: rows[0]?.length === 1,
  });
}
