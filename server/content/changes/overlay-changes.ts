/**
 * The changes of the folder with change sets in it, for event streams and behind cursors: those of the log of the folder,
 * and those of what the sets and unsaved changes make of objects. The latter are in memory: a cursor of another run of the
 * server, or of another perspective, is too old.
 */
import { randomBytes } from 'node:crypto';
import type { Actor } from '../../contract/changes.js';
import { newOrigin } from '../../origins.js';
import type { Store } from '../../store/store.js';
import type { SetState, StoredChange } from '../../store/types/change-sets.js';
import type { LogPosition } from '../../store/types/changes.js';
import type { ChangedObject, ChangedPage, ChangeSource, Cursors, Subscriber, ToldChange } from './cursors.js';

/** Objects whose changes are remembered; cursors that are further behind are too old. */
const REMEMBERED = 10_000;

interface Entry extends ChangedObject {
  readonly number: number;
  readonly type: 'object.created' | 'object.updated' | 'object.deleted';
  readonly actor: Actor;
}

export interface OverlayChangesOptions {
  store: Store;
  live: { changes: ChangeSource; cursors: Cursors };
  /** What is laid over the folder now, one after another. */
  states(): readonly SetState[];
  now(): Date;
}

/** The changes of an object, one after another. */
type Layers = readonly (StoredChange | undefined)[];

const keyOf = (collection: string, id: string): string => `${collection}/${id}`;

/** Whether an object is there with changes in it. */
const isThere = (isLive: boolean, layers: Layers): boolean =>
  layers.reduce(
    (there, layer) => (layer === undefined || layer.change === 'edit' ? there : layer.change === 'new'),
    isLive,
  );

export class OverlayChanges implements Cursors, ChangeSource {
  readonly #options: OverlayChangesOptions;
  /** Of this perspective as it was opened now. */
  readonly #name = randomBytes(6).toString('hex');
  /** The last change of each object, in their order. */
  readonly #entries = new Map<string, Entry>();
  readonly #subscribers = new Set<Subscriber>();
  /** What was laid over the folder when it was looked at last. */
  #known = new Map<string, Layers>();
  #versions = '';
  #number = 0;
  /** The last change that is forgotten. */
  #forgotten = 0;

  constructor(options: OverlayChangesOptions) {
    this.#options = options;
    this.#look();
  }

  get subscribers(): number {
    return this.#options.live.changes.subscribers;
  }

  /** Whether a stream follows. */
  get isFollowed(): boolean {
    return this.#subscribers.size > 0;
  }

  cursorFor(collection: string): string | undefined {
    const live = this.#options.live.cursors.cursorFor(collection);
    return live === undefined ? undefined : this.#joined(live);
  }

  async firstCursorFor(...collections: readonly string[]): Promise<string> {
    return this.#joined(await this.#options.live.cursors.firstCursorFor(...collections));
  }

  cursor(position?: LogPosition): string {
    return this.#joined(this.#options.live.cursors.cursor(position));
  }

