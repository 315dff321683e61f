/** Imports objects from a CSV file: a column per property, a row per object (spec/import-export.md#import). */

import type { WriteBase } from '../content/core/base.js';
import { type Details, message, rule } from '../contract/messages/message.js';
import { SYSTEM_PROPERTIES } from '../contract/names.js';
import type { ObjectDocument, SentProperties } from '../contract/objects.js';
import { type SheetFormat, separatorName } from '../contract/sheets.js';
import type { CsvImportAnswer } from '../contract/transfer.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { readText } from '../csv/cell.js';
import { type Row, readCsv } from '../csv/read.js';
import { failed } from '../errors.js';
import type { Schema } from '../schemas/schema.js';
import { type Readings, readingsOf, UnclearCell } from './cell-readings.js';
import { putAt, removeAt, type Target, targetOf } from './columns.js';
import { type ImportOptions, importRows, type SentRow } from './import-rows.js';
import { digestOfFile } from './recorded.js';

/** What each column means, in their order. */
type Columns = readonly { name: string; target: Target | undefined }[];

/**
 * The properties of a row. An empty cell of a new object is omitted; in an update it removes the property. Columns with
 * nested paths leave the other parts of a card or translation unchanged.
 */
function sentIn(
  columns: Columns,
  readings: Readings,
  cells: Row['cells'],
  stored: ObjectDocument | undefined,
): SentProperties {
  if (cells.length > columns.length) {
    throw failed({}, message('rowCells', { cells: cells.length, columns: columns.length }));
  }
  const sent: JsonObject = {};
  const unclear: Details = {};
  for (const [at, { target }] of columns.entries()) {
    const cell = cells[at];
    if (!target || cell === undefined || target.path[0] === 'id') continue;
    // Empty quotes mean an empty string, where the property can have one.
    const isBlank = cell === null || (cell === '' && !target.text);
    if (!cell && target.keepWhenBlank) continue;
    const [name, ...keys] = target.path;
    const current = stored && Object.hasOwn(stored, name) ? stored[name] : undefined;
    if (keys.length > 0 && !Object.hasOwn(sent, name) && isJsonObject(current)) {
      sent[name] = structuredClone(current);
    }
    if (!isBlank) {
      try {
        putAt(sent, target.path, readings.read(at, target, cell));
      } catch (error) {
        if (!(error instanceof UnclearCell)) throw error;
        unclear[target.path.join('.')] = [rule(error.message)];
      }
    } else if (keys.length > 0) removeAt(sent, target.path);
    else if (stored) sent[name] = null;
  }
  if (Object.keys(unclear).length > 0) throw failed(unclear);
  return sent;
}

function rowsFrom(columns: Columns, readings: Readings, rows: readonly Row[]): SentRow[] {
  const idAt = columns.findIndex(({ name }) => name === 'id');
  return rows.map(({ line, cells }) => ({
    row: line,
    id: readText(cells[idAt] ?? '').trim(),
    sent: (stored) => sentIn(columns, readings, cells, stored),
  }));
}

const columnsIn = (schema: Schema, header: readonly string[]): Columns =>
  header.map((name) => ({ name, target: targetOf(schema, name) }));

/**
 * Imports a CSV file. Its first row has the names of the properties; `card.part` and `property.en` are nested paths,
 * other names are ignored. What `format` leaves open is told from the file. Throws `missing`, `invalid` for invalid CSV,
 * `tooLarge`.
 */
export async function importCsv(
  base: WriteBase,
  collection: string,
  bytes: Buffer,
  { format = {}, ...options }: ImportOptions & { format?: SheetFormat },
): Promise<CsvImportAnswer> {
  const { schema } = base.collections.get(collection);
  const { header, rows, encoding, separator } = await readCsv(bytes, format);
  const columns = columnsIn(schema, header);
  const readings = await readingsOf(columns, rows, format);
  const answer = await importRows(
    base,
    collection,
    { rows: rowsFrom(columns, readings, rows), digest: digestOfFile(collection, options, bytes) },
    options,
  );
  const ignored = columns
    .filter(({ name, target }) => !target && name !== '' && !SYSTEM_PROPERTIES.has(name))
    .map(({ name }) => name.slice(0, 200));
  const { decimal, dates } = readings;
  return {
    ...answer,
    ...(ignored.length > 0 && { ignored }),
    format: {
      encoding,
      separator: separatorName(separator),
      ...(decimal && { decimal }),
      ...(dates && { dates }),
    },
  };
}
