/** What the choices of how a CSV file is written are called. */
import type { DateOrder, DecimalMark } from '#contract/cell-values';
import type { Encoding, SeparatorName, WrittenEncoding } from '#contract/sheets';

const texts = {
  encoding: 'Encoding',
  encodings: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16',
    'utf-16be': 'UTF-16, big-endian',
    'windows-1252': 'Windows-1252',
  } satisfies Record<Encoding, string>,
  separator: 'Separator',
  separators: {
    comma: 'Comma',
    semicolon: 'Semicolon',
    tab: 'Tab',
    bar: 'Vertical bar',
  } satisfies Record<SeparatorName, string>,
  numbers: 'Numbers',
  marks: { '.': '1,234.50', ',': '1.234,50' } satisfies Record<DecimalMark, string>,
  dates: 'Dates',
  orders: {
    ymd: '2026-12-31',
    dmy: '31.12.2026, 31/12/2026',
    mdy: '12/31/2026',
  } satisfies Record<DateOrder, string>,
  writtenMarks: { '.': '1234.50', ',': '1234,50' } satisfies Record<DecimalMark, string>,
  writtenOrders: {
    ymd: '2026-12-31',
    dmy: '31.12.2026',
    mdy: '12/31/2026',
  } satisfies Record<DateOrder, string>,
  written: {
    'utf-8': 'UTF-8',
    'utf-8-bom': 'UTF-8 for Excel',
    'utf-16le': 'UTF-16',
  } satisfies Record<WrittenEncoding, string>,
};

export const labels = texts;
