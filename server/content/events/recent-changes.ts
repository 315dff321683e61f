/** Ring buffer of recent changes with ids, so that event clients can resume. */
import { randomBytes } from 'node:crypto';
import type { ChangeOrigin } from '../../contract/changes.js';
import type { ChangeEvent } from '../../contract/wire.js';
import type { Events } from '../../events.js';

export interface Change extends ChangeOrigin {
  /** Later changes have later ids; ids of another run of the server are unknown to this one. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly event: ChangeEvent;
}

export interface Subscriber {
  changed(change: Change): void;
  /** The folder is being closed; nothing more will come. */
  ended(): void;
}

export class RecentChanges {
  readonly #run = randomBytes(6).toString('hex');
  readonly #most: number;
  readonly #subscribers = new Set<Subscriber>();
  readonly #unsubscribe: () => void;
  #kept: Change[] = [];
  #count = 0;
  #ended = false;

  /** `most`: min number of changes kept. */
  constructor(events: Events, now: () => Date, most = 2000) {
    this.#most = most;
    this.#unsubscribe = events.on((event, { actor, transaction }) =>
      this.#take({ id: this.#id(++this.#count), at: now().toISOString(), event, actor, transaction }),
    );
  }

  /** Id of the last change, or of the start where nothing has changed since. */
  get latest(): string {
    return this.#id(this.#count);
  }

  get subscribers(): number {
    return this.#subscribers.size;
  }

  /** The changes after an id; undefined where the id is too old or unknown. */
  since(id: string): readonly Change[] | undefined {
    const match = /^([0-9a-f]{12})-(\d{1,15})$/.exec(id);
    if (!match || match[1] !== this.#run) return undefined;
    const missed = this.#count - Number(match[2]);
    if (missed < 0 || missed > this.#kept.length) return undefined;
    return this.#kept.slice(this.#kept.length - missed);
  }

  /** Calls a subscriber on every change until the returned function is called. */
  subscribe(subscriber: Subscriber): () => void {
    if (this.#ended) subscriber.ended();
    else this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  /** Lets all followers go. Safe to call again. */
  end(): void {
    this.#ended = true;
    this.#unsubscribe();
    for (const subscriber of this.#subscribers) subscriber.ended();
    this.#subscribers.clear();
  }

  #id(count: number): string {
    return `${this.#run}-${count}`;
  }

  #take(change: Change): void {
    this.#kept.push(change);
    // Cut back now and then: a shift for each change of an import would cost more than the change.
    if (this.#kept.length > 2 * this.#most) this.#kept = this.#kept.slice(-this.#most);
    for (const subscriber of this.#subscribers) subscriber.changed(change);
  }
}
