/** Every row of an index by a number, so that orders and matches are arrays of numbers (spec/performance.md#lists). */
import type { CollectionIndex, Row, RowChange } from '../../store/types/catalogue.js';

/** Rows are renumbered when more than half of the numbers, and more than this, belong to removed rows. */
const SPARE = 1000;

export class RowNumbers {
  #rows: (Row | undefined)[] = [];
  /** 1 for each number in use: small enough to scan for all rows after every change. */
  #there = new Uint8Array(1024);
  #live: Uint32Array = new Uint32Array(0);
  #version: number | undefined;
  #removedCount = 0;
  #generation = 0;

  /** The number the next new row gets: all numbers in use are below. They grow and are never used again. */
  get next(): number {
    return this.#rows.length;
  }

  /** How many rows have gone; grows with every one. */
  get removedCount(): number {
    return this.#removedCount;
  }

  /** Changes when all rows are renumbered: data for the old numbers is then invalid. */
  get generation(): number {
    return this.#generation;
  }

  /** The index's version that the numbers belong to. */
  get version(): number | undefined {
    return this.#version;
  }

  /** The row of a number; undefined when it was removed. */
  row(number: number): Row | undefined {
    return this.#rows[number];
  }

  /** The rows of the numbers from one up to another; undefined for each that was removed. */
  between(first: number, end: number): (Row | undefined)[] {
    return this.#rows.slice(first, end);
  }

  /** The rows of some numbers that still exist, in their order. */
  present(some: Uint32Array): Uint32Array {
    const kept = new Uint32Array(some.length);
    const there = this.#there;
    let length = 0;
    for (let at = 0; at < some.length; at += 1) {
      const number = some[at] ?? 0;
      kept[length] = number;
      length += there[number] ?? 0;
    }
    return kept.subarray(0, length);
  }

  /** The rows of some numbers, without removed ones. */
  rows(some: Uint32Array): Row[] {
    const rows: Row[] = [];
    for (const number of some) {
      const row = this.#rows[number];
      if (row) rows.push(row);
    }
    return rows;
  }

  /** The numbers of all rows, in the order in which they came. A sync makes another list of them. */
  get live(): Uint32Array {
    return this.#live;
  }

  /** Applies the changes of the index. */
  sync(collectionIndex: CollectionIndex): void {
    if (this.#version === collectionIndex.version) return;
    const changes = this.#version === undefined ? undefined : collectionIndex.changesSince(this.#version);
    if (changes) this.#follow(changes);
    else this.#walk(collectionIndex);
    this.#version = collectionIndex.version;
    if (this.next > 2 * this.#live.length + SPARE) this.#renumber();
  }

  /** Does what was done on the index: far less work than looking at all rows again. */
  #follow(changes: readonly RowChange[]): void {
    const first = this.next;
    for (const { added, removed } of changes) {
      const number = removed ? this.#rows.lastIndexOf(removed) : -1;
      if (number >= 0) this.#forget(number);
      if (added) this.#add(added);
    }
    const numbers = new Uint32Array(this.#live.length + this.next - first);
    numbers.set(this.#live);
    for (let number = first; number < this.next; number += 1) {
      numbers[this.#live.length + number - first] = number;
    }
    this.#live = this.present(numbers);
  }

  /** Looks at all rows of the index. */
  #walk(collectionIndex: CollectionIndex): void {
    const before = this.#live;
    const live = new Uint32Array(collectionIndex.size);
    let at = 0;
    let kept = 0;
    // An index iterates its rows in insertion order, so new rows come after the known ones.
    // If it ever did not, rows would only get numbers once more.
    for (const row of collectionIndex.rows()) {
      while (at < before.length && this.#rows[before[at] ?? 0] !== row) this.#forget(before[at++] ?? 0);
      if (at < before.length) {
        live[kept++] = before[at++] ?? 0;
      } else {
        live[kept++] = this.#add(row);
      }
    }
    while (at < before.length) this.#forget(before[at++] ?? 0);
    this.#live = live;
  }

  #add(row: Row): number {
    const number = this.#rows.length;
    this.#rows.push(row);
    if (number >= this.#there.length) {
      const longer = new Uint8Array(2 * this.#there.length);
      longer.set(this.#there);
      this.#there = longer;
    }
    this.#there[number] = 1;
    return number;
  }

  #forget(number: number): void {
    this.#rows[number] = undefined;
    this.#there[number] = 0;
    this.#removedCount += 1;
  }

  #renumber(): void {
    this.#rows = this.#rows.filter((row) => row !== undefined);
    this.#live = this.#live.map((_number, at) => at);
    this.#there.fill(0).fill(1, 0, this.#rows.length);
    this.#generation += 1;
  }
}