  async since(
    cursor: string,
    { collections, limit }: { collections?: readonly string[]; limit: number },
  ): Promise<ChangedPage | undefined> {
    const from = this.#parsed(cursor);
    const live =
      from &&
      (await this.#options.live.cursors.since(from.live, { ...(collections && { collections }), limit }));
    if (!from || !live) return undefined;
    this.look();
    if (live.more) return { ...live, cursor: this.#joined(live.cursor, from.number) };
    const changed = new Map<string, ChangedObject>();
    for (const one of live.changed) changed.set(keyOf(one.collection, one.id), one);
    let [number, more] = [this.#number, false];
    let reached = from.number;
    for (const { collection, id, at, number: own } of this.#after(from.number)) {
      const key = keyOf(collection, id);
      if (!collections || collections.includes(collection)) {
        more = changed.size === limit && !changed.has(key);
        if (more) {
          number = reached;
          break;
        }
        changed.delete(key);
        changed.set(key, { collection, id, at });
      }
      reached = own;
    }
    return { changed: [...changed.values()], cursor: this.#joined(live.cursor, number), more };
  }

  async missedSince(id: string): Promise<readonly ToldChange[] | undefined> {
    const from = this.#parsed(id);
    const live = from && (await this.#options.live.cursors.missedSince(from.live));
    return from && live && this.#told(live, from);
  }

  after(missed: readonly ToldChange[]): readonly ToldChange[] | undefined {
    const from = this.#parsed(missed.at(-1)?.cursor ?? '');
    const live = this.#options.live.cursors.after(missed);
    return from && live && this.#told(live, from);
  }

  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber);
    const unsubscribe = this.#options.live.changes.subscribe({
      changed: (change) => {
        // What was changed before is told before.
        this.look();
        subscriber.changed({
          ...change,
          cursor: this.#joined(this.#options.live.cursors.cursor(change.end)),
        });
      },
      ended: () => subscriber.ended(),
    });
    return () => {
      unsubscribe();
      this.#subscribers.delete(subscriber);
    };
  }

  /** Lets those that listen go, as what they listen to is closed. */
  end(): void {
    for (const subscriber of [...this.#subscribers]) subscriber.ended();
    this.#subscribers.clear();
  }

  /** Notes what has changed in what is laid over the folder, and tells those that listen. */
  look(): void {
    for (const entry of this.#look()) {
      const told = this.#toldOf(entry, this.#joined(this.#options.live.cursors.cursor(), entry.number));
      for (const subscriber of this.#subscribers) subscriber.changed(told);
    }
  }

  #look(): Entry[] {
    const states = this.#options.states();
    const versions = states.map(({ version }) => version).join(' ');
    if (versions === this.#versions) return [];
    const isFirst = this.#versions === '';
    this.#versions = versions;
    const known = this.#known;
    const now = new Map<string, Layers>();
    for (const { changes } of states) {
      for (const [collection, ofCollection] of changes) {
        for (const id of ofCollection.keys()) {
          const key = keyOf(collection, id);
          if (!now.has(key))
            now.set(
              key,
              states.map((state) => state.changes.get(collection)?.get(id)),
            );
        }
      }
    }
    this.#known = now;
    if (isFirst) return [];
    const entries: Entry[] = [];
    for (const key of new Set([...known.keys(), ...now.keys()])) {
      const [before = [], after = []] = [known.get(key), now.get(key)];
      const isSame = before.length === after.length && before.every((layer, at) => layer === after[at]);
      if (!isSame) entries.push(this.#note(before, after));
    }
    for (const [key, { number }] of this.#entries) {
      if (this.#entries.size <= REMEMBERED) break;
      this.#entries.delete(key);
      this.#forgotten = number;
    }
    return entries;
  }

  #note(before: Layers, after: Layers): Entry {
    const last = after.findLast((layer) => layer !== undefined);
    const { collection = '', id = '' } = last ?? before.findLast((layer) => layer !== undefined) ?? {};
    const index = this.#options.store.catalogue.filled(collection);
    const first = [...after, ...before].find((layer) => layer !== undefined);
    const isLive = index ? index.get(id) !== undefined : first?.change !== 'new';
    const [was, is] = [isThere(isLive, before), isThere(isLive, after)];
    const type = !is ? 'object.deleted' : was ? 'object.updated' : 'object.created';
    this.#number += 1;
    const actor: Actor = last?.actor ?? { kind: 'external' };
    const entry = {
      collection,
      id,
      at: this.#options.now().getTime(),
      number: this.#number,
      type,
      actor,
    } as const;
    const key = keyOf(collection, id);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  #after(number: number): Entry[] {
    return [...this.#entries.values()].filter((entry) => entry.number > number);
  }

  /** Changes of the log, and behind them those of what is laid over it. */
  #told(live: readonly ToldChange[], from: { live: string; number: number }): ToldChange[] {
    this.look();
    const { cursors } = this.#options.live;
    const end = live.findLast((change) => change.end)?.end;
    const last = end ? cursors.cursor(end) : from.live;
    return [
      ...live.map((change) => ({ ...change, cursor: this.#joined(cursors.cursor(change.end), from.number) })),
      ...this.#after(from.number).map((entry) => this.#toldOf(entry, this.#joined(last, entry.number))),
    ];
  }

  #toldOf({ collection, id, at, type, actor }: Entry, cursor: string): ToldChange {
    const origin = newOrigin(actor, 'request', new Date(at));
    return { event: { type, collection, id }, at, ...origin, end: undefined, cursor };
  }

  #joined(live: string, number = this.#number): string {
    return `${live}~${this.#name}-${number}`;
  }

  #parsed(cursor: string): { live: string; number: number } | undefined {
    const [live = '', own = ''] = cursor.split('~');
    const [name, digits = ''] = own.split('-');
    const number = Number(digits);
    if (name !== this.#name || !/^\d+$/.test(digits)) return undefined;
    return number >= this.#forgotten && number <= this.#number ? { live, number } : undefined;
  }
}
