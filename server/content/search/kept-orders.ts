/**
 * Orders of a collection's rows in a file of the cache, so that the next start need not sort them again: for each order
 * the places of its rows in the snapshot. What is not in the snapshot is put in its place when the order is read.
 */
import { Yielder } from '../../async/yielder.js';
import { placeIn } from '../../store/catalogue/row.js';
import { SectionFile, writeSections } from '../../store/catalogue/section-file.js';
import type { CollectionIndex } from '../../store/types/catalogue.js';
import type { RowNumbers } from './row-numbers.js';

/** The orders used last are kept: as many as are written at once without holding the loop. */
const MOST = 4;
/** Written when no other order was made for so long, in ms. */
const IDLE_MS = 2000;
/** What orders of texts depend on beside the rows. */
const SORTING = `1 ${process.versions.unicode} ${process.versions.icu}`;

/** An order that was kept, for the rows as they are numbered now. */
export interface KeptOrder {
  readonly sorted: Uint32Array;
  /** Rows that are not in the snapshot. */
  readonly others: readonly number[];
  /** Rows of this number on came later. */
  readonly upTo: number;
  /** Of the numbers. */
  readonly generation: number;
}

/** The rows of an order, by their numbers as they are now. */
export type OrderNow = readonly [key: string, sorted: Uint32Array];

export interface OrdersToKeep {
  /** Fewer rows are sorted faster than a file is read. */
  readonly least: number;
  /** The orders there are, the one used last first. */
  readonly current: () => Iterable<OrderNow>;
}

/** Adds orders of a file that were not used since it was written. */
async function addUnused(orders: Map<string, ArrayBufferView>, file: SectionFile | undefined): Promise<void> {
  try {
    for (const key of file?.names ?? []) {
      if (file && orders.size < MOST && !orders.has(key)) orders.set(key, await file.read(key));
    }
  } catch {
    // A damaged one is left out with those after it.
  } finally {
    file?.close();
  }
}

export class KeptOrders {
  readonly #collectionIndex: CollectionIndex;
  readonly #numbers: RowNumbers;
  readonly #orders: OrdersToKeep;
  #timer: NodeJS.Timeout | undefined;
  /** The last time that orders were written. */
  #saving = Promise.resolve();
  #closed = false;

  constructor(collectionIndex: CollectionIndex, numbers: RowNumbers, orders: OrdersToKeep) {
    this.#collectionIndex = collectionIndex;
    this.#numbers = numbers;
    this.#orders = orders;
    collectionIndex.onSnapshot(() => {
      // Where nothing is asked for a long time, the rows that have gone would stay in memory.
      numbers.sync(collectionIndex);
      this.saveLater();
    });
  }

  /** The order of that key; undefined where it was not kept. */
  async read(key: string): Promise<KeptOrder | undefined> {
    const { snapshot } = this.#collectionIndex;
    if (snapshot === undefined || this.#isFew) return undefined;
    const { path, identity } = this.#file(snapshot);
    const file = SectionFile.open(path, identity);
    try {
      if (!file?.length(key)) return undefined;
      const bytes = await file.read(key);
      return await this.#numbered(
        new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2),
        snapshot,
      );
    } catch {
      // It is only there to save time.
      return undefined;
    } finally {
      file?.close();
    }
  }

  /** Writes the orders there are when it is quiet. */
  saveLater(): void {
    if (this.#closed || this.#collectionIndex.snapshot === undefined || this.#isFew) return;
    if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => this.#save(), IDLE_MS).unref();
  }

  /** Writes the orders that wait for quiet, also where their snapshot does. Never rejects. */
  async save(): Promise<void> {
    await this.#collectionIndex.saved();
    if (this.#timer) this.#save();
    await this.#saving;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  get #isFew(): boolean {
    return this.#numbers.live.length < this.#orders.least;
  }

  #file(snapshot: string) {
    return this.#collectionIndex.kept('orders', `${snapshot} ${SORTING}`);
  }

  /** The rows of the snapshot that are still there, in an order of their places. */
  async #numbered(places: Uint32Array, snapshot: string): Promise<KeptOrder> {
    const yielder = new Yielder();
    const { live, next: upTo, generation } = this.#numbers;
    // One more than the number of the row at a place; 0 where it has gone or changed.
    const numbers = new Uint32Array(places.length + live.length);
    const others: number[] = [];
    for (const number of live) {
      const row = this.#numbers.row(number);
      const place = row && placeIn(row, snapshot);
      if (place === undefined || place >= numbers.length) others.push(number);
      else numbers[place] = number + 1;
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
    const sorted = new Uint32Array(places.length);
    let length = 0;
    for (const place of places) {
      const number = numbers[place] ?? 0;
      if (number === 0) continue;
      sorted[length++] = number - 1;
      numbers[place] = 0;
    }
    // Rows that the order lacks, or that are in the snapshot without being in it.
    for (const number of numbers) if (number > 0) others.push(number - 1);
    return { sorted: sorted.subarray(0, length), others, upTo, generation };
  }

  #save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // It is only there to save time.
    this.#saving = this.#saving.then(() => this.#write()).catch(() => {});
  }

  async #write(): Promise<void> {
    const { generation } = this.#numbers;
    const { snapshot } = this.#collectionIndex;
    if (snapshot === undefined) return;
    const { path, identity, prepare } = this.#file(snapshot);
    if (!prepare) return;
    const yielder = new Yielder();
    const orders = new Map<string, ArrayBufferView>();
    for (const [key, sorted] of this.#orders.current()) {
      const places = new Uint32Array(sorted.length);
      let length = 0;
      for (const number of sorted) {
        const row = this.#numbers.row(number);
        const place = row && placeIn(row, snapshot);
        if (place !== undefined) places[length++] = place;
        if (yielder.exhausted) await yielder.yieldToEventLoop();
        // The numbers are those of other rows now.
        if (this.#numbers.generation !== generation) return this.saveLater();
      }
      orders.set(key, places.subarray(0, length));
      if (orders.size === MOST) break;
    }
    if (orders.size === 0) return;
    await addUnused(orders, SectionFile.open(path, identity));
    const folder = await prepare();
    if (this.#closed || this.#collectionIndex.snapshot !== snapshot) return;
    writeSections({ folder, path, identity }, (writer) => {
      for (const [key, places] of orders) writer.add(key, places);
    });
  }
}
