/** Sorting a large collection without holding the event loop (issue: nothing blocks it for more than 50 ms). */
import { Yielder } from './yielder.js';

/** Sorted in one go; a few milliseconds. */
const RUN = 2048;
/** Steps of a merge between two looks at the clock. */
const LOOK = 512;

/** 0, 1, 2 and so on. */
export function countedUp(length: number): Uint32Array<ArrayBuffer> {
  const places = new Uint32Array(length);
  for (let at = 0; at < length; at += 1) places[at] = at;
  return places;
}

/** Whether items are in order already. */
async function areInOrder(length: number, compare: (a: number, b: number) => number): Promise<boolean> {
  const yielder = new Yielder();
  for (let at = 1; at < length; at += 1) {
    if (compare(at - 1, at) > 0) return false;
    if (at % LOOK === 0 && yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return true;
}

/** The places of items in their order. */
export async function placesInOrder(
  length: number,
  compare: (a: number, b: number) => number,
): Promise<Uint32Array<ArrayBuffer>> {
  const places = countedUp(length);
  return (await areInOrder(length, compare)) ? places : sortInSlices(places, compare);
}

/** The items by what is named of each, in the order of its UTF-16 units. */
export async function byText<T>(items: readonly T[], textOf: (item: T) => string): Promise<readonly T[]> {
  const textAt = (at: number) => {
    const item = items[at];
    return item === undefined ? '' : textOf(item);
  };
  const compare = (a: number, b: number) => {
    const [one, other] = [textAt(a), textAt(b)];
    return one < other ? -1 : Number(one > other);
  };
  const places = await placesInOrder(items.length, compare);
  const sorted: T[] = [];
  const yielder = new Yielder();
  for (const place of places) {
    const item = items[place];
    if (item !== undefined) sorted.push(item);
    if (sorted.length % LOOK === 0 && yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return sorted;
}

/** The items in order, by a stable merge sort in slices. The given array is used as working space. */
async function sortInSlices(
  items: Uint32Array<ArrayBuffer>,
  compare: (a: number, b: number) => number,
): Promise<Uint32Array<ArrayBuffer>> {
  const yielder = new Yielder();
  for (let start = 0; start < items.length; start += RUN) {
    items.subarray(start, start + RUN).sort(compare);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  let from = items;
  let to = items.length > RUN ? new Uint32Array(items.length) : items;
  for (let width = RUN; width < items.length; width *= 2) {
    for (let start = 0; start < items.length; start += 2 * width) {
      const middle = Math.min(start + width, items.length);
      const end = Math.min(start + 2 * width, items.length);
      // Two runs that stand in order already, as all do where the items were sorted before.
      if (middle === end || compare(from[middle - 1] ?? 0, from[middle] ?? 0) <= 0) {
        to.set(from.subarray(start, end), start);
        continue;
      }
      for (const step of merging(from, to, [start, middle, end], compare)) {
        if (step && yielder.exhausted) await yielder.yieldToEventLoop();
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Merges two neighbouring runs; stops now and then to let the caller look at the clock. */
function* merging(
  from: Uint32Array,
  to: Uint32Array,
  [start, middle, end]: readonly [number, number, number],
  compare: (a: number, b: number) => number,
): Generator<true> {
  let left = start;
  let right = middle;
  for (let at = start; at < end; at += 1) {
    const one = from[left] ?? 0;
    const other = from[right] ?? 0;
    if (left < middle && (right >= end || compare(one, other) <= 0)) {
      to[at] = one;
      left += 1;
    } else {
      to[at] = other;
      right += 1;
    }
    if (at % LOOK === 0) yield true;
  }
}
