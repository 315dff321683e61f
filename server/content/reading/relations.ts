/** Relations (`relationalOptions`): what the objects that values name are called, and where they stand. */

import { Yielder } from '../../async/yielder.js';
import type { RelatedLabel, RelatedLabels } from '../../contract/relations.js';
import { namesOf } from '../../properties/references.js';
import type { Row } from '../../store/types/catalogue.js';
import type { Clock, Content } from '../core/base.js';
import { type BoundCollection, boundCollection } from '../core/bound-collection.js';
import { stateReader } from '../core/live.js';
import type { Collection } from '../model/collection.js';
import { relationOf, type Scalar, scalarsIn } from '../model/relation.js';
import { RowValues } from '../search/row-values.js';
import { labelReader, type MayRead, propertyAt } from './options.js';

/** Whether an object breaks rules of its schema. */
export type IsInvalid = (collection: Collection, row: Row) => Promise<boolean>;

/** Of each value that names an object its row; `damaged` for one whose file cannot be read now. */
async function namedRows(
  { collection, collectionIndex }: BoundCollection,
  name: string,
  values: readonly Scalar[],
): Promise<Map<string, Row | 'damaged'>> {
  const found = new Map<string, Row | 'damaged'>();
  if (name === 'id') {
    for (const value of values) {
      const row = collectionIndex.get(String(value));
      if (row) found.set(row.id, row);
    }
    // A file that cannot be read now is not missing.
    for (const { id } of collectionIndex.damaged())
      if (values.some((value) => value === id)) found.set(id, 'damaged');
    return found;
  }
  const targets = new Set(values.map(String));
  const read = new RowValues(collectionIndex, collection.schema).reader(name);
  const yielder = new Yielder();
  for (const row of [...collectionIndex.rows()]) {
    for (const one of scalarsIn(read(row)).map(String)) {
      if (targets.has(one) && !found.has(one)) found.set(one, row);
    }
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return found;
}

/**
 * What the objects are called that values of a property name, with their states and problems, and which of the values
 * name none. Throws `missing` for an unknown collection or property, and what `mayRead` throws.
 */
export async function relatedLabels(
  base: Content & Clock,
  collection: string,
  path: string,
  values: readonly Scalar[],
  { mayRead, isInvalid }: { mayRead: MayRead; isInvalid: IsInvalid },
): Promise<RelatedLabels> {
  const relation = relationOf(propertyAt(base.collections.get(collection), path));
  const target = relation?.collection;
  if (relation === undefined || typeof target !== 'string') return { labels: [], missing: [] };
  if (!base.collections.has(target)) return { labels: [], missing: [...values] };
  mayRead(['collections', target]);
  const bound = await boundCollection(base, target);
  const [name = 'id'] = namesOf(relation.value);
  const found = await namedRows(bound, name, values);
  const label = labelReader(new RowValues(bound.collectionIndex, bound.collection.schema), relation);
  const stateOf = stateReader(base, bound);
  const labels: RelatedLabel[] = [];
  for (const value of values) {
    const row = found.get(String(value));
    if (row === 'damaged') labels.push({ value, label: String(value), problem: 'damaged' });
    else if (row) {
      const invalid = await isInvalid(bound.collection, row);
      labels.push({
        value,
        label: label(row) || String(value),
        ...stateOf?.(row),
        ...(invalid && { problem: 'invalid' }),
      });
    }
  }
  return { labels, missing: values.filter((value) => !found.has(String(value))) };
}
