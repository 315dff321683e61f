/** Finds the objects that have the values of `unique` properties, in the index. */
import { type Details, message } from '../../contract/messages/message.js';
import type { ObjectDocument } from '../../contract/objects.js';
import type { JsonValue } from '../../contract/values.js';
import { failed } from '../../errors.js';
import { withPresentNames } from '../../schemas/former-names.js';
import { checkUnique, uniqueKey } from '../../schemas/unique.js';
import { indexedValue } from '../../store/catalogue/row.js';
import type { CollectionIndex, Row } from '../../store/types/catalogue.js';
import type { Content } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
import type { Collection } from '../model/collection.js';
import { rejectCycle } from '../reading/parents.js';

/** The rows that have a value of an indexed property, in any spelling. */
export function holdersOf(
  collectionIndex: CollectionIndex,
  property: string,
  value: JsonValue,
): readonly Row[] {
  const key = uniqueKey(value);
  if (key === undefined) return [];
  return collectionIndex.grouped(property, (row) => uniqueKey(indexedValue(row, property))).get(key) ?? [];
}

/** Whether another object of the collection holds the value in an indexed property. */
export function isTaken(
  collectionIndex: CollectionIndex,
  id: string,
): (property: string, value: JsonValue) => boolean {
  return (property, value) => holdersOf(collectionIndex, property, value).some((row) => row.id !== id);
}

/** Details of a document that is about to be stored; values the object had before are not checked. */
function problemsOf(
  { schema }: Collection,
  collectionIndex: CollectionIndex,
  document: ObjectDocument,
): Details {
  const own = collectionIndex.get(document.id);
  const taken = isTaken(collectionIndex, document.id);
  const details = checkUnique(schema, withPresentNames(schema, document), (property, value) => {
    const before = own && uniqueKey(indexedValue(own, property));
    return before !== uniqueKey(value) && taken(property, value);
  });
  // A file can hold a schema whose unique property is not indexed: that is judged where the value is changed.
  return Object.fromEntries(Object.entries(details).filter(([name]) => schema.index.includes(name)));
}

/**
 * The last check before a document is stored: its unique values and its parent against the current index. Nothing may be awaited
 * between this and the write. Throws `validation`.
 */
export async function rejectTaken(base: Content, name: string, document: ObjectDocument): Promise<void> {
  if (!base.collections.get(name).oneAtATime) return;
  const { collection, collectionIndex } = await boundCollection(base, name);
  const details = problemsOf(collection, collectionIndex, document);
  if (Object.keys(details).length > 0) throw failed(details);
  rejectCycle(collection, collectionIndex, document);
}

/** As `rejectTaken`, with the ids of the objects that hold the values. */
export async function rejectTakenByName(
  base: Content,
  name: string,
  document: ObjectDocument,
): Promise<void> {
  if (!base.collections.get(name).oneAtATime) return;
  const { collection, collectionIndex } = await boundCollection(base, name);
  rejectCycle(collection, collectionIndex, document);
  const present = withPresentNames(collection.schema, document);
  const details = problemsOf(collection, collectionIndex, document);
  for (const property of Object.keys(details)) {
    const holder = holdersOf(collectionIndex, property, present[property] ?? null).find(
      ({ id }) => id !== document.id,
    );
    if (holder) details[property] = [message('notUniqueAs', { id: holder.id })];
  }
  if (Object.keys(details).length > 0) throw failed(details);
}
