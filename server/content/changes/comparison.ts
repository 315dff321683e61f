/**
 * Compares the log of changes with the folder: other programs may have changed it while Plinth was not running, and a
 * process that was killed may not have logged its last changes.
 */
import { Yielder } from '../../async/yielder.js';
import { newOrigin } from '../../origins.js';
import type { CollectionIndex } from '../../store/types/catalogue.js';
import type { ChangeLog, ObjectState } from '../../store/types/changes.js';
import type { Base } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
import { answersKey } from '../model/open-collections.js';
import {
  type Difference,
  differences,
  type KnownStates,
  knownStates,
  type LastEntries,
  lastEntries,
  printOf,
} from './object-states.js';

/** More differences are not entries of the log: they are only in the states of their collection. */
const MAX_ENTRIES = 500;

/** The index of a collection when the first cursor was given for it, and the number of the last change then. */
export interface FirstCursor {
  readonly collectionIndex: CollectionIndex;
  readonly seq: number;
}

interface Compared {
  /** Undefined where the collection does not exist. */
  readonly collectionIndex: CollectionIndex | undefined;
  readonly key: string;
  /** Deletions before this number are not known. */
  readonly floor: number;
}

/** What is compared with the log. */
interface Live {
  readonly collection: string;
  readonly collectionIndex: CollectionIndex | undefined;
  readonly key: string;
}

/** The last entries up to a number. */
interface Logged {
  readonly last: LastEntries;
  readonly upTo: number;
}

export class Comparison {
  readonly #base: Base;
  readonly #log: ChangeLog;
  readonly #first: ReadonlyMap<string, FirstCursor>;
  readonly #compared = new Map<string, Compared>();
  /** Collections that were there, of this run and earlier ones. */
  #named: Set<string> | undefined;

  constructor(base: Base, first: ReadonlyMap<string, FirstCursor>) {
    this.#base = base;
    this.#log = base.store.changes;
    this.#first = first;
    base.events.on((event) => {
      if (event.type !== 'collection.deleted') return;
      this.#compared.delete(event.collection);
      this.#named?.add(event.collection);
    });
  }

  /** Logs what differs. Returns the number before which deletions may be missing. */
  async make(collections: readonly string[] | undefined): Promise<number> {
    const damaged = new Set(this.#base.collections.damaged().map(({ collection }) => collection));
    let logged: Logged | undefined;
    let floor = 0;
    for (const collection of collections ?? (await this.#all())) {
      // Its objects cannot be read at the moment, which does not mean that they are gone.
      if (damaged.has(collection)) continue;
      const live = await this.#live(collection);
      if (!this.#isCompared(live)) {
        logged ??= await this.#logged();
        const known = await knownStates(this.#log, collection, logged.last);
        const of = known ? await this.#compare(live, known, logged) : await this.#begin(live, logged);
        this.#compared.set(collection, { ...live, floor: of });
      }
      floor = Math.max(floor, this.#compared.get(collection)?.floor ?? 0);
    }
    return floor;
  }

  async #all(): Promise<Set<string>> {
    this.#named ??= new Set([...this.#log.collections(), ...(await this.#logged()).last.keys()]);
    return new Set([...this.#base.collections.all().map(({ settings }) => settings.id), ...this.#named]);
  }

  async #logged(): Promise<Logged> {
    const upTo = this.#log.latest;
    return { upTo, last: lastEntries(await this.#log.after(this.#log.start)) };
  }

  async #live(collection: string): Promise<Live> {
    if (!this.#base.collections.has(collection)) return { collection, collectionIndex: undefined, key: '' };
    const bound = await boundCollection(this.#base, collection);
    return { collection, collectionIndex: bound.collectionIndex, key: answersKey(bound.collection) };
  }

  #isCompared({ collection, collectionIndex, key }: Live): boolean {
    const compared = this.#compared.get(collection);
    return compared !== undefined && compared.collectionIndex === collectionIndex && compared.key === key;
  }

  /** Returns the floor. */
  async #compare(live: Live, known: KnownStates, { upTo }: Logged): Promise<number> {
    const { collection, collectionIndex, key } = live;
    const every = collectionIndex !== undefined && known.saved && known.key !== key;
    const all = await differences(this.#log, live, { known: known.states, every });
    const states = new Map(known.states);
    const from = await this.#catchUp(collection, states, upTo);
    const later = this.#log.recent(from) ?? [];
    take(collection, states, later);
    // What was logged during the comparison is not a difference.
    const differing = all.filter(({ id }) => states.get(id)?.seq === known.states.get(id)?.seq);
    if (differing.length <= MAX_ENTRIES && !every) {
      this.#announce(live, differing);
      if (known.saved) return Math.min(known.floor, this.#log.latest);
      take(collection, states, this.#log.recent(from) ?? []);
    } else {
      let seq = this.#log.reserve(collection, differing.length);
      const at = this.#base.now().getTime();
      for (const { id, print } of differing) states.set(id, { id, seq: seq++, at, print });
    }
    const floor = Math.min(known.floor, this.#log.latest);
    await this.#write(live, { floor, states });
    return floor;
  }

  /** The first states of a collection that was there before the log began. Returns their floor. */
  async #begin(live: Live, { last, upTo }: Logged): Promise<number> {
    const { collection, collectionIndex } = live;
    const first = this.#first.get(collection);
    const isFirst = first !== undefined && first.collectionIndex === collectionIndex;
    const floor = isFirst ? first.seq : this.#log.latest;
    const at = this.#base.now().getTime();
    const states = new Map<string, ObjectState>();
    const yielder = new Yielder();
    for (const row of collectionIndex?.rows() ?? []) {
      states.set(row.id, { id: row.id, seq: floor, at, print: printOf(this.#log, collection, row) });
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
    for (const state of last.get(collection)?.values() ?? [])
      if (state.seq > floor) states.set(state.id, state);
    const from = await this.#catchUp(collection, states, upTo);
    take(collection, states, this.#log.recent(from) ?? []);
    await this.#write(live, { floor, states });
    return floor;
  }

  /** Takes in what was logged since a number, until the rest is in memory. Returns the number the rest begins after. */
  async #catchUp(collection: string, states: Map<string, ObjectState>, from: number): Promise<number> {
    let upTo = from;
    while (!this.#log.recent(upTo)) {
      const latest = this.#log.latest;
      take(collection, states, await this.#log.after(upTo));
      upTo = latest;
    }
    return upTo;
  }

  /** Logs differences as changes by other programs. */
  #announce({ collection, collectionIndex }: Live, found: readonly Difference[]): void {
    const now = this.#base.now();
    const { actor, transaction } = newOrigin({ kind: 'external' }, 'external', now);
    for (const { type, id } of found) {
      const event = { type, collection, id };
      this.#log.append({ event, at: now.getTime(), actor, transaction }, collectionIndex?.get(id)?.stamp);
    }
  }

  #write(
    { collection, key }: Live,
    { floor, states }: { floor: number; states: ReadonlyMap<string, ObjectState> },
  ): Promise<void> {
    const upTo = this.#log.latest;
    return this.#log.writeStates(collection, { upTo, floor, key, states: [...states.values()] });
  }
}

/** Replaces states by later entries. */
function take(
  collection: string,
  states: Map<string, ObjectState>,
  entries: Parameters<typeof lastEntries>[0],
): void {
  for (const state of lastEntries(entries).get(collection)?.values() ?? []) {
    if (state.seq > (states.get(state.id)?.seq ?? 0)) states.set(state.id, state);
  }
}
