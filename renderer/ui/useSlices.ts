/** Long lists whose items are all in the page, drawn some at a time: the page answers in between. */
import { useEffect, useRef, useState } from 'react';
import { whenIdle } from './when-idle';

const isSame = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item, at) => item === other[at]);

/** The first items in slices of a size; those of `before` that have the same items. */
export function slicesOf<T>(
  items: readonly T[],
  drawn: number,
  size: number,
  before: readonly (readonly T[])[],
): readonly (readonly T[])[] {
  const slices: (readonly T[])[] = [];
  for (let at = 0; at < Math.min(drawn, items.length); at += size) {
    const slice = items.slice(at, at + size);
    const known = before[slices.length];
    slices.push(known && isSame(known, slice) ? known : slice);
  }
  return slices;
}

/**
 * The items that are drawn by now in slices of a size, at first one of them. A slice with the items it had is the same
 * array, so that a memoized component draws nothing again.
 */
export function useSlices<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const [drawn, setDrawn] = useState(size);
  const before = useRef<readonly (readonly T[])[]>([]);
  // A list that has become shorter grows in slices again, too.
  const most = Math.max(size, Math.ceil(items.length / size) * size);
  if (drawn > most) setDrawn(most);
  const isWhole = drawn >= items.length;
  useEffect(() => {
    if (isWhole) return;
    return whenIdle(() => setDrawn(drawn + size));
  }, [isWhole, drawn, size]);
  const slices = slicesOf(items, drawn, size, before.current);
  before.current = slices;
  return slices;
}
