/** Rows by a key of theirs, kept while rows come and go. */

class Group<T> {
  readonly byKey = new Map<string, T[]>();
  readonly #keyOf: (item: T) => string | undefined;

  constructor(items: Iterable<T>, keyOf: (item: T) => string | undefined) {
    this.#keyOf = keyOf;
    for (const item of items) this.insert(item);
  }

  insert(item: T): void {
    const key = this.#keyOf(item);
    if (key === undefined) return;
    const same = this.byKey.get(key);
    if (same) same.push(item);
    else this.byKey.set(key, [item]);
  }

  remove(item: T): void {
    const key = this.#keyOf(item);
    const same = key === undefined ? undefined : this.byKey.get(key);
    if (key === undefined || !same) return;
    const left = same.filter((other) => other !== item);
    if (left.length > 0) this.byKey.set(key, left);
    else this.byKey.delete(key);
  }
}

/** The groupings of an index, by the name of what they are grouped by. */
export class RowGroups<T> {
  readonly #groups = new Map<string, Group<T>>();

  /** The grouping of that name, made of `items` when it is not kept. Items without a key are skipped. */
  get(
    name: string,
    keyOf: (item: T) => string | undefined,
    items: () => Iterable<T>,
  ): ReadonlyMap<string, readonly T[]> {
    let group = this.#groups.get(name);
    if (!group) {
      group = new Group(items(), keyOf);
      this.#groups.set(name, group);
    }
    return group.byKey;
  }

  /** Forgets the groupings; each is made again on its next use. */
  clear(): void {
    this.#groups.clear();
  }

  insert(item: T): void {
    for (const group of this.#groups.values()) group.insert(item);
  }

  remove(item: T): void {
    for (const group of this.#groups.values()) group.remove(item);
  }
}
