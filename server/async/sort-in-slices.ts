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
  const yielder = new Yielder();
  const texts: string[] = [];
  for (const item of items) {
    texts.push(textOf(item));
    if (texts.length % LOOK === 0 && yielder.exhausted) await yielder.yieldToEventLoop();
  }
  const sorted: T[] = [];
  for (const place of await placesOfTexts(texts)) {
    const item = items[place];
    if (item !== undefined) sorted.push(item);
    if (sorted.length % LOOK === 0 && yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return sorted;
}

/** Below so many steps into their texts a group is sorted by comparing: what is alike so far is often alike at all. */
const STEPS = 8;

/** Texts that are alike so far: those of the places from `start` to `end`. */
interface Alike {
  start: number;
  end: number;
  /** How many units are known to be alike. */
  units: number;
  steps: number;
}

/**
 * The places of texts in the order of their UTF-16 units, or in the descending one; equal ones as they were. By two or
 * four units at a time: a comparison of half a million texts, of which a sort makes ten million, takes three times as long.
 */
export async function placesOfTexts(
  texts: readonly string[],
  direction: 'asc' | 'desc' = 'asc',
): Promise<Uint32Array<ArrayBuffer>> {
  const isDescending = direction === 'desc';
  const before = isDescending ? 1 : -1;
  const compare = (a: number, b: number) => {
    const [one = '', other = ''] = [texts[a], texts[b]];
    if (one === other) return 0;
    return one < other ? before : -before;
  };
  const places = countedUp(texts.length);
  if (await areInOrder(texts.length, compare)) return places;
  const yielder = new Yielder();
  const waiting: Alike[] = [{ start: 0, end: texts.length, units: 0, steps: 0 }];
  for (let group = waiting.pop(); group; group = waiting.pop()) {
    const these = places.subarray(group.start, group.end);
    if (these.length <= RUN) these.sort(compare);
    else {
      const keys = group.steps < STEPS ? await keysOf(texts, these, group.units) : undefined;
      if (keys) {
        await sortByKeys(these, keys.keys, isDescending);
        for (const alike of alikeIn(keys, group)) waiting.push(alike);
      } else these.set(await sortInSlices(these.slice(), compare));
    }
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return places;
}

/** Units of each text as one number, which sorts as they do. */
interface TextKeys {
  keys: Uint32Array<ArrayBuffer>;
  /** How many units a number has. */
  width: 2 | 4;
}

/** The keys of texts by their units from `from` on; undefined where a unit has no room in them. */
async function keysOf(
  texts: readonly string[],
  places: Uint32Array,
  from: number,
): Promise<TextKeys | undefined> {
  const yielder = new Yielder();
  const keys = new Uint32Array(places.length);
  for (const width of [4, 2] as const) {
    const most = 2 ** (32 / width) - 1;
    let at = 0;
    for (; at < places.length; at += 1) {
      const text = texts[places[at] ?? 0] ?? '';
      let key = 0;
      let highest = 0;
      for (let unit = from; unit < from + width; unit += 1) {
        // The end of a text comes before any unit.
        const digit = unit < text.length ? text.charCodeAt(unit) + 1 : 0;
        if (digit > highest) highest = digit;
        key = key * (most + 1) + digit;
      }
      if (highest > most) break;
      keys[at] = key;
      if (at % LOOK === 0 && yielder.exhausted) await yielder.yieldToEventLoop();
    }
    if (at === places.length) return { keys, width };
  }
  return undefined;
}

/** Sorts keys and with them the places of their texts; those of one key stay as they were. */
async function sortByKeys(places: Uint32Array, keys: Uint32Array, isDescending: boolean): Promise<void> {
  const yielder = new Yielder();
  const starts = new Uint32Array(2 ** 16 + 1);
  const flip = isDescending ? 0xffff : 0;
  for (const shift of [0, 16]) {
    starts.fill(0);
    for (const key of keys) {
      const digit = ((key >>> shift) & 0xffff) ^ flip;
      starts[digit + 1] = (starts[digit + 1] ?? 0) + 1;
    }
    for (let digit = 0; digit < 2 ** 16; digit += 1)
      starts[digit + 1] = (starts[digit + 1] ?? 0) + (starts[digit] ?? 0);
    const [beforePlaces, beforeKeys] = [places.slice(), keys.slice()];
    for (let at = 0; at < keys.length; at += 1) {
      const key = beforeKeys[at] ?? 0;
      const digit = ((key >>> shift) & 0xffff) ^ flip;
      const to = starts[digit] ?? 0;
      starts[digit] = to + 1;
      places[to] = beforePlaces[at] ?? 0;
      keys[to] = key;
      if (at % LOOK === 0 && yielder.exhausted) await yielder.yieldToEventLoop();
    }
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
}

/** The texts with the same key that go on after it. */
function* alikeIn({ keys, width }: TextKeys, { start, units, steps }: Alike): Generator<Alike> {
  const lastUnit = width === 4 ? 0xff : 0xffff;
  let first = 0;
  for (let next = 1; next <= keys.length; next += 1) {
    const key = keys[first] ?? 0;
    if (next < keys.length && keys[next] === key) continue;
    const goOn = (key & lastUnit) !== 0;
    if (goOn && next - first > 1)
      yield { start: start + first, end: start + next, units: units + width, steps: steps + 1 };
    first = next;
  }
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
