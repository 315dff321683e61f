/** Public values of a collection's rows: what filters, searches and sorts use. */
import { SYSTEM_PROPERTIES } from '../../contract/names.js';
import { isJsonObject, type JsonObject } from '../../contract/values.js';
import { PlinthError } from '../../errors.js';
import { type Markup, searchableText } from '../../query/searchable.js';
import { type Reader, valueBelow } from '../../query/values.js';
import type { Schema } from '../../schemas/schema.js';
import { searchMarkup } from '../../schemas/search-markup.js';
import { indexedValue } from '../../store/catalogue/row.js';
import type { CollectionIndex, Row } from '../../store/types/catalogue.js';

/** Whether a name can be read: a public property, or a value inside one. */
export function isShown(schema: Schema, name: string): boolean {
  const [property = ''] = name.split('.');
  if (property === 'id' || SYSTEM_PROPERTIES.has(property)) return true;
  const known = schema.properties.get(property);
  return known !== undefined && known.kind.private !== true;
}

export class RowValues {
  readonly #collectionIndex: CollectionIndex;
  readonly #schema: Schema;
  /** The answer parsed last: several values of one row are usually read in a row. */
  #last: { row: Row; shown: JsonObject } | undefined;
  #markup: Markup | undefined;

  constructor(collectionIndex: CollectionIndex, schema: Schema) {
    this.#collectionIndex = collectionIndex;
    this.#schema = schema;
  }

  /**
   * Reads a property, or a dotted name, in rows: from the catalogue's entry where it is indexed, else from the answer.
   * Hidden values read as missing, so that no filter or order can reveal them.
   */
  reader(name: string): Reader<Row> {
    if (!isShown(this.#schema, name)) return () => undefined;
    const [property = '', ...keys] = name.split('.');
    const indexed = this.isIndexed(property);
    if (indexed && keys.length === 0) return (row) => indexedValue(row, property);
    if (indexed) return (row) => valueBelow(indexedValue(row, property), keys);
    return (row) => valueBelow(this.#shown(row), [property, ...keys]);
  }

  /** Whether a property, or what a dotted name reaches into, is in the catalogue's entries. */
  isIndexed(name: string): boolean {
    const [property = ''] = name.split('.');
    return property === 'id' || SYSTEM_PROPERTIES.has(property) || this.#schema.index.includes(property);
  }

  get schema(): Schema {
    return this.#schema;
  }

  /** The searchable texts; empty where the file can no longer be read. */
  text(row: Row): string {
    return searchableText(this.#shown(row), this.markup);
  }

  /** Which of the texts are markup. */
  get markup(): Markup {
    this.#markup ??= searchMarkup(this.#schema);
    return this.#markup;
  }

  /** The answer of a row; undefined where the file is missing or damaged. `once`: it is not kept. Throws `busy`. */
  bytes(row: Row, once = false): Buffer | undefined {
    try {
      return this.#collectionIndex.bytes(row, once);
    } catch (error) {
      if (error instanceof PlinthError && error.kind !== 'busy') return undefined;
      throw error;
    }
  }

  #shown(row: Row): JsonObject {
    if (this.#last?.row === row) return this.#last.shown;
    const shown = this.#read(row);
    this.#last = { row, shown };
    return shown;
  }

  /** Empty where the file is missing or damaged. Throws `busy`: a temporary failure must not count as empty. */
  #read(row: Row): JsonObject {
    const bytes = this.bytes(row);
    const shown: unknown = bytes && JSON.parse(bytes.toString());
    return isJsonObject(shown) ? shown : {};
  }
}
