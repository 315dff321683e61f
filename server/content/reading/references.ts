/** References: which objects refer to one (spec/content.md#references). */
import type { Referrer, ReferringProperty } from '../../contract/relations.js';
import { relationTarget } from '../../properties/references.js';
import { labelOf } from '../../schemas/check.js';
import { reachable } from '../../schemas/reach.js';
import type { Row } from '../../store/types/catalogue.js';
import type { Content } from '../core/base.js';
import { type BoundCollection, boundCollection } from '../core/bound-collection.js';
import type { Collection } from '../model/collection.js';
import { scalarsIn } from '../model/relation.js';
import { keysOf, objectKey, pageKeys, pageOf, valueKey } from '../search/reference-keys.js';
import { RowValues } from '../search/row-values.js';
import { titleReader } from '../search/title-reader.js';
import type { MayReadObject } from '../shaping/targets.js';

/** An object that refers to some others, before it is described. */
export interface ReferringRow {
  readonly bound: BoundCollection;
  readonly row: Row;
}

/** All that refers to some objects. */
export interface Referring {
  /** By collection and id. */
  readonly rows: readonly ReferringRow[];
  /** How many more there are that may not be read. */
  readonly hidden: number;
  /** The keys of the objects. */
  readonly keys: ReadonlySet<string>;
}

/** The properties of a collection's objects that relations of any collection compare, besides the id. */
export function comparedProperties(base: Content, collection: string): Set<string> {
  const names = new Set<string>();
  for (const { schema } of base.collections.all()) {
    for (const { properties } of reachable(schema)) {
      for (const { definition } of properties.values()) {
        const target = relationTarget(definition);
        if (target?.collection === collection && target.property !== 'id') names.add(target.property);
      }
    }
  }
  return names;
}

/** All keys by which references mean an object. */
async function keysOfObjects(
  base: Content,
  collection: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { collection: bound, collectionIndex } = await boundCollection(base, collection);
  const values = new RowValues(collectionIndex, bound.schema);
  const keys = new Set<string>();
  for (const id of ids) {
    const row = collectionIndex.get(id);
    const page = pageOf(bound.settings, id, (name) => (row ? values.reader(name)(row) : undefined));
    for (const key of [objectKey(collection, id), ...pageKeys(page)]) keys.add(key);
  }
  for (const property of comparedProperties(base, collection)) {
    const read = values.reader(property);
    for (const id of ids) {
      const row = collectionIndex.get(id);
      for (const value of row ? scalarsIn(read(row)) : [])
        keys.add(valueKey(collection, property, String(value)));
    }
  }
  return keys;
}

/**
 * All objects that refer to some others, those left out. `keys`: those of the objects, where they are known. Throws
 * `missing` for an unknown collection.
 */
export async function referringTo(
  base: Content,
  collection: string,
  ids: readonly string[],
  mayRead: MayReadObject,
  keys?: ReadonlySet<string>,
): Promise<Referring> {
  keys ??= await keysOfObjects(base, collection, ids);
  const themselves = new Set(ids);
  const rows: ReferringRow[] = [];
  let hidden = 0;
  for (const { settings } of base.collections.all()) {
    if (!base.collections.has(settings.id)) continue;
    const bound = await boundCollection(base, settings.id);
    const index = await base.queries.of(bound.collection, bound.collectionIndex).references();
    const found = new Set([...keys].flatMap((key) => index.rows(key)));
    if (settings.id === collection) {
      for (const row of found) if (themselves.has(row.id)) found.delete(row);
    }
    for (const row of [...found].sort(byId)) {
      if (mayRead(settings.id, row.id)) rows.push({ bound, row });
      else hidden += 1;
    }
  }
  return { rows, hidden, keys };
}

const byId = (a: Row, b: Row): number => (a.id < b.id ? -1 : Number(a.id > b.id));

/** An object that refers to others: its title, and the properties by which it does. */
export function described({ bound, row }: ReferringRow, keys: ReadonlySet<string>): Referrer {
  const { collection, collectionIndex } = bound;
  const paths = Object.entries(row.references ?? {})
    .filter(([, texts]) => texts.some((text) => keysOf(text).some((key) => keys.has(key))))
    .map(([path]) => path);
  return {
    collection: collection.settings.id,
    id: row.id,
    title: titleReader(collection, collectionIndex)(row) || row.id,
    properties: paths.map((path) => named(collection, path)),
  };
}

/** A property with its label, and those of the cards and decks it is in. */
export function named(collection: Collection, path: string): ReferringProperty {
  const names = path.split('.');
  let { properties } = collection.schema;
  const labels = names.flatMap((name) => {
    const property = properties.get(name);
    properties = property?.children?.schema()?.properties ?? new Map();
    return property ? [labelOf(property)] : [];
  });
  return { name: path, label: labels.join(' › ') || path };
}
