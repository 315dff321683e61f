/** References: which objects refer to one, and which refer to objects that do not exist (spec/content.md#references). */
import { Yielder } from '../../async/yielder.js';
import type { MissingReference, Referrer, ReferringProperty } from '../../contract/relations.js';
import { relationTarget } from '../../properties/references.js';
import { labelOf } from '../../schemas/check.js';
import { reachable } from '../../schemas/reach.js';
import type { Row } from '../../store/types/catalogue.js';
import type { Base } from '../core/base.js';
import { type BoundCollection, boundCollection } from '../core/bound-collection.js';
import type { Collection } from '../model/collection.js';
import { scalarsIn } from '../model/relation.js';
import {
  keysOf,
  addressKeys as keysOfAddress,
  objectKey,
  pageKeys,
  pageOf,
  referenceKeys,
  valueKey,
} from '../search/reference-keys.js';
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
export function comparedProperties(base: Base, collection: string): Set<string> {
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
async function keysOfObjects(base: Base, collection: string, ids: readonly string[]): Promise<Set<string>> {
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
  base: Base,
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
function named(collection: Collection, path: string): ReferringProperty {
  const names = path.split('.');
  let { properties } = collection.schema;
  const labels = names.flatMap((name) => {
    const property = properties.get(name);
    properties = property?.children?.schema()?.properties ?? new Map();
    return property ? [labelOf(property)] : [];
  });
  return { name: path, label: labels.join(' › ') || path };
}

/** The collections whose pages are at addresses that end in an id, with the keys before it. */
function pagePrefixes(base: Base): Map<string, string> {
  const prefixes = new Map<string, string>();
  for (const { settings } of base.collections.all()) {
    for (const key of pageKeys(pageOf(settings, 'x-x'))) {
      // Without a word before the id, every page of the site would count.
      if (/^\/\/[^/]*\/[^/]+\/x-x$/.test(key) || /^\/\/[^/]*(?:\/[^/]+){2,}\/x-x$/.test(key))
        prefixes.set(key.slice(0, -3), settings.id);
    }
  }
  return prefixes;
}

/** Finds out whether a key means an object that does not exist. */
class Targets {
  readonly #base: Base;
  readonly #mayRead: MayReadObject;
  readonly #pages: ReadonlyMap<string, string>;

  /** What a caller may not read counts as there, so that it cannot be found out what exists. */
  constructor(base: Base, mayRead: MayReadObject) {
    this.#base = base;
    this.#mayRead = mayRead;
    this.#pages = pagePrefixes(base);
  }

  /** The collection that lacks the object of a key; undefined where it exists, or the key means none. */
  async missing(key: string): Promise<string | undefined> {
    const own = /^@([^/]*)\/(.*)$/s.exec(key);
    if (own) return this.#without(own[1] ?? '', own[2] ?? '');
    const valued = /^=([^/]*)\/([^/]*)\/(.*)$/s.exec(key);
    if (valued) return this.#withoutValue(valued[1] ?? '', valued[2] ?? '', valued[3] ?? '');
    const [, prefix = '', id = ''] = /^(.*\/)([\w-]+)$/.exec(key) ?? [];
    const collection = this.#pages.get(prefix);
    return collection === undefined ? undefined : this.#without(collection, id);
  }

  async #without(collection: string, id: string): Promise<string | undefined> {
    if (!this.#base.collections.has(collection)) return collection;
    if (!this.#mayRead(collection, id)) return undefined;
    const index = await this.#base.store.catalogue.collectionIndex(collection);
    // A file that cannot be read now is not missing.
    return index.get(id) || index.problem(id) ? undefined : collection;
  }

  async #withoutValue(collection: string, property: string, value: string): Promise<string | undefined> {
    if (!this.#base.collections.has(collection)) return collection;
    if (!this.#mayRead(collection, '')) return undefined;
    const bound = await boundCollection(this.#base, collection);
    if (bound.collectionIndex.damaged().length > 0) return undefined;
    const find = await this.#base.queries.of(bound.collection, bound.collectionIndex).lookup(property);
    return find(value) ? undefined : collection;
  }
}

/** All references in some collections to objects that do not exist, by collection and id. `id`: of these objects only. */
export async function missingReferences(
  base: Base,
  collections: readonly string[],
  mayRead: MayReadObject,
  id?: string,
): Promise<MissingReference[]> {
  const targets = new Targets(base, mayRead);
  const found: MissingReference[] = [];
  const yielder = new Yielder();
  for (const name of collections) {
    if (!base.collections.has(name)) continue;
    const bound = await boundCollection(base, name);
    const { collection, collectionIndex } = bound;
    const titleOf = titleReader(collection, collectionIndex);
    const index = await base.queries.of(collection, collectionIndex).references();
    const lost = new Map<string, string>();
    const only = id === undefined ? undefined : collectionIndex.get(id);
    if (id !== undefined && !only) continue;
    for (const key of only ? referenceKeys(only.references) : [...index.values()]) {
      const target = await targets.missing(key);
      if (target !== undefined) lost.set(key, target);
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
    if (lost.size === 0) continue;
    const rows = only ? [only] : [...collectionIndex.rowsById()];
    for (const row of rows) {
      if (!mayRead(name, row.id)) continue;
      for (const [path, texts] of Object.entries(row.references ?? {})) {
        for (const text of texts) {
          const key = keysOf(text).find((one) => lost.has(one));
          if (key === undefined) continue;
          found.push({
            ...{ collection: name, id: row.id, title: titleOf(row) || row.id },
            property: named(collection, path),
            reference: text.startsWith('=') ? text.split('/').slice(2).join('/') : text,
            target: lost.get(key) ?? '',
          });
        }
      }
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
  }
  return found;
}

/** An address that leads to an object that does not exist, and the collection that lacks the object. */
export interface MissingAddress {
  address: string;
  target: string;
}

/** Those of some addresses that lead to objects that do not exist. */
export async function missingAddresses(
  base: Base,
  addresses: readonly string[],
  mayRead: MayReadObject,
): Promise<MissingAddress[]> {
  const targets = new Targets(base, mayRead);
  const found: MissingAddress[] = [];
  for (const address of addresses) {
    for (const key of keysOfAddress(address)) {
      const target = await targets.missing(key);
      if (target === undefined) continue;
      found.push({ address, target });
      break;
    }
  }
  return found;
}
