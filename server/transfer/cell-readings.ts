/** Cells of numbers, dates and switches, each read as its column is written (spec/import-export.md#spreadsheets). */
import { Yielder } from '../async/yielder.js';
import {
  ColumnReading,
  DATES,
  type DateOrder,
  type DecimalMark,
  meaningOf,
  NUMBERS,
  switchIn,
  waysOf,
} from '../contract/cell-values.js';
import type { SheetFormat } from '../contract/sheets.js';
import type { JsonValue } from '../contract/values.js';
import { readText } from '../csv/cell.js';
import type { Row } from '../csv/read.js';
import { parseNumber } from '../properties/number/parse.js';
import { readCell, type Target } from './columns.js';

/** A cell whose meaning nothing tells, as a sentence. */
export class UnclearCell extends Error {}

export interface Readings {
  /** The value of a cell. Throws `UnclearCell`. */
  read(at: number, target: Target, cell: string): JsonValue;
  readonly decimal: DecimalMark | undefined;
  readonly dates: DateOrder | undefined;
}

interface NamedTarget {
  readonly name: string;
  readonly target: Target | undefined;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Whether a program has written the file: exports of Plinth and its like have no groups of digits. */
function isExport(columns: readonly NamedTarget[], rows: readonly Row[]): boolean {
  const places = ['created', 'modified'].map((one) => columns.findIndex(({ name }) => name === one));
  return places.every((at) => at >= 0 && MOMENT.test(rows[0]?.cells[at] ?? ''));
}

/** Looks at all cells of the columns that numbers and dates stand in. */
export async function readingsOf(
  columns: readonly NamedTarget[],
  rows: readonly Row[],
  chosen: SheetFormat,
): Promise<Readings> {
  const numbers = new Map<number, ColumnReading<DecimalMark>>();
  const dates = new Map<number, ColumnReading<DateOrder>>();
  for (const [at, { target }] of columns.entries()) {
    if (target?.notation === 'number') numbers.set(at, new ColumnReading(NUMBERS));
    if (target?.notation === 'date') dates.set(at, new ColumnReading(DATES));
  }
  const looked = [...numbers, ...dates];
  const yielder = new Yielder();
  for (const { cells } of looked.length > 0 ? rows : []) {
    for (const [at, column] of looked) {
      const cell = cells[at];
      if (cell) column.add(cell);
    }
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  const exported = isExport(columns, rows);
  const [decimals, orders] = [waysOf(numbers, chosen.decimal), waysOf(dates, chosen.dates)];
  const guess = { way: undefined, isGuess: true };
  return {
    decimal: decimals.common,
    dates: orders.common,
    read(at, target, cell) {
      const text = readText(cell);
      if (target.notation === 'number') {
        const { way, isGuess } = decimals.ways.get(at) ?? guess;
        const own = exported ? (text.includes(',') ? ',' : '.') : undefined;
        const value = clear(meaningOf(text, NUMBERS, { way: way ?? own, isGuess }), text, 'decimal');
        return value === undefined ? readCell(target, cell) : (parseNumber(value) ?? text);
      }
      if (target.notation === 'date') {
        const value = clear(meaningOf(text, DATES, orders.ways.get(at) ?? guess), text, 'dates');
        return value ?? readCell(target, cell);
      }
      return (target.notation === 'switch' ? switchIn(text) : undefined) ?? readCell(target, cell);
    },
  };
}

/** Throws `UnclearCell`. */
function clear(meaning: ReturnType<typeof meaningOf>, text: string, option: string): string | undefined {
  if (meaning === undefined || 'value' in meaning) return meaning?.value;
  const ways = meaning.unclear.map((one) => (option === 'decimal' ? String(Number(one)) : one)).join(' or ');
  throw new UnclearCell(`"${text.trim()}" can mean ${ways}; say which with "${option}"`);
}
