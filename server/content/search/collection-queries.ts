/** Finds objects in all collections of the open folder. Belongs to the site: no state outlives it. */
import { shapeOf } from '../../schemas/compile.js';
import { searchMarkupKey } from '../../schemas/search-markup.js';
import type { CollectionIndex } from '../../store/types/catalogue.js';
import type { Collection } from '../model/collection.js';
import { type IndexOptions, TextIndexes } from '../text-index/text-indexes.js';
import { CollectionQuery } from './collection-query.js';
import { RowValues } from './row-values.js';

interface Slot {
  readonly collectionIndex: CollectionIndex;
  readonly schema: string;
  readonly markup: string;
  readonly finder: CollectionQuery;
}

/** The same as long as a file has the same answer; undefined where texts are in other files. */
function answerKey({ schema, shown }: Collection): string | undefined {
  const properties = [...schema.properties.values()];
  if (properties.some(({ kind, definition }) => kind.textFile?.(definition) !== undefined)) return undefined;
  return `${shown.places} ${shapeOf(schema)}`;
}

export class CollectionQueries {
  readonly #slots = new Map<string, Slot>();
  readonly #indexes: TextIndexes;

  constructor(options?: IndexOptions) {
    this.#indexes = new TextIndexes(options);
  }

  /** The finder of a collection's index; a new one when index or schema are others than before. */
  of(collection: Collection, collectionIndex: CollectionIndex): CollectionQuery {
    const { settings, schema } = collection;
    const id = `${schema.id} ${schema.hash}`;
    const cached = this.#slots.get(settings.id);
    if (cached?.collectionIndex === collectionIndex && cached.schema === id) return cached.finder;
    // The one before, if any, is left to the requests that still use it; they share its index.
    const markup = searchMarkupKey(schema);
    const before = cached?.markup === markup ? cached.finder.index : undefined;
    cached?.finder.retire(before !== undefined);
    const words = { indexes: this.#indexes, before, key: answerKey(collection) };
    const finder = new CollectionQuery(collectionIndex, new RowValues(collectionIndex, schema), words);
    this.#slots.set(settings.id, { collectionIndex, schema: id, markup, finder });
    return finder;
  }

  /** Drops what is cached for a collection. */
  forget(collection: string): void {
    this.#slots.get(collection)?.finder.close();
    this.#slots.delete(collection);
  }

  /** Drops everything. */
  close(): void {
    for (const collection of [...this.#slots.keys()]) this.forget(collection);
    this.#indexes.close();
  }
}
