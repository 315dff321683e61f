/**
 * Changes of a `formgrid` text (spec/schemas.md#form-layout), for an editor that moves fields about. Pure: text in, text out.
 * Unchanged lines stay as they are; a row is as wide as the widest of its scope (the form, or a fieldset).
 */

import { withRoleNames } from '../../../form/form-roles';

type Line = { kind: 'row'; cells: string[] } | { kind: 'open' | 'close' | 'divider' | 'other'; text: string };

const EMPTY = '.';
const CELL = /^(?:\.|-?[A-Za-z_][A-Za-z0-9_-]*|--[A-Za-z0-9_-]+)$/;

export type Direction = 'up' | 'down' | 'left' | 'right';

function readLine(text: string): Line {
  const line = text.trim();
  if (line === ']]') return { kind: 'close', text: line };
  if (line.startsWith('[[')) return { kind: 'open', text: line };
  if (line.startsWith('---')) return { kind: 'divider', text: line };
  const cells = line.split(/\s+/);
  return line !== '' && cells.every((cell) => CELL.test(cell))
    ? { kind: 'row', cells }
    : { kind: 'other', text: line };
}

const linesOf = (grid: string | undefined): Line[] =>
  (grid ?? '').trim() === '' ? [] : (grid ?? '').split(/\r\n|\r|\n/).map(readLine);

const row = (cells: string[]): Line => ({ kind: 'row', cells });
const isRow = (line: Line | undefined): line is Line & { kind: 'row' } => line?.kind === 'row';
const isBlank = (cells: readonly string[]) => cells.every((cell) => cell === EMPTY);

/** The names of a row in their order, each once. */
const namesIn = (cells: readonly string[]): string[] => [...new Set(cells.filter((cell) => cell !== EMPTY))];

const widthOf = (cells: readonly string[], name: string): number =>
  cells.filter((cell) => cell === name).length;

/** First and last line of the scope a line stands in: the lines of its fieldset, or those outside of all. */
function scopeOf(lines: readonly Line[], at: number): { rows: number[] } {
  let fieldset: number | undefined;
  const scopes = lines.map((line, index) => {
    if (line.kind === 'open') fieldset = index;
    const scope = fieldset;
    if (line.kind === 'close') fieldset = undefined;
    return scope;
  });
  return {
    rows: lines.flatMap((line, index) => (isRow(line) && scopes[index] === scopes[at] ? [index] : [])),
  };
}

/** Brings a row to a width: what filled it before fills it again, else empty cells stand at its end. */
function stretched(cells: readonly string[], columns: number): string[] {
  const names = namesIn(cells);
  const [only] = names;
  if (names.length === 1 && only !== undefined && !cells.includes(EMPTY)) return Array(columns).fill(only);
  const filled = cells.length < columns && columns % cells.length === 0;
  const wide = filled ? cells.flatMap((cell) => Array(columns / cells.length).fill(cell)) : [...cells];
  while (wide.length < columns) wide.push(EMPTY);
  return wide;
}

/** The narrowest spelling of rows that share columns: two columns of two are one of one. */
function narrowed(rows: readonly string[][]): string[][] {
  const columns = Math.max(0, ...rows.map((cells) => cells.length));
  for (let by = columns; by > 1; by -= 1) {
    if (columns % by !== 0) continue;
    const even = rows.every((cells) => cells.every((cell, at) => cell === cells[at - (at % by)]));
    if (even) return rows.map((cells) => cells.filter((_cell, at) => at % by === 0));
  }
  return rows.map((cells) => [...cells]);
}

