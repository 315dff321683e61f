/** Who holds the values of `unique` properties, asked of the shelf. */
import type { ObjectDocument } from '../contract/objects.js';
import type { JsonValue } from '../contract/values.js';
import type { ErrorDetails } from '../contract/wire.js';
import { failed } from '../errors.js';
import { withPresentNames } from '../schemas/former-names.js';
import { checkUnique, uniqueKey } from '../schemas/unique.js';
import { indexedValue } from '../store/row.js';
import type { Row, Shelf } from '../store/store.js';
import type { Base } from './base.js';
import { boundShelf } from './bound-shelf.js';
import type { Collection } from './collections.js';

/** The rows that hold a value of an indexed property, in whatever spelling. */
export function holdersOf(shelf: Shelf, property: string, value: JsonValue): readonly Row[] {
  const key = uniqueKey(value);
  if (key === undefined) return [];
  return shelf.grouped(property, (row) => uniqueKey(indexedValue(row, property))).get(key) ?? [];
}

/** Whether another object of the collection holds the value in an indexed property. */
export function isTaken(shelf: Shelf, id: string): (property: string, value: JsonValue) => boolean {
  return (property, value) => holdersOf(shelf, property, value).some((row) => row.id !== id);
}

/** What is wrong with a document that is about to be stored; values the object has had before are not asked about. */
function problemsOf({ schema }: Collection, shelf: Shelf, document: ObjectDocument): ErrorDetails {
  const own = shelf.get(document.id);
  const taken = isTaken(shelf, document.id);
  return checkUnique(schema, withPresentNames(schema, document), (property, value) => {
    const before = own && uniqueKey(indexedValue(own, property));
    return before !== uniqueKey(value) && taken(property, value);
  });
}

/**
 * The last question before a document is stored, whatever way it came: its unique values on the shelf as it is at this
 * moment. Nothing may be awaited between the answer and the write. Throws `validation`.
 */
export async function refuseTaken(base: Base, name: string, document: ObjectDocument): Promise<void> {
  if (!base.collections.get(name).hasUnique) return;
  const { collection, shelf } = await boundShelf(base, name);
  const details = problemsOf(collection, shelf, document);
  if (Object.keys(details).length > 0) throw failed(details);
}

/** As `refuseTaken`, with the ids of the objects that hold the values. */
export async function refuseTakenByName(base: Base, name: string, document: ObjectDocument): Promise<void> {
  if (!base.collections.get(name).hasUnique) return;
  const { collection, shelf } = await boundShelf(base, name);
  const present = withPresentNames(collection.schema, document);
  const details = problemsOf(collection, shelf, document);
  for (const property of Object.keys(details)) {
    const holder = holdersOf(shelf, property, present[property] ?? null).find(({ id }) => id !== document.id);
    if (holder) details[property] = [`must be unique; "${holder.id}" has the same value`];
  }
  if (Object.keys(details).length > 0) throw failed(details);
}
