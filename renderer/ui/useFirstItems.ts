/** Long lists that are there in whole, of which the first are drawn, and more with each press of `LoadMore`. */
import { type ComponentProps, useState } from 'react';
import type { LoadMore } from './LoadMore';

/** The items that are shown, `size` at first and with each press, and what `LoadMore` is given. */
export function useFirstItems<T>(
  items: readonly T[],
  size: number,
): { shown: readonly T[]; more: ComponentProps<typeof LoadMore> } {
  const [most, setMost] = useState(size);
  const left = items.length - most;
  const query = {
    hasNextPage: left > 0,
    isFetchingNextPage: false,
    fetchNextPage: async () => setMost(most + size),
  };
  return { shown: items.slice(0, most), more: { query, left } };
}
