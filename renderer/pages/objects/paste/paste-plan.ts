/** Which values a pasted table gives which properties of an object. Pure. */
import {
  ColumnReading,
  DATES,
  type DateOrder,
  type DecimalMark,
  NUMBERS,
  waysOf,
} from '#contract/cell-values';
import type { JsonObject } from '#contract/values';
import { declaredKind } from '../../../fields';
import type { WrittenColumn } from '../../../fields/from-text';
import { own } from '../../../json';
import type { ListColumn } from '../../../lists/columns';
import type { BulkChange } from '../bulk/bulk-change';
import { inCellFor } from '../cell/cell-edit';

/** What was pasted, and the columns it goes to. */
export interface Pasted {
  /** Rows of texts. */
  table: readonly (readonly string[])[];
  /** Place of the first row in the list. */
  first: number;
  /** From the cell to the right, as many as there are. */
  columns: readonly ListColumn[];
}

export interface PlannedRow {
  changes: BulkChange[];
  /** Texts that cannot be read, by the label of their column. */
  unread: { label: string; text: string }[];
  /** Labels of what cannot be changed in this object. */
  fixed: string[];
}

/** Whether the kind of a column takes texts, and the column can be changed at all. */
export const takesText = ({ definition }: ListColumn, editable: boolean): boolean =>
  editable && declaredKind(definition)?.fromText !== undefined;

/** How each column of a table is written, by all of its texts and by those of the others, as in an import. */
export function writtenColumns({ table, columns }: Pasted): WrittenColumn[] {
  const numbers = new Map<number, ColumnReading<DecimalMark>>();
  const dates = new Map<number, ColumnReading<DateOrder>>();
  for (const [at, { definition }] of columns.entries()) {
    const topic = declaredKind(definition)?.filter;
    if (topic === 'number') numbers.set(at, new ColumnReading(NUMBERS));
    if (topic === 'date' || topic === 'moment') dates.set(at, new ColumnReading(DATES));
  }
  for (const [at, column] of [...numbers, ...dates]) for (const row of table) column.add(row[at] ?? '');
  const [decimals, orders] = [waysOf(numbers).ways, waysOf(dates).ways];
  return columns.map((_column, at) => ({ decimal: decimals.get(at)?.way, dates: orders.get(at)?.way }));
}

/** What the texts of a row change of an object. `columns`: undefined where texts are left out. */
export function planRow(
  object: JsonObject,
  texts: readonly string[],
  columns: readonly (ListColumn | undefined)[],
  locale: string,
  written: readonly WrittenColumn[] = [],
): PlannedRow {
  const planned: PlannedRow = { changes: [], unread: [], fixed: [] };
  columns.forEach((column, at) => {
    const text = texts[at];
    if (column === undefined || text === undefined) return;
    const { id: name, label, definition } = column;
    if (inCellFor(column, object) === undefined) {
      planned.fixed.push(label);
      return;
    }
    const value = declaredKind(definition)?.fromText?.(text, definition, {
      ...written[at],
      before: own(object, name),
      locale,
    });
    if (value === undefined) planned.unread.push({ label, text });
    else planned.changes.push({ name, action: 'set', value });
  });
  return planned;
}
