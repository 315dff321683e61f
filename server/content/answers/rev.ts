/** Revisions of objects, as cursors and streams name them. */
import { PlinthError } from '../../errors.js';
import type { CollectionIndex, Row } from '../../store/types/catalogue.js';

/** What the ETag of an object carries; undefined where its file cannot be read any more. Throws `busy`. */
export function revOf(collectionIndex: CollectionIndex, row: Row): string | undefined {
  try {
    return collectionIndex.etag(row).slice(1, -1);
  } catch (error) {
    if (error instanceof PlinthError && error.kind !== 'busy') return undefined;
    throw error;
  }
}
