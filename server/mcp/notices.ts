/** Notifies MCP clients of changes in the folder, batched per second. */
import type { ChangeEvent } from '../contract/wire.js';
import type { Events } from '../events.js';
import { changedBy } from './resources.js';

const GATHERED_MS = 1000;

/** More changed objects than this in a second are an import: only their collections are notified. */
const MOST = 200;

export interface NoticeSink {
  resourceUpdated(uri: string): void;
  resourcesChanged(): void;
  toolsChanged(): void;
}

export class Notices {
  readonly #sink: NoticeSink;
  readonly #unsubscribe: () => void;
  readonly #uris = new Set<string>();
  #shape = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(events: Events, sink: NoticeSink) {
    this.#sink = sink;
    this.#unsubscribe = events.on((event) => this.#take(event));
  }

  /** Stops the notifications. */
  stop(): void {
    this.#unsubscribe();
    clearTimeout(this.#timer);
  }

  #take(event: ChangeEvent): void {
    for (const uri of changedBy(event)) if (this.#uris.size < MOST || uri.endsWith('/')) this.#uris.add(uri);
    // Tools and resources depend on the collections and their settings.
    if (event.type.startsWith('collection.') || event.type.startsWith('schema.')) this.#shape = true;
    this.#timer ??= setTimeout(() => this.#tell(), GATHERED_MS).unref();
  }

  #tell(): void {
    this.#timer = undefined;
    const uris = [...this.#uris];
    this.#uris.clear();
    for (const uri of uris) this.#sink.resourceUpdated(uri);
    if (!this.#shape) return;
    this.#shape = false;
    this.#sink.resourcesChanged();
    this.#sink.toolsChanged();
  }
}
