/** Finds objects in all collections of the open folder. Belongs to the site: no state outlives it. */
import { shapeOf } from '../schemas/compile.js';
import { searchMarkupKey } from '../schemas/search-markup.js';
import type { Shelf } from '../store/store.js';
import type { Collection } from './collections.js';
import { RowValues } from './row-values.js';
import { ShelfFinder } from './shelf-finder.js';
import { type IndexOptions, TextIndexes } from './text-indexes.js';

interface Slot {
  readonly shelf: Shelf;
  readonly schema: string;
  readonly markup: string;
  readonly finder: ShelfFinder;
}

/** The same as long as a file has the same answer; undefined where texts lie in other files. */
function answerKey({ schema, shown }: Collection): string | undefined {
  const properties = [...schema.properties.values()];
  if (properties.some(({ kind, definition }) => kind.textFile?.(definition) !== undefined)) return undefined;
  return `${shown.places} ${shapeOf(schema)}`;
}

export class Finder {
  readonly #slots = new Map<string, Slot>();
  readonly #indexes: TextIndexes;

  constructor(options?: IndexOptions) {
    this.#indexes = new TextIndexes(options);
  }

  /** The finder of a collection's shelf; a new one when shelf or schema are others than before. */
  of(collection: Collection, shelf: Shelf): ShelfFinder {
    const { settings, schema } = collection;
    const id = `${schema.id} ${schema.hash}`;
    const kept = this.#slots.get(settings.id);
    if (kept?.shelf === shelf && kept.schema === id) return kept.finder;
    // The one before, if any, is left to the requests that still use it; they share its index.
    const markup = searchMarkupKey(schema);
    const before = kept?.markup === markup ? kept.finder.index : undefined;
    kept?.finder.retire(before !== undefined);
    const words = { indexes: this.#indexes, before, key: answerKey(collection) };
    const finder = new ShelfFinder(shelf, new RowValues(shelf, schema), words);
    this.#slots.set(settings.id, { shelf, schema: id, markup, finder });
    return finder;
  }

  /** Lets go of what is kept of a collection. */
  forget(collection: string): void {
    this.#slots.get(collection)?.finder.close();
    this.#slots.delete(collection);
  }

  /** Lets go of everything. */
  close(): void {
    for (const collection of [...this.#slots.keys()]) this.forget(collection);
    this.#indexes.close();
  }
}
