/**
 * The choices of a property beyond its own `options` (spec/field-kinds.md#choices): objects of another collection
 * (`relationalOptions`), or values in use, collections, schemas (`propertyOptions`).
 */

import { Yielder } from '../../async/yielder.js';
import { message } from '../../contract/messages/message.js';
import type { Option } from '../../contract/schemas.js';
import type { JsonObject, JsonValue } from '../../contract/values.js';
import { missing } from '../../errors.js';
import { namesOf } from '../../properties/references.js';
import { collationOf } from '../../query/collation.js';
import { searchFold } from '../../query/fold.js';
import type { Reader } from '../../query/values.js';
import { labelOf } from '../../schemas/check.js';
import { MAX_NESTING } from '../../schemas/reach.js';
import type { Property, Schema } from '../../schemas/schema.js';
import type { Row } from '../../store/types/catalogue.js';
import type { Clock, Content } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
import type { Collection } from '../model/collection.js';
import { relationOf, type Scalar, scalarsIn } from '../model/relation.js';
import { languageOf } from '../search/order-of.js';
import { RowValues } from '../search/row-values.js';
import { findByParams } from './find-rows.js';

/** Max choices of one answer; a picker narrows them by searching. */
const MAX_CHOICES = 1000;
const USUAL = 100;

export interface ChoicesQuery {
  /** Only choices whose label or value contains this text, ignoring case. */
  search?: string | undefined;
  /** How many at most; 100 when it cannot be read. */
  limit?: string | undefined;
}

export interface Choices {
  /** In the order in which they are to be offered. */
  options: Option[];
  /** How many there are without the limit. */
  total: number;
}

/** Throws `unauthenticated` or `forbidden` where the caller may not read what choices are made of. */
export type MayRead = (
  segments: readonly ['collections', string] | readonly ['collections'] | readonly ['schemas'],
) => void;

const text = (value: JsonValue | undefined): string => scalarsIn(value).join(', ');

/** How a row is called: the `format` with its `${properties}` filled in, else the properties of `label` together. */
export function labelReader(values: RowValues, relation: JsonObject): (row: Row) => string {
  const { format, label, join } = relation;
  if (typeof format === 'string' && format.includes('${')) {
    const readers = new Map<string, Reader<Row>>();
    const read = (name: string, row: Row) => {
      const reader = readers.get(name) ?? values.reader(name);
      readers.set(name, reader);
      return text(reader(row));
    };
    return (row) =>
      format.slice(0, 500).replace(/\$\{\s*([^{}\s]{1,120})\s*\}/g, (_all, name: string) => read(name, row));
  }
  const readers = namesOf(label).map((name) => values.reader(name));
  const between = typeof join === 'string' ? join : ' ';
  return (row) =>
    readers
      .map((reader) => text(reader(row)))
      .filter((part) => part !== '')
      .join(between);
}

/** Collects choices once each, as far as they are searched for and fit. */
class Collected {
  readonly #seen = new Set<string>();
  readonly #searchedText: string;
  readonly options: Option[] = [];

  constructor(search: string | undefined) {
    this.#searchedText = searchFold(search?.trim() ?? '');
  }

  add(value: Scalar, label: string): void {
    const key = `${typeof value}:${value}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const shown = label === '' ? String(value) : label;
    if (
      this.#searchedText !== '' &&
      ![shown, String(value)].some((one) => searchFold(one).includes(this.#searchedText))
    )
      return;
    this.options.push({ value, label: shown });
  }

  /** In the order of a language, numbers inside as numbers. */
  sorted(language: string): this {
    const tag = collationOf(language)?.language ?? 'en';
    const { compare } = new Intl.Collator(tag, { numeric: true, sensitivity: 'base' });
    this.options.sort((a, b) => compare(a.label, b.label));
    return this;
  }
}

async function relational(
  base: Content & Clock,
  relation: JsonObject,
  mayRead: MayRead,
  found: Collected,
): Promise<void> {
  const { collection, include, exclude, sort } = relation;
  if (typeof collection !== 'string' || !base.collections.has(collection)) return;
  mayRead(['collections', collection]);
  const words = Object.fromEntries(
    Object.entries({ include, exclude, sort }).filter(([, word]) => typeof word === 'string' && word !== ''),
  );
  const { rows, collectionIndex, collection: bound } = await findByParams(base, collection, words);
  const values = new RowValues(collectionIndex, bound.schema);
  const label = labelReader(values, relation);
  const [name = 'id'] = namesOf(relation.value);
  const value = values.reader(name);
  const yielder = new Yielder();
  for (const row of rows) {
    for (const one of scalarsIn(value(row))) found.add(one, label(row));
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
}

/** Values other objects of the collection have in the property. */
async function inUse(
  base: Content & Clock,
  collection: string,
  name: string,
  found: Collected,
): Promise<void> {
  const bound = await boundCollection(base, collection);
  const { collectionIndex } = bound;
  const read = new RowValues(collectionIndex, bound.collection.schema).reader(name);
  const yielder = new Yielder();
  for (const row of [...collectionIndex.rowsById()]) {
    for (const one of scalarsIn(read(row))) found.add(one, String(one));
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  found.sorted(languageOf(bound.collection.schema, name, base.language()));
}

/** The sources of choices that `propertyOptions` can name; names of features Plinth lacks offer nothing. */
function listed(
  base: Content,
  { schema }: Collection,
  source: string,
  mayRead: MayRead,
  found: Collected,
): void {
  if (['collections', 'collectionIds', 'collectionsAndViews'].includes(source)) {
    mayRead(['collections']);
    for (const { settings } of base.collections.all()) found.add(settings.id, settings.name);
  } else if (source === 'schemas') {
    mayRead(['schemas']);
    for (const id of base.library.ids()) found.add(id, id);
  } else if (source === 'schemaProperties') {
    for (const [name, property] of schema.properties) found.add(name, labelOf(property));
  }
}

/** By name, or by the dotted path of one inside a card or the items of a deck; ids of items are passed over. */
export function propertyAt({ schema, settings }: Collection, path: string): Property {
  let properties: Schema['properties'] | undefined = schema.properties;
  let property: Property | undefined;
  const names = path.split('.').slice(0, 4 * MAX_NESTING);
  for (let at = 0; at < names.length; at += 1) {
    property = properties?.get(names[at] ?? '');
    properties = property?.children?.schema()?.properties;
    if (property?.children?.many && at + 2 < names.length) at += 1;
  }
  if (!property) throw missing(message('propertyMissing', { name: path, collection: settings.id }));
  return property;
}

/**
 * The choices of a property, without values that are not public. Throws `missing` for an unknown collection or
 * property, `invalid` for criteria that cannot be read, and what `mayRead` throws.
 */
export async function propertyChoices(
  base: Content & Clock,
  collection: string,
  name: string,
  { search, limit }: ChoicesQuery,
  mayRead: MayRead,
): Promise<Choices> {
  const bound = base.collections.get(collection);
  const property = propertyAt(bound, name);
  const { propertyOptions } = property.definition.settings ?? {};
  const relation = relationOf(property);
  const found = new Collected(search);
  if (relation) await relational(base, relation, mayRead, found);
  if (propertyOptions === true && property.kind.private !== true)
    await inUse(base, bound.settings.id, name, found);
  if (typeof propertyOptions === 'string') listed(base, bound, propertyOptions, mayRead, found);
  const most = /^\d{1,6}$/.test(limit ?? '') ? Number(limit) : USUAL;
  const { options } = found;
  return { options: options.slice(0, Math.min(Math.max(most, 1), MAX_CHOICES)), total: options.length };
}
