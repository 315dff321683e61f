/** The number of a copy in a collection that users order by hand (spec/resources.md#manual-order). */
import type { ObjectDocument } from '../../contract/objects.js';
import type { Property } from '../../schemas/schema.js';
import { indexedValue } from '../../store/catalogue/row.js';
import type { CollectionIndex } from '../../store/types/catalogue.js';
import type { Collection } from '../model/collection.js';
import { orderProperty } from '../model/order-setting.js';
import { numberIn, numbersAt, numbersOf } from './order-numbers.js';

/** The lowest number above another one. */
function nextAbove(collectionIndex: CollectionIndex, name: string, own: number): number | undefined {
  let next: number | undefined;
  for (const row of collectionIndex.rows()) {
    const value = numberIn(indexedValue(row, name));
    if (value !== undefined && value > own && (next === undefined || value < next)) next = value;
  }
  return next;
}

/** Behind the original and before what follows it; the number of the original where none fits between them. */
function numberOfCopy(collectionIndex: CollectionIndex, { name, definition }: Property, own: number): number {
  const next = nextAbove(collectionIndex, name, own);
  const values = next === undefined ? [own] : [own, next];
  const neighbors = { values, first: false, last: next === undefined };
  const placed = numbersAt(neighbors, 1, numbersOf(definition));
  // Where there are more, others had to be changed as well.
  return placed === 'more' || placed === 'full' ? own : (placed.numbers[0] ?? own);
}

/** A copy beside its original, with a number of its own where there is one. */
export function withOwnPlace(
  collection: Collection,
  collectionIndex: CollectionIndex,
  original: ObjectDocument,
): ObjectDocument {
  const property = orderProperty(collection);
  const own = property && numberIn(original[property.name]);
  if (property === undefined || own === undefined) return original;
  return { ...original, [property.name]: numberOfCopy(collectionIndex, property, own) };
}