/** All rows of every scope in its common width, without those that hold nothing any more. */
function tidy(lines: readonly Line[]): Line[] {
  const kept = lines
    .map((line) => {
      if (!isRow(line)) return line;
      const end = line.cells.findLastIndex((cell) => cell !== EMPTY);
      return row(line.cells.slice(0, end + 1));
    })
    .filter((line) => !isRow(line) || !isBlank(line.cells));
  const done = [...kept];
  const seen = new Set<number>();
  for (const [at, line] of kept.entries()) {
    if (!isRow(line) || seen.has(at)) continue;
    const { rows } = scopeOf(kept, at);
    const cells = rows.map((index) => {
      seen.add(index);
      const one = kept[index];
      return isRow(one) ? one.cells : [];
    });
    const columns = Math.max(...cells.map((one) => one.length));
    const wide = narrowed(cells.map((one) => stretched(one, columns)));
    for (const [n, index] of rows.entries()) done[index] = row(wide[n] ?? []);
  }
  // A fieldset without rows draws nothing.
  return done.filter((line, at) => {
    if (line.kind === 'open') return done[at + 1]?.kind !== 'close';
    return line.kind !== 'close' || done[at - 1]?.kind !== 'open';
  });
}

const textOf = (lines: readonly Line[]): string =>
  lines.map((line) => (isRow(line) ? line.cells.join(' ') : line.text)).join('\n');

const finish = (lines: readonly Line[]): string => textOf(tidy(lines)).trim();

const lineWith = (lines: readonly Line[], name: string): number =>
  lines.findIndex((line) => isRow(line) && line.cells.includes(name));

/** The lines without a name; its cells go to the neighbour that stood beside it. */
function taken(lines: readonly Line[], name: string): Line[] {
  return lines.map((line) => {
    if (!isRow(line) || !line.cells.includes(name)) return line;
    return row(line.cells.filter((cell) => cell !== name));
  });
}

/** Every field that stands nowhere gets a row of its own at the end, so that each can be moved. */
export function withAll(grid: string | undefined, names: readonly string[]): string {
  const lines = linesOf(grid);
  const missing = names.filter((name) => lineWith(lines, name) < 0);
  const known = new Set(names);
  const clean = lines.map((line) =>
    isRow(line) ? row(line.cells.map((cell) => (known.has(cell) ? cell : EMPTY))) : line,
  );
  return finish([...clean, ...missing.map((name) => row([name]))]);
}

/** Lines with a change of the names in role lines; one that names nothing goes. */
const inRoles = (lines: readonly Line[], replace: (name: string) => string | undefined): Line[] =>
  lines.flatMap((line) => {
    if (line.kind !== 'other') return [line];
    const text = withRoleNames(line.text, replace);
    return text === undefined ? [] : [{ kind: 'other', text }];
  });

/** The text without a field. */
export const withoutField = (grid: string | undefined, name: string): string =>
  finish(inRoles(taken(linesOf(grid), name), (other) => (other === name ? undefined : other)));

/** The text with a field under another name. */
export const withRenamed = (grid: string | undefined, from: string, to: string): string =>
  textOf(
    inRoles(linesOf(grid), (name) => (name === from ? to : name)).map((line) =>
      isRow(line) ? row(line.cells.map((cell) => (cell === from ? to : cell))) : line,
    ),
  );

/** Puts a field into a row of its own before or behind the row of another, or at the end. */
export function withRowAt(
  grid: string | undefined,
  name: string,
  { beside, side }: { beside: string | undefined; side: 'before' | 'behind' },
): string {
  const lines = taken(linesOf(grid), name);
  const at = beside === undefined ? -1 : lineWith(lines, beside);
  const place = at < 0 ? lines.length : side === 'before' ? at : at + 1;
  return finish(lines.toSpliced(place, 0, row([name])));
}

/** Puts a field into the row of another, at its left or right. */
export function withBeside(
  grid: string | undefined,
  name: string,
  { beside, side }: { beside: string; side: 'left' | 'right' },
): string {
  const lines = taken(linesOf(grid), name);
  const at = lineWith(lines, beside);
  const line = lines[at];
  if (!isRow(line)) return finish(linesOf(grid));
  // A field that had the row to itself gives up half of it.
  const names = namesIn(line.cells);
  const cells = names.length === 1 ? names : [...line.cells];
  const first = cells.indexOf(beside);
  const place = side === 'left' ? first : first + widthOf(cells, beside);
  return finish(lines.toSpliced(at, 1, row(cells.toSpliced(place, 0, name))));
}

