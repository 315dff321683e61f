/** The title of an object, as far as it can be read without its file. */
import type { CollectionIndex, Row } from '../../store/types/catalogue.js';
import type { Collection } from '../model/collection.js';
import { isShown, RowValues } from './row-values.js';

/** Properties that usually name an object, best first. */
const TITLES = ['title', 'name', 'label', 'headline', 'subject'];

/** In larger collections titles are looked for only where the catalogue has them: files would have to be read. */
const FEW = 2000;

/** Reads the title of a row; empty where it has none. */
export function titleReader(
  { schema }: Pick<Collection, 'schema'>,
  collectionIndex: CollectionIndex,
): (row: Row) => string {
  const values = new RowValues(collectionIndex, schema);
  const names = TITLES.filter((name) => schema.properties.has(name) && isShown(schema, name));
  const readers = names
    .filter((name) => collectionIndex.size <= FEW || schema.index.includes(name))
    .map((name) => values.reader(name));
  return (row) => {
    for (const read of readers) {
      const value = read(row);
      if (typeof value === 'string' && value.trim() !== '') return value.trim();
    }
    return '';
  };
}
