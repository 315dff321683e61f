/** Finds objects in all collections of the open folder. Belongs to the site: no state outlives it. */
import { Locks } from '../../async/locks.js';
import { message } from '../../contract/messages/message.js';
import { PlinthError } from '../../errors.js';
import { shapeOf } from '../../schemas/compile.js';
import { searchMarkupKey } from '../../schemas/search-markup.js';
import { etagOf } from '../../store/catalogue/row.js';
import type { CollectionIndex } from '../../store/types/catalogue.js';
import type { Collection } from '../model/collection.js';
import { type IndexOptions, TextIndexes } from '../text-index/text-indexes.js';
import { CollectionQuery } from './collection-query.js';
import { FolderWords } from './folder-words.js';
import { RowValues } from './row-values.js';
import { SelectionBudget } from './selections.js';

/** Max searches of the folder, those that wait included. */
const MAX_WAITING = 64;

/** Another one when words are told apart in another way, or answers have other texts. */
const WORDS = `1 ${process.versions.unicode}`;

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

const schemaKey = ({ schema }: Collection): string => `${schema.id} ${schema.hash}`;

export class CollectionQueries {
  readonly #slots = new Map<string, Slot>();
  readonly selections: SelectionBudget;
  readonly #indexes: TextIndexes;
  readonly #locks = new Locks();
  /** What makes the words of many collections. */
  readonly words = new FolderWords();
  #waiting = 0;

  /** `selections`: shared with what else is open of the folder. */
  constructor(options?: IndexOptions, selections = new SelectionBudget()) {
    this.#indexes = new TextIndexes(options);
    this.selections = selections;
  }

  /**
   * Runs work that uses the words of many collections: one at a time, since each can take a lot of memory. `signal`:
   * work that was canceled while it waited is not begun. `isPartial`: it uses those that are there, and need not wait
   * for what waits for all.
   */
  async inAll<T>(
    work: () => Promise<T>,
    { signal, isPartial = false }: { signal?: AbortSignal; isPartial?: boolean } = {},
  ): Promise<T> {
    if (this.#waiting >= MAX_WAITING) throw new PlinthError('busy', message('searchesBusy'));
    this.#waiting += 1;
    try {
      return await this.#locks.run(isPartial ? 'partial' : 'all', async () => {
        signal?.throwIfAborted();
        return work();
      });
    } finally {
      this.#waiting -= 1;
    }
  }

  /** The finder of a collection's index; a new one when index or schema are others than before. */
  of(collection: Collection, collectionIndex: CollectionIndex): CollectionQuery {
    const { settings, schema } = collection;
    const id = schemaKey(collection);
    const cached = this.#slots.get(settings.id);
    if (cached?.collectionIndex === collectionIndex && cached.schema === id) return cached.finder;
    // The one before, if any, is left to the requests that still use it; they share its index.
    const markup = searchMarkupKey(schema);
    const before = cached?.markup === markup ? cached.finder.index : undefined;
    cached?.finder.retire(before !== undefined);
    const key = answerKey(collection);
    const kept =
      key === undefined ? undefined : collectionIndex.kept('words', etagOf(`${WORDS} ${markup} ${key}`));
    const later = () =>
      this.words.later(settings.id, {
        isThere: () => finder.hasWords || this.#slots.get(settings.id)?.finder !== finder,
        make: (_name, isWaitedFor) => finder.makeWords(isWaitedFor),
      });
    const words = { indexes: this.#indexes, before, key, kept, later };
    const finder: CollectionQuery = new CollectionQuery(
      collectionIndex,
      new RowValues(collectionIndex, schema),
      words,
      this.selections,
    );
    this.#slots.set(settings.id, { collectionIndex, schema: id, markup, finder });
    return finder;
  }

  /** The finder of a collection that was searched, where it is that of its schema. */
  known(collection: Collection): { finder: CollectionQuery; collectionIndex: CollectionIndex } | undefined {
    const slot = this.#slots.get(collection.settings.id);
    return slot?.schema === schemaKey(collection) ? slot : undefined;
  }

  /** Drops what is cached for a collection. */
  forget(collection: string): void {
    this.#slots.get(collection)?.finder.close();
    this.#slots.delete(collection);
  }

  /** Writes what waits to be kept for the next start. */
  async save(): Promise<void> {
    for (const { finder } of this.#slots.values()) await finder.save();
  }

  /** Drops everything. */
  close(): void {
    this.words.close();
    for (const collection of [...this.#slots.keys()]) this.forget(collection);
    this.#indexes.close();
  }
}
