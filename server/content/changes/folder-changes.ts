/** Which objects have changed since a cursor (decision 188). */
import type { CollectionIndex } from '../../store/types/catalogue.js';
import type { ChangeLog, ObjectState } from '../../store/types/changes.js';
import type { Base } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
import { Comparison, type FirstCursor } from './comparison.js';
import { lastEntries } from './object-states.js';

/** The states of collections are first written so long after the first cursor, in ms. */
const FIRST_STATES_MS = 5_000;

export interface ChangedObject {
  readonly collection: string;
  readonly id: string;
  readonly seq: number;
  /** In ms since 1970. */
  readonly at: number;
}

export interface ChangedPage {
  readonly changed: readonly ChangedObject[];
  /** Where the next page begins. */
  readonly cursor: string;
  readonly more: boolean;
}

export class FolderChanges {
  readonly #base: Base;
  readonly #log: ChangeLog;
  readonly #report: (message: string, error: unknown) => void;
  readonly #comparison: Comparison;
  readonly #first = new Map<string, FirstCursor>();
  #work: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(base: Base, report: (message: string, error: unknown) => void) {
    this.#base = base;
    this.#log = base.store.changes;
    this.#report = report;
    this.#comparison = new Comparison(base, this.#first);
  }

  /** The cursor of an answer about a collection that is made from now on; undefined for the first one. */
  cursorFor(collection: string): string | undefined {
    return this.#first.has(collection) ? this.#log.cursor() : undefined;
  }

  /** As `cursorFor`, also for the first one, of several collections. Throws `missing` for an unknown collection. */
  async firstCursorFor(...collections: readonly string[]): Promise<string> {
    const indexes = new Map<string, CollectionIndex>();
    for (const collection of collections) {
      if (this.#first.has(collection)) continue;
      indexes.set(collection, (await boundCollection(this.#base, collection)).collectionIndex);
    }
    const seq = this.#log.latest;
    for (const [collection, collectionIndex] of indexes) {
      if (!this.#first.has(collection)) this.#first.set(collection, { collectionIndex, seq });
    }
    if (indexes.size > 0) this.#timer ??= setTimeout(() => void this.#writeFirst(), FIRST_STATES_MS).unref();
    return this.#log.cursor();
  }

  /**
   * The objects changed after a cursor, at most `limit`, in the order of their last changes. Undefined where the cursor
   * is too old or unknown.
   */
  async since(
    cursor: string,
    { collections, limit }: { collections?: readonly string[]; limit: number },
  ): Promise<ChangedPage | undefined> {
    const seq = this.#log.position(cursor);
    if (seq === undefined || !this.#log.isDurable) return undefined;
    const floor = await this.compare(collections);
    if (floor === undefined || floor > seq) return undefined;
    const latest = this.#log.latest;
    const entries = await this.#log.after(seq);
    const last = lastEntries(entries);
    const blocks = new Set(entries.map((entry) => ('block' in entry ? entry.block : undefined)));
    const changed = new Map<string, ChangedObject>();
    let horizon = latest;
    for (const collection of collections ?? new Set([...this.#log.collections(), ...last.keys()])) {
      const isInFile = seq < this.#log.start || blocks.has(collection);
      const states = isInFile ? ((await this.#log.states(collection))?.after(seq, limit + 1) ?? []) : [];
      if (states.length > limit) horizon = Math.min(horizon, states.at(-1)?.seq ?? 0);
      for (const state of [...states, ...(last.get(collection)?.values() ?? [])]) {
        const key = `${collection}/${state.id}`;
        if ((changed.get(key)?.seq ?? 0) < state.seq) changed.set(key, changedObject(collection, state));
      }
    }
    // What was lost meanwhile can have been after the cursor.
    if (this.#log.position(cursor) === undefined) return undefined;
    const inOrder = [...changed.values()].filter((one) => one.seq <= horizon).sort((a, b) => a.seq - b.seq);
    const page = inOrder.slice(0, limit);
    const more = inOrder.length > limit || horizon < latest;
    const upTo = more ? (page.at(-1)?.seq ?? horizon) : latest;
    return { changed: page, cursor: this.#log.cursor(upTo), more };
  }

  /**
   * Compares collections with the log, all by default, and logs what differs. Returns the number before which deletions
   * may be missing; undefined where it cannot be done.
   */
  compare(collections?: readonly string[]): Promise<number | undefined> {
    const work = this.#work
      .then(() => this.#comparison.make(collections))
      .catch((error: unknown) => {
        this.#report('The folder could not be compared with the log of changes', error);
        return undefined;
      });
    this.#work = work;
    return work;
  }

  /** Writes what is known of the collections that cursors were given for. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writeFirst();
    this.#closed = true;
    await this.#work;
  }

  async #writeFirst(): Promise<void> {
    const fresh = [...this.#first.keys()].filter(
      (id) => !this.#log.hasStates(id) && this.#base.collections.has(id),
    );
    this.#timer = undefined;
    if (fresh.length === 0 || this.#closed || !this.#log.isDurable) return;
    await this.compare(fresh);
  }
}

const changedObject = (collection: string, { id, seq, at }: ObjectState): ChangedObject => ({
  collection,
  id,
  seq,
  at,
});
