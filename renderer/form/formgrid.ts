/** The `formgrid` text of a schema as a layout (spec/schemas.md#form-layout). Pure: text and names in, places out. */

/** Where a property stands: CSS grid lines, counted from 1, ends exclusive. */
export interface Place {
  name: string;
  row: number;
  column: number;
  rowEnd: number;
  columnEnd: number;
}

/** Rows of fields that share columns. `places` are in first-seen order, which is also the order when stacked. */
export interface GridBlock {
  kind: 'grid';
  columns: number;
  places: Place[];
}

export interface DividerBlock {
  kind: 'divider';
  title: string;
}

export interface FieldsetBlock {
  kind: 'fieldset';
  legend: string;
  blocks: (GridBlock | DividerBlock)[];
}

export type FormBlock = GridBlock | DividerBlock | FieldsetBlock;

const CELL = /^(?:\.|-?[A-Za-z_][A-Za-z0-9_-]*|--[A-Za-z0-9_-]+)$/;
const EMPTY = '.';

type Line =
  | { kind: 'row'; cells: string[] }
  | { kind: 'divider'; title: string }
  | { kind: 'open'; legend: string }
  | { kind: 'close' };

/** One line of the text, or nothing for a blank one and for a row with a name that is no CSS identifier. */
function readLine(text: string): Line | undefined {
  const line = text.trim();
  if (line === '') return undefined;
  if (line === ']]') return { kind: 'close' };
  if (line.startsWith('[[')) return { kind: 'open', legend: line.slice(2).trim() };
  if (line.startsWith('---')) {
    const title = line
      .replace(/^-+/, '')
      .replace(/-{3,}$/, '')
      .trim();
    return { kind: 'divider', title };
  }
  const cells = line.split(/\s+/);
  return cells.every((cell) => CELL.test(cell)) ? { kind: 'row', cells } : undefined;
}

/** How many cells from `column` on hold `name`. */
function runLength(cells: readonly string[], column: number, name: string): number {
  let end = column;
  while (cells[end] === name) end += 1;
  return end - column;
}

/** Places the rows' cells; a name that comes again elsewhere keeps its first place. */
function placeRows(rows: readonly string[][], columns: number, placed: Set<string>): GridBlock {
  const places: Place[] = [];
  rows.forEach((cells, row) => {
    for (let column = 0; column < cells.length; ) {
      const name = cells[column] ?? EMPTY;
      const width = runLength(cells, column, name);
      if (name !== EMPTY && !placed.has(name)) {
        placed.add(name);
        let rowEnd = row + 1;
        while (
          rows[rowEnd]?.[column] === name &&
          runLength(rows[rowEnd] ?? [], column, name) === width &&
          rows[rowEnd]?.[column - 1] !== name
        ) {
          rowEnd += 1;
        }
        places.push({
          name,
          row: row + 1,
          column: column + 1,
          rowEnd: rowEnd + 1,
          columnEnd: column + width + 1,
        });
      }
      column += width;
    }
  });
  return { kind: 'grid', columns, places };
}

export type Entry = string[] | DividerBlock | { legend: string; lines: (string[] | DividerBlock)[] };

/** Rows and dividers of one scope (the form, or a fieldset); all its rows have the columns of the widest. */
export function layOut(entries: readonly Entry[], placed: Set<string>): FormBlock[] {
  const columns = Math.max(1, ...entries.map((entry) => (Array.isArray(entry) ? entry.length : 1)));
  const blocks: FormBlock[] = [];
  let rows: string[][] = [];
  const flush = () => {
    const grid = placeRows(rows, columns, placed);
    if (grid.places.length > 0) blocks.push(grid);
    rows = [];
  };
  for (const entry of entries) {
    if (Array.isArray(entry)) {
      rows.push(entry);
      continue;
    }
    flush();
    if ('kind' in entry) {
      blocks.push(entry);
    } else {
      const inner = layOut(entry.lines, placed).filter((block) => block.kind !== 'fieldset');
      if (inner.some((block) => block.kind === 'grid')) {
        blocks.push({ kind: 'fieldset', legend: entry.legend, blocks: inner });
      }
    }
  }
  flush();
  return blocks;
}

/** Reads the text into entries; names the form does not have become empty cells, rows without any are dropped. */
export function readEntries(text: string, known: ReadonlySet<string>): Entry[] {
  const entries: Entry[] = [];
  let inner: (string[] | DividerBlock)[] | undefined;
  for (const raw of text.split(/\r\n|\r|\n/)) {
    const line = readLine(raw);
    if (line === undefined) continue;
    if (line.kind === 'close') {
      inner = undefined;
    } else if (line.kind === 'open') {
      if (inner !== undefined) continue;
      inner = [];
      entries.push({ legend: line.legend, lines: inner });
    } else {
      const entry =
        line.kind === 'divider' ? line : line.cells.map((cell) => (known.has(cell) ? cell : EMPTY));
      if (Array.isArray(entry) && entry.every((cell) => cell === EMPTY)) continue;
      (inner ?? entries).push(entry);
    }
  }
  return entries;
}

/**
 * Lays out a form. `names` are the properties to show, in schema order; those the text does not place are
 * appended as full-width rows. A row with an invalid name is dropped whole; `[[ … ]]` nests one level deep.
 */
export function parseFormgrid(text: string | undefined, names: readonly string[]): FormBlock[] {
  const placed = new Set<string>();
  const blocks = layOut(readEntries(text ?? '', new Set(names)), placed);
  const rest = names.filter((name) => !placed.has(name));
  if (rest.length > 0) {
    blocks.push(
      placeRows(
        rest.map((name) => [name]),
        1,
        placed,
      ),
    );
  }
  return withoutIdleDividers(blocks);
}

/** The properties of a form in the order in which they are read, and reached by Tab. */
export function namesInOrder(blocks: readonly FormBlock[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'divider') return [];
    return block.kind === 'grid' ? block.places.map(({ name }) => name) : namesInOrder(block.blocks);
  });
}

/** A divider needs something to divide: none at the very end, none twice in a row unless it has a title. */
function withoutIdleDividers(blocks: readonly FormBlock[]): FormBlock[] {
  return blocks.filter((block, at) => {
    if (block.kind !== 'divider') return true;
    const next = blocks[at + 1];
    return next !== undefined && (next.kind !== 'divider' || block.title !== '');
  });
}
