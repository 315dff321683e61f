/** Which objects are ticked, by id, whatever page they are on. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { objectsPageQuery, PAGE_SIZE } from '../../api/queries';
import type { Sort } from './useListPlace';

export interface Selection {
  ids: ReadonlySet<string>;
  toggle(id: string, index: number): void;
  /** Ticks every row between the last one ticked and this one. */
  extendTo(index: number): Promise<void>;
  selectAll(total: number): Promise<void>;
  clear(): void;
}

const NONE: ReadonlySet<string> = new Set();

/** Selection in a list of `collection` in this order. */
export function useSelection(collection: string, sort: Sort): Selection {
  const client = useQueryClient();
  const [ids, setIds] = useState(NONE);
  const anchor = useRef(0);

  const idsBetween = useCallback(
    async (from: number, to: number): Promise<string[]> => {
      const found: string[] = [];
      const start = Math.floor(from / PAGE_SIZE) * PAGE_SIZE;
      for (let offset = start; offset <= to; offset += PAGE_SIZE) {
        const page = await client.fetchQuery(
          objectsPageQuery(collection, { offset, sort: sort.property, order: sort.order }),
        );
        page.objects.forEach((object, n) => {
          const index = offset + n;
          if (index >= from && index <= to && typeof object.id === 'string') found.push(object.id);
        });
      }
      return found;
    },
    [client, collection, sort],
  );

  const toggle = useCallback((id: string, index: number) => {
    anchor.current = index;
    setIds((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);

  const extendTo = useCallback(
    async (index: number) => {
      const between = await idsBetween(Math.min(anchor.current, index), Math.max(anchor.current, index));
      setIds((before) => new Set([...before, ...between]));
    },
    [idsBetween],
  );

  const selectAll = useCallback(
    async (total: number) => setIds(new Set(await idsBetween(0, Math.max(0, total - 1)))),
    [idsBetween],
  );

  const clear = useCallback(() => setIds(NONE), []);
  return { ids, toggle, extendTo, selectAll, clear };
}
