/** A map of bounded size that lets go of what was used longest ago. */
export class LruCache<T> {
  readonly #values = new Map<string, T>();
  readonly #most: number;
  /** The key used last, which needs no moving to the end: many requests ask for the same, one after another. */
  #latest: string | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): T | undefined {
    const value = this.#values.get(key);
    if (value !== undefined && key !== this.#latest) this.#putLast(key, value);
    return value;
  }

  set(key: string, value: T): void {
    this.#putLast(key, value);
    if (this.#values.size <= this.#most) return;
    const [oldest] = this.#values.keys();
    if (oldest !== undefined) this.#values.delete(oldest);
  }

  clear(): void {
    this.#values.clear();
    this.#latest = undefined;
  }

  #putLast(key: string, value: T): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    this.#latest = key;
  }
}
