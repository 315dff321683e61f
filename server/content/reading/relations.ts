/** Relations (`relationalOptions`): what the objects that values name are called. */

import { Yielder } from '../../async/yielder.js';
import type { RelatedLabels } from '../../contract/relations.js';
import { namesOf } from '../../properties/references.js';
import type { Base } from '../core/base.js';
import { relationOf, type Scalar, scalarsIn } from '../model/relation.js';
import { RowValues } from '../search/row-values.js';
import { labelReader, type MayRead, propertyAt } from './options.js';

/**
 * What the objects are called that values of a property name, and which of the values name none. Throws `missing` for
 * an unknown collection or property, and what `mayRead` throws.
 */
export async function relatedLabels(
  base: Base,
  collection: string,
  path: string,
  values: readonly Scalar[],
  mayRead: MayRead,
): Promise<RelatedLabels> {
  const relation = relationOf(propertyAt(base.collections.get(collection), path));
  const target = relation?.collection;
  if (relation === undefined || typeof target !== 'string') return { labels: [], missing: [] };
  if (!base.collections.has(target)) return { labels: [], missing: [...values] };
  mayRead(['collections', target]);
  const collectionIndex = await base.store.catalogue.collectionIndex(target);
  const rowValues = new RowValues(collectionIndex, base.collections.get(target).schema);
  const label = labelReader(rowValues, relation);
  const [name = 'id'] = namesOf(relation.value);
  const found = new Map<string, string>();
  if (name === 'id') {
    for (const value of values) {
      const row = collectionIndex.get(String(value));
      if (row) found.set(row.id, label(row));
    }
    // A file that cannot be read now is not missing.
    for (const { id } of collectionIndex.damaged())
      if (values.some((value) => value === id)) found.set(id, id);
  } else {
    const targets = new Set(values.map(String));
    const read = rowValues.reader(name);
    const yielder = new Yielder();
    for (const row of [...collectionIndex.rows()]) {
      for (const one of scalarsIn(read(row)).map(String)) {
        if (targets.has(one) && !found.has(one)) found.set(one, label(row));
      }
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
  }
  return {
    labels: values
      .filter((value) => found.has(String(value)))
      .map((value) => ({ value, label: found.get(String(value)) || String(value) })),
    missing: values.filter((value) => !found.has(String(value))),
  };
}
