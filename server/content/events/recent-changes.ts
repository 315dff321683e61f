/** Logs changes and passes them on to event clients, which resume behind the last one they received. */
import type { Events } from '../../events.js';
import type { ChangeLog } from '../../store/types/changes.js';
import type { Stamp } from '../../store/types/stamp.js';
import type { ChangeSource, Subscriber } from '../changes/cursors.js';

export interface RecentChangesOptions {
  log: ChangeLog;
  now: () => Date;
  /** The stamp of an object's file as it is known. */
  stampOf: (collection: string, id: string) => Stamp | undefined;
}

export class RecentChanges implements ChangeSource {
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

  subscribe(subscriber: Subscriber): () => void {
    if (this.#ended) subscriber.ended();
    else this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  end(): void {
    this.#ended = true;
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    for (const subscriber of this.#subscribers) subscriber.ended();
    this.#subscribers.clear();
  }
}
