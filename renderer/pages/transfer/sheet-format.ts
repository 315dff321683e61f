/** How a CSV file is written: told from the file, and what the reader chooses instead. Pure. */
import {
  ColumnReading,
  DATES,
  type DateOrder,
  type DecimalMark,
  NUMBERS,
  waysOf,
} from '#contract/cell-values';
import type { Encoding, SeparatorName, SheetFormat } from '#contract/sheets';
import { localMark } from '../../fields/from-text';
import { LOCALE } from '../../locale';
import { type CsvHead, readCsvHead, sheetText } from './csv-head';
import type { MappingTarget } from './mapping';

/** A file as it is read with some choices. */
export interface Sheet {
  encoding: Encoding;
  head: CsvHead;
  /** The file as UTF-8. */
  content: Blob;
}

/** Throws `UnreadableFile`. */
export function sheetOf(
  file: Blob,
  bytes: Uint8Array,
  chosen: { encoding?: Encoding | undefined; separator?: SeparatorName | undefined },
): Sheet {
  const { encoding, text, content } = sheetText(file, bytes, chosen.encoding);
  const marked = encoding === 'utf-8' && bytes[0] === 0xef;
  return { encoding, content, head: readCsvHead(text, marked, chosen.separator) };
}

/** What the columns of one notation say. */
export interface Told<Way> {
  /** Whether there are such columns. */
  asked: boolean;
  /** The way that all of them agree on. */
  way: Way | undefined;
  /** A text that can be read in two ways, where nothing says in which. */
  unclear: string | undefined;
}

/** `cut`: the rows that follow may say more. */
function told<Way>(columns: ReadonlyMap<number, ColumnReading<Way>>, cut: boolean): Told<Way> {
  const { common, ways } = waysOf(columns);
  const unclear = [...columns].find(([at, column]) => column.unclear !== undefined && !ways.get(at)?.way);
  return { asked: columns.size > 0, way: common, unclear: cut ? undefined : unclear?.[1].unclear };
}

/** Looks at the columns that numbers and dates go to. */
export function toldBy(
  { rows, cut }: CsvHead,
  mapping: readonly string[],
  targets: readonly MappingTarget[],
): { decimal: Told<DecimalMark>; dates: Told<DateOrder> } {
  const notationOf = new Map(targets.map(({ name, notation }) => [name, notation]));
  const columnsOf = <Way>(notation: MappingTarget['notation'], make: () => ColumnReading<Way>) => {
    const columns = new Map<number, ColumnReading<Way>>();
    for (const [at, name] of mapping.entries()) {
      if (notationOf.get(name) !== notation) continue;
      const column = make();
      for (const cells of rows) if (cells[at]) column.add(cells[at]);
      columns.set(at, column);
    }
    return columns;
  };
  return {
    decimal: told(
      columnsOf('number', () => new ColumnReading(NUMBERS)),
      cut,
    ),
    dates: told(
      columnsOf('date', () => new ColumnReading(DATES)),
      cut,
    ),
  };
}

/** How the reader's country writes numbers and dates. */
export function localFormat(locale: string = LOCALE): { decimal: DecimalMark; dates: DateOrder } {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type);
  const monthFirst = parts.indexOf('month') < parts.indexOf('day') && parts[0] !== 'year';
  return { decimal: localMark(locale), dates: monthFirst ? 'mdy' : 'dmy' };
}

/** What is sent: what was chosen, and where a file says nothing, what the reader's country does. */
export function sentFormat(
  chosen: SheetFormat,
  { decimal, dates }: ReturnType<typeof toldBy>,
): Pick<SheetFormat, 'decimal' | 'dates'> {
  const local = localFormat();
  return {
    decimal: chosen.decimal ?? (decimal.unclear === undefined ? undefined : local.decimal),
    dates: chosen.dates ?? (dates.unclear === undefined ? undefined : local.dates),
  };
}
