/** Cycles that other programs wrote into a tree. */
import { expect, it } from 'vitest';
import { cyclesAmong } from '../../../server/content/reading/parents.js';

const SIZE = 20_000;

it.each<[name: string, parent: (at: number) => number | undefined, found: number]>([
  ['one cycle of all', (at) => (at + 1) % SIZE, SIZE],
  ['a chain above a cycle of two', (at) => (at === 0 ? 1 : at - 1), 2],
  ['a chain without one', (at) => (at === 0 ? undefined : at - 1), 0],
  ['each its own parent', (at) => at, SIZE],
  ['all below one that is its own parent', () => 0, 1],
  ['two cycles with a tail each', (at) => (at % 2 === 0 ? (at < 4 ? 2 - at : 0) : at < 5 ? 4 - at : 1), 4],
])('are found with one look at each object: %s', (_name, parent, found) => {
  const ids = Array.from({ length: SIZE }, (_, at) => String(at));
  for (const asked of [ids, ids.toReversed()]) {
    let looks = 0;
    const cycles = cyclesAmong(asked, (id) => {
      looks += 1;
      const at = parent(Number(id));
      return at === undefined ? undefined : String(at);
    });
    expect(cycles.size).toBe(found);
    expect(looks).toBeLessThanOrEqual(SIZE);
  }
});
