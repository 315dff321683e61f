/** Notifies MCP clients of changes in the folder, batched per second. */
import type { ChangeEvent } from '../contract/wire.js';
import type { Events } from '../events.js';
import { changedBy } from './resources.js';

const BATCH_MS = 1000;

/** More changed objects than this in a second are an import: only their collections are notified. */
const MAX_URIS = 200;

export interface NotificationSink {
  resourceUpdated(uri: string): void;
  resourcesChanged(): void;
  toolsChanged(): void;
}

export class ChangeNotifications {
  readonly #sink: NotificationSink;
  readonly #unsubscribe: () => void;
  readonly #uris = new Set<string>();
  #collectionsChanged = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(events: Events, sink: NotificationSink) {
    this.#sink = sink;
    this.#unsubscribe = events.on((event) => this.#onChange(event));
  }

  /** Stops the notifications. */
  stop(): void {
    this.#unsubscribe();
    clearTimeout(this.#timer);
  }

  #onChange(event: ChangeEvent): void {
    for (const uri of changedBy(event))
      if (this.#uris.size < MAX_URIS || uri.endsWith('/')) this.#uris.add(uri);
    // Tools and resources depend on the collections and their settings.
    if (event.type.startsWith('collection.') || event.type.startsWith('schema.'))
      this.#collectionsChanged = true;
    this.#timer ??= setTimeout(() => this.#send(), BATCH_MS).unref();
  }

  #send(): void {
    this.#timer = undefined;
    const uris = [...this.#uris];
    this.#uris.clear();
    for (const uri of uris) this.#sink.resourceUpdated(uri);
    if (!this.#collectionsChanged) return;
    this.#collectionsChanged = false;
    this.#sink.resourcesChanged();
    this.#sink.toolsChanged();
  }
}
