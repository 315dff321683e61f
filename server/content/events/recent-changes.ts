/** Logs changes and passes them on to event clients, which resume behind the last one they received. */
import type { Events } from '../../events.js';
import type { ChangeLog, LoggedChange } from '../../store/types/changes.js';
import type { Stamp } from '../../store/types/stamp.js';

export interface Subscriber {
  changed(change: LoggedChange): void;
  /** The folder is being closed; nothing more will come. */
  ended(): void;
}

export interface RecentChangesOptions {
  log: ChangeLog;
  now: () => Date;
  /** The stamp of an object's file as it is known. */
  stampOf: (collection: string, id: string) => Stamp | undefined;
}

export class RecentChanges {
  readonly #subscribers = new Set<Subscriber>();
  readonly #unsubscribe: readonly (() => void)[];
  #ended = false;

  constructor(events: Events, { log, now, stampOf }: RecentChangesOptions) {
    this.#unsubscribe = [
      events.on((event, { actor, transaction }) => {
        log.append({ event, at: now().getTime(), actor, transaction }, () =>
          'id' in event ? stampOf(event.collection, event.id) : undefined,
        );
      }),
      log.on((change) => {
        for (const subscriber of this.#subscribers) subscriber.changed(change);
      }),
    ];
  }

  get subscribers(): number {
    return this.#subscribers.size;
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
