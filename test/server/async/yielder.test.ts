import { expect, it } from 'vitest';
import { Yielder } from '../../../server/async/yielder.js';

it('lets only a few pieces of work that begin in one turn go on without waiting for another', async () => {
  const begun = Array.from({ length: 16 }, () => new Yielder());
  const now = performance.now();
  while (performance.now() === now);
  expect(begun.slice(3).map((yielder) => yielder.exhausted)).toEqual(Array(13).fill(true));
  // All have their turn in the end.
  await Promise.all(begun.map((yielder) => yielder.yieldToEventLoop()));
});
