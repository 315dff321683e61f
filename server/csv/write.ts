/** CSV text (RFC 4180) from rows of finished cells. */
import { onDemand } from '../on-demand.js';
import { Slices } from '../store/slices.js';

export type Cells = readonly string[];

const csv = onDemand<typeof import('csv-stringify/sync')>('csv-stringify/sync');

/** A cell with an apostrophe in front is quoted as well, since some programs strip a bare one. */
const QUOTED = /^'|[\r\n]/;

/** Rows as lines that end in LF. */
export function csvLines(rows: readonly Cells[]): string {
  return csv().stringify([...rows], {
    record_delimiter: '\n',
    quoted_match: QUOTED,
    // The one empty cell of a row would be an empty line, which readers pass over.
    quoted_empty: rows[0]?.length === 1,
  });
}

/** Rows written in one go: an object may have thousands. */
const PIECE = 200;

/** A file in pieces, at the pace of whoever takes them: the header, then the rows of each group as it comes. */
export async function* csvFile(
  header: Cells,
  groups: AsyncIterable<Iterable<Cells>>,
): AsyncGenerator<string> {
  const slices = new Slices();
  let rows: Cells[] = [header];
  for await (const group of groups) {
    for (const row of group) {
      rows.push(row);
      if (rows.length < PIECE) continue;
      yield csvLines(rows);
      rows = [];
      if (slices.spent) await slices.pause();
    }
  }
  if (rows.length > 0) yield csvLines(rows);
}
