/** The objects that relations name, as the caller of a read may see them. */
import { PlinthError } from '../../errors.js';
import type { Row } from '../../store/types/catalogue.js';
import { countedBytes } from '../answers/counted.js';
import type { Base } from '../core/base.js';
import { type BoundCollection, boundCollection } from '../core/bound-collection.js';
import { liveTest } from '../core/live.js';
import type { Scalar } from '../model/relation.js';

/** Whether the caller may read an object. */
export type MayReadObject = (collection: string, id: string) => boolean;

interface Opened extends BoundCollection {
  readonly isLive: ((row: Row) => boolean) | undefined;
}

export class Targets {
  readonly #base: Base;
  readonly #mayRead: MayReadObject;
  readonly #published: boolean;
  readonly #opened = new Map<string, Promise<Opened | undefined>>();

  /** `published`: only objects that are live. */
  constructor(base: Base, mayRead: MayReadObject, published: boolean) {
    this.#base = base;
    this.#mayRead = mayRead;
    this.#published = published;
  }

  /** A collection, each opened once; undefined where there is none, or its settings cannot be read. */
  open(collection: string): Promise<Opened | undefined> {
    let opened = this.#opened.get(collection);
    if (!opened) {
      opened = this.#open(collection);
      this.#opened.set(collection, opened);
    }
    return opened;
  }

  /** The id and the answer of the object that has a value in a property; undefined where the caller sees none. */
  async find(opened: Opened, by: string, value: Scalar): Promise<{ id: string; bytes: Buffer } | undefined> {
    const { collection, collectionIndex, isLive } = opened;
    const row =
      by === 'id'
        ? collectionIndex.get(String(value))
        : (await this.#base.queries.of(collection, collectionIndex).lookup(by))(String(value));
    const name = collection.settings.id;
    if (!row || !this.#mayRead(name, row.id)) return undefined;
    try {
      if (isLive?.(row) === false) return undefined;
      const bytes = collectionIndex.bytes(row);
      return { id: row.id, bytes: countedBytes(this.#base.counts, name, row.id, bytes) };
    } catch (error) {
      // A file that cannot be read for a moment is not missing.
      if (error instanceof PlinthError && error.kind !== 'busy') return undefined;
      throw error;
    }
  }

  async #open(collection: string): Promise<Opened | undefined> {
    if (!this.#base.collections.has(collection)) return undefined;
    const bound = await boundCollection(this.#base, collection);
    return { ...bound, isLive: this.#published ? liveTest(this.#base, bound) : undefined };
  }
}