/** Makes a field a column wider (1) or narrower (-1). A neighbour gives or takes the column. */
export function withWidth(grid: string | undefined, name: string, by: 1 | -1): string {
  const lines = linesOf(grid);
  const at = lineWith(lines, name);
  const line = lines[at];
  if (!isRow(line)) return finish(lines);
  const { cells } = line;
  const first = cells.indexOf(name);
  const last = first + widthOf(cells, name) - 1;
  if (by < 0) {
    if (first === last) return finish(lines);
    const next = cells[last + 1];
    const given = next === undefined ? EMPTY : next;
    return finish(lines.toSpliced(at, 1, row(cells.with(last, given))));
  }
  const free = cells.findIndex((cell, index) => index > last && (cell === EMPTY || widthOf(cells, cell) > 1));
  if (free > last) {
    // Everything between moves one column to the right, into the one that is free.
    const moved = [
      ...cells.slice(0, last + 1),
      name,
      ...cells.slice(last + 1, free),
      ...cells.slice(free + 1),
    ];
    return finish(lines.toSpliced(at, 1, row(moved)));
  }
  if (namesIn(cells).length === 1) return finish(lines);
  return finish(lines.toSpliced(at, 1, row(cells.toSpliced(last + 1, 0, name))));
}

/**
 * Moves a field by one step: left and right change places with the neighbour; up and down leave the row for one of its
 * own, or pass the line before or behind: a row, a heading, the edge of a fieldset.
 */
export function withMove(grid: string | undefined, name: string, direction: Direction): string {
  const lines = linesOf(grid);
  const at = lineWith(lines, name);
  const line = lines[at];
  if (!isRow(line)) return finish(lines);
  if (direction === 'left' || direction === 'right') {
    const names = namesIn(line.cells);
    const from = names.indexOf(name);
    const to = from + (direction === 'left' ? -1 : 1);
    const other = names[to];
    if (other === undefined) return finish(lines);
    const swapped = names.with(from, other).with(to, name);
    const cells = swapped.flatMap((one) => Array(widthOf(line.cells, one)).fill(one));
    const gaps = Array(line.cells.length - cells.length).fill(EMPTY);
    return finish(lines.toSpliced(at, 1, row([...cells, ...gaps])));
  }
  const alone = namesIn(line.cells).length === 1;
  if (!alone) {
    const left = taken(lines, name);
    return finish(left.toSpliced(direction === 'up' ? at : at + 1, 0, row([name])));
  }
  const to = direction === 'up' ? at - 1 : at + 1;
  if (lines[to] === undefined) return finish(lines);
  return finish(lines.toSpliced(at, 1).toSpliced(to, 0, row([name])));
}

/** Adds a heading or a line before the row of a field, or at the end. */
export function withDivider(grid: string | undefined, title: string, before: string | undefined): string {
  const lines = linesOf(grid);
  const at = before === undefined ? -1 : lineWith(lines, before);
  const clean = title.replace(/[\r\n]+/g, ' ').trim();
  const divider: Line = { kind: 'divider', text: clean === '' ? '---' : `--- ${clean}` };
  return finish(lines.toSpliced(at < 0 ? lines.length : at, 0, divider));
}

/** Puts the row of a field into a fieldset of its own. Inside of one nothing changes: they do not nest. */
export function withFieldset(grid: string | undefined, legend: string, around: string): string {
  const lines = linesOf(grid);
  const at = lineWith(lines, around);
  const before = lines.slice(0, at + 1);
  const inside =
    before.filter(({ kind }) => kind === 'open').length >
    before.filter(({ kind }) => kind === 'close').length;
  const line = lines[at];
  if (line === undefined || inside) return finish(lines);
  const clean = legend.replace(/[\r\n]+/g, ' ').trim();
  return finish(
    lines.toSpliced(at, 1, { kind: 'open', text: `[[ ${clean}`.trim() }, line, { kind: 'close', text: ']]' }),
  );
}
