/** Imports objects from a JSON file: a list of objects, as in the export (spec/import-export.md#import). */

import type { WriteBase } from '../content/core/base.js';
import { sentObject } from '../content/core/body.js';
import type { ImportAnswer } from '../contract/transfer.js';
import type { JsonValue } from '../contract/values.js';
import { type ImportOptions, importRows, type SentRow } from './import-rows.js';
import { readItems } from './json-items.js';
import { digestOfFile } from './recorded.js';

/** A row; an item that is not an object is reported when it is processed. */
function rowOf(item: JsonValue, at: number): SentRow {
  const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
  return { row: at + 1, id, sent: () => sentObject(item).sent };
}

/**
 * Imports a list of objects; rows are counted from 1. `sound` throws for a value that is too large or too deeply
 * nested. Throws `missing`, `invalid` for an invalid list, `tooLarge`.
 */
export async function importJson(
  base: WriteBase,
  collection: string,
  bytes: Buffer,
  options: ImportOptions & { sound: (value: unknown) => void },
): Promise<ImportAnswer> {
  base.collections.get(collection);
  const items = await readItems(bytes, options.sound);
  const digest = digestOfFile(collection, options, bytes);
  return importRows(base, collection, { rows: items.map(rowOf), digest }, options);
}
