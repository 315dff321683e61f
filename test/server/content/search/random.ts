/** Random numbers with a seed, so that a failing test fails again. */

/** mulberry32: numbers from 0 up to 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Draws from lists and ranges. */
export function draws(seed: number) {
  const next = seeded(seed);
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    chance: (probability: number) => next() < probability,
    one<T>(list: readonly T[]): T {
      const item = list[below(list.length)];
      if (item === undefined) throw new Error('Nothing to draw from');
      return item;
    },
    some<T>(list: readonly T[], most: number): T[] {
      return Array.from({ length: below(most + 1) }, () => this.one(list));
    },
  };
}
