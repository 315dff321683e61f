/** Objects as answers show them, for what goes through all of them. */
import type { ObjectDocument } from '../contract/objects.js';
import { isUnreadable } from '../store/disk/fs-errors.js';
import type { CollectionIndex } from '../store/types/catalogue.js';

/** The JSON of an object; undefined when it was deleted or cannot be read. */
export function textOfObject(collectionIndex: CollectionIndex, id: string): string | undefined {
  const row = collectionIndex.get(id);
  if (!row) return undefined;
  try {
    return collectionIndex.bytes(row, true).toString('utf8');
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

/** As `textOfObject`, read. */
export function shownObject(collectionIndex: CollectionIndex, id: string): ObjectDocument | undefined {
  const text = textOfObject(collectionIndex, id);
  return text === undefined ? undefined : JSON.parse(text);
}
