/** Relations (`relationalOptions`): which objects name one, and what the objects that values name are called. */

import { Yielder } from '../../async/yielder.js';
import type { ReferrerList, RelatedLabels } from '../../contract/relations.js';
import { isJsonObject, type JsonValue } from '../../contract/values.js';
import { labelOf } from '../../schemas/check.js';
import { MAX_NESTING } from '../../schemas/reach.js';
import type { Property } from '../../schemas/schema.js';
import type { Base } from '../core/base.js';
import type { Collection } from '../model/collection.js';
import { namesOf, relationOf, type Scalar, scalarsIn } from '../model/relation.js';
import { RowValues } from '../search/row-values.js';
import { labelReader, type MayRead, propertyAt } from './options.js';
import { titleReader } from './search-titles.js';

/** How many of the objects that name one are named; all are counted. */
const NAMED = 20;

/** Reads what a property's value holds of values that name something. */
type Names = (value: JsonValue | undefined) => Scalar[];

/**
 * Reads the values by which a property, or one inside its cards and decks, names objects of a collection; undefined
 * where none does. `by`: gathers the names of the properties of those objects that the values are compared with.
 */
function namesIn(property: Property, target: string, by: Set<string>, depth = 0): Names | undefined {
  const relation = relationOf(property);
  if (relation?.collection === target) {
    const [name = 'id'] = namesOf(relation.value);
    by.add(name);
    return (value) => scalarsIn(value);
  }
  const { children } = property;
  const inside = depth < MAX_NESTING ? children?.schema()?.properties : undefined;
  if (inside === undefined) return undefined;
  const readers = [...inside].flatMap(([name, child]): [string, Names][] => {
    const reader = namesIn(child, target, by, depth + 1);
    return reader ? [[name, reader]] : [];
  });
  if (readers.length === 0) return undefined;
  return (value) => {
    if (!isJsonObject(value)) return [];
    const parts = children?.many ? Object.values(value).filter(isJsonObject) : [value];
    return parts.flatMap((part) => readers.flatMap(([name, reader]) => reader(part[name])));
  };
}

/** The properties of a collection by which its objects name those of another. Private properties are omitted. */
function relationsTo({ schema }: Collection, target: string) {
  return [...schema.properties].flatMap(([name, property]) => {
    const by = new Set<string>();
    const names = property.kind.private === true ? undefined : namesIn(property, target, by);
    return names ? [{ name, label: labelOf(property), names, by }] : [];
  });
}

/**
 * The objects of all collections that `mayRead` lets through which name some objects, those left out. Of a relation by
 * another property than the id, the objects' values there are compared.
 */
export async function referrersOf(
  base: Base,
  collection: string,
  ids: readonly string[],
  mayRead: (collection: string) => boolean,
): Promise<ReferrerList> {
  const target = base.collections.get(collection);
  const targetIndex = await base.store.catalogue.collectionIndex(collection);
  const own = new RowValues(targetIndex, target.schema);
  const rows = ids.flatMap((id) => targetIndex.get(id) ?? []);
  const valuesBy = (name: string): readonly Scalar[] =>
    name === 'id' ? ids : rows.flatMap((row) => scalarsIn(own.reader(name)(row)));
  const themselves = new Set(ids);
  const found: ReferrerList = { total: 0, objects: [] };
  const yielder = new Yielder();
  for (const bound of base.collections.all()) {
    const from = bound.settings.id;
    const relations = mayRead(from) ? relationsTo(bound, collection) : [];
    if (relations.length === 0) continue;
    const collectionIndex = await base.store.catalogue.collectionIndex(from);
    const values = new RowValues(collectionIndex, bound.schema);
    const titleOf = titleReader(bound, collectionIndex);
    const looked = relations.map(({ name, label, names, by }) => ({
      ...{ label, names, read: values.reader(name) },
      targets: new Set([...by].flatMap(valuesBy).map(String)),
    }));
    for (const one of [...collectionIndex.rows()]) {
      const properties = looked
        .filter(({ read, names, targets }) => names(read(one)).some((value) => targets.has(String(value))))
        .map(({ label }) => label);
      if (properties.length > 0 && !(from === collection && themselves.has(one.id))) {
        found.total += 1;
        const title = titleOf(one) || one.id;
        if (found.objects.length < NAMED)
          found.objects.push({ collection: from, id: one.id, title, properties });
      }
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
  }
  return found;
}

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
