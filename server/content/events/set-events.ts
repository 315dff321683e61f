/** Changes of sets as they are told to clients: those that come together at once, each of them once. */
import type { ChangeSetFiles, SetEvent } from '../../store/types/change-sets.js';

/** After the first change, in ms. */
const TOGETHER_MS = 100;
/** Of one set at once; of more only the set is named. */
const MAX_OBJECTS = 50;

export class ChangeSetEvents {
  readonly #listeners = new Set<(event: SetEvent) => void>();
  readonly #unsubscribe: () => void;
  /** By set and object. */
  readonly #waiting = new Map<string, Map<string, SetEvent>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(sets: Pick<ChangeSetFiles, 'on'>) {
    this.#unsubscribe = sets.on((event) => this.#add(event));
  }

  /** Calls `listener` on every change until the answer is called. */
  on(listener: (event: SetEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#unsubscribe();
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  #add(event: SetEvent): void {
    if (this.#listeners.size === 0) return;
    const { set, collection = '', id = '' } = event;
    const waiting = this.#waiting.get(set) ?? new Map<string, SetEvent>();
    this.#waiting.set(set, waiting);
    if (waiting.size <= MAX_OBJECTS) waiting.set(`${collection}/${id}`, event);
    this.#timer ??= setTimeout(() => this.#tell(), TOGETHER_MS).unref();
  }

  #tell(): void {
    this.#timer = undefined;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const [set, events] of waiting) {
      const told = events.size > MAX_OBJECTS ? [{ set }] : events.values();
      for (const event of told) for (const listener of this.#listeners) listener(event);
    }
  }
}
