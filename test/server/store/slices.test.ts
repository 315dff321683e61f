import { expect, it } from 'vitest';
import { Slices } from '../../../server/store/slices.js';

it('lets only a few pieces of work that begin in one turn go on without waiting for another', async () => {
  const begun = Array.from({ length: 16 }, () => new Slices());
  const now = performance.now();
  while (performance.now() === now);
  expect(begun.slice(3).map((slices) => slices.spent)).toEqual(Array(13).fill(true));
  // All have their turn in the end.
  await Promise.all(begun.map((slices) => slices.pause()));
});
