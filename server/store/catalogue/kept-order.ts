/** An order of rows that is kept while rows come and go (spec/performance.md#lists). */

export class KeptOrder<T> {
  readonly #items: T[];
  readonly #compare: (a: T, b: T) => number;

  /** `compare` must never call two different items equal. */
  constructor(items: Iterable<T>, compare: (a: T, b: T) => number) {
    this.#items = [...items].sort(compare);
    this.#compare = compare;
  }

  /** The live list: valid until the next change. */
  get items(): readonly T[] {
    return this.#items;
  }

  insert(item: T): void {
    this.#items.splice(this.#place(item), 0, item);
  }

  remove(item: T): void {
    const place = this.#place(item);
    // What an item is compared by may have gone with its bytes; then it is looked for one by one.
    const found = this.#items[place] === item ? place : this.#items.indexOf(item);
    if (found >= 0) this.#items.splice(found, 1);
  }

  /** First place whose item is not before `item`. */
  #place(item: T): number {
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#items[middle];
      if (other !== undefined && this.#compare(other, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Each order of a large collection takes some memory, and clients may ask for any. */
const MAX_ORDERS = 16;

/** The orders of an index, by the name of their comparator. */
export class KeptOrders<T> {
  /** Most recently used last. */
  readonly #orders = new Map<string, KeptOrder<T>>();

  /** The order of that name, made of `items` when it is not kept. */
  get(name: string, compare: (a: T, b: T) => number, items: () => Iterable<T>): readonly T[] {
    let order = this.#orders.get(name);
    if (order) this.#orders.delete(name);
    else order = new KeptOrder(items(), compare);
    this.#orders.set(name, order);
    const [oldest] = this.#orders.keys();
    if (oldest !== undefined && this.#orders.size > MAX_ORDERS) this.#orders.delete(oldest);
    return order.items;
  }

  insert(item: T): void {
    this.#change((order) => order.insert(item));
  }

  remove(item: T): void {
    this.#change((order) => order.remove(item));
  }

  clear(): void {
    this.#orders.clear();
  }

  /** An order whose comparator fails (it may need bytes that are gone) is made again on its next use. */
  #change(change: (order: KeptOrder<T>) => void): void {
    for (const [name, order] of this.#orders) {
      try {
        change(order);
      } catch {
        this.#orders.delete(name);
      }
    }
  }
}
