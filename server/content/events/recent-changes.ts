/** Numbers changes and passes them on to event clients, which resume behind the last one they received. */
import type { ChangeOrigin } from '../../contract/changes.js';
import type { ChangeEvent } from '../../contract/wire.js';
import type { Events } from '../../events.js';
import type { ChangeLog, LogEntry, LoggedChange } from '../../store/types/changes.js';
import type { Stamp } from '../../store/types/stamp.js';

export interface Change extends ChangeOrigin {
  readonly seq: number;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly event: ChangeEvent;
}

export interface Subscriber {
  changed(change: Change): void;
  /** The folder is being closed; nothing more will come. */
  ended(): void;
}

const changeOf = ({ seq, at, event, actor, transaction }: LoggedChange): Change => ({
  seq,
  at: new Date(at).toISOString(),
  event,
  actor,
  transaction,
});

/** Undefined where changes are only in the states of a collection: then there are too many. */
function changesOf(entries: readonly LogEntry[]): Change[] | undefined {
  const changes: Change[] = [];
  for (const entry of entries) {
    if (!('event' in entry)) return undefined;
    changes.push(changeOf(entry));
  }
  return changes;
}

export interface RecentChangesOptions {
  log: ChangeLog;
  now: () => Date;
  /** The stamp of an object's file as it is known. */
  stampOf: (collection: string, id: string) => Stamp | undefined;
}

export class RecentChanges {
  readonly #log: ChangeLog;
  readonly #subscribers = new Set<Subscriber>();
  readonly #unsubscribe: readonly (() => void)[];
  #ended = false;

  constructor(events: Events, { log, now, stampOf }: RecentChangesOptions) {
    this.#log = log;
    this.#unsubscribe = [
      events.on((event, { actor, transaction }) => {
        const stamp = 'id' in event ? stampOf(event.collection, event.id) : undefined;
        log.append({ event, at: now().getTime(), actor, transaction }, stamp);
      }),
      log.on((logged) => {
        if (this.#subscribers.size === 0) return;
        const change = changeOf(logged);
        for (const subscriber of this.#subscribers) subscriber.changed(change);
      }),
    ];
  }

  get subscribers(): number {
    return this.#subscribers.size;
  }

  /** The changes after a number, as far as they are in memory; undefined where some are not. */
  recent(seq: number): Change[] | undefined {
    const entries = this.#log.recent(seq);
    return entries && changesOf(entries);
  }

  /** The changes after a number; undefined where some are not logged any more. */
  async after(seq: number): Promise<Change[] | undefined> {
    if (seq < this.#log.start) return undefined;
    const changes = changesOf(await this.#log.after(seq));
    // Old changes may have left the log meanwhile.
    return seq < this.#log.start ? undefined : changes;
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
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const subscriber of this.#subscribers) subscriber.ended();
    this.#subscribers.clear();
  }
}
