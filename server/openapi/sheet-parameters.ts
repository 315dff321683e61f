/** Parameters of CSV files, as imports and exports take them (spec/import-export.md#spreadsheets). */
import { DATE_ORDERS, DECIMAL_MARKS } from '../contract/cell-values.js';
import { ENCODINGS, SEPARATOR_NAMES, WRITTEN_ENCODINGS } from '../contract/sheets.js';
import type { JsonObject } from '../contract/values.js';

export const query = (name: string, description: string, schema: JsonObject): JsonObject => ({
  name,
  in: 'query',
  description,
  schema,
});

const text = { type: 'string' };

export const SHEET_PARAMETERS = {
  encoding: query('encoding', 'Encoding of the CSV file; told from its bytes without it.', {
    ...text,
    enum: [...ENCODINGS, 'utf-8-bom'],
  }),
  separator: query('separator', 'What separates the cells of a CSV file.', {
    ...text,
    enum: [...SEPARATOR_NAMES],
  }),
  decimal: query('decimal', 'The decimal mark of numbers in a CSV file.', {
    ...text,
    enum: [...DECIMAL_MARKS],
  }),
  dates: query('dates', 'The order of day, month and year in a CSV file.', {
    ...text,
    enum: [...DATE_ORDERS],
  }),
  written: query('encoding', 'Encoding of the CSV file; all but `utf-8` begin with a byte order mark.', {
    ...text,
    enum: [...WRITTEN_ENCODINGS],
    default: 'utf-8',
  }),
};
