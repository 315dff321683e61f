/** Long lists that are drawn in slices. */
import { expect, it } from 'vitest';
import { slicesOf } from '../../renderer/ui/useSlices.ts';

const ITEMS = ['a', 'b', 'c', 'd', 'e'];

it('a list is in slices as far as it is drawn', () => {
  expect(slicesOf(ITEMS, 2, 2, [])).toEqual([['a', 'b']]);
  expect(slicesOf(ITEMS, 6, 2, [])).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  expect(slicesOf([], 2, 2, [])).toEqual([]);
});

it('a slice with the items it had is the same, so that it is not drawn again', () => {
  const before = slicesOf(ITEMS, 6, 2, []);
  const further = slicesOf([...ITEMS, 'f', 'g'], 8, 2, before);
  expect(further.map((slice, at) => slice === before[at])).toEqual([true, true, false, false]);
  expect(further[2]).toEqual(['e', 'f']);
  const changed = slicesOf(['a', 'b', 'x', 'd', 'e'], 6, 2, before);
  expect(changed.map((slice, at) => slice === before[at])).toEqual([true, false, true]);
  expect(changed[1]).toEqual(['x', 'd']);
});
