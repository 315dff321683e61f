/** Reads what spreadsheets put into the clipboard: cells between tabs, in quotes where they hold tabs, lines or quotes. */

const CELL = /(?:"((?:[^"]|"")*)"(?=\t|\r|\n|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y;

/** The rows of a text, each with its cells. */
export function parseTable(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  CELL.lastIndex = 0;
  for (let match = CELL.exec(text); match !== null; match = CELL.exec(text)) {
    const [, quoted, plain = '', end] = match;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"').replaceAll('\r\n', '\n'));
    if (end === '\t') continue;
    rows.push(row);
    row = [];
    // A line break at the end does not begin another row.
    if (end === '' || CELL.lastIndex >= text.length) break;
  }
  return rows;
}
