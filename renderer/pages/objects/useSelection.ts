/** Which objects are ticked, by id, whatever page they are on. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { ListView } from '../../api/list-request';
import { objectsPageQuery, PAGE_SIZE } from '../../api/queries';

export interface Selection {
  ids: ReadonlySet<string>;
  toggle(id: string, index: number): void;
  /** Ticks every row between the last one ticked and this one. */
  extendTo(index: number): Promise<void>;
  selectAll(total: number): Promise<void>;
  clear(): void;
}

/** The ids of the objects from one place of a list to another. */
export async function listedBetween(
  client: QueryClient,
  { collection, view }: { collection: string; view: ListView },
  from: number,
  to: number,
): Promise<string[]> {
  const found: string[] = [];
  const start = Math.floor(from / PAGE_SIZE) * PAGE_SIZE;
  for (let offset = start; offset <= to; offset += PAGE_SIZE) {
    const page = await client.fetchQuery(objectsPageQuery(collection, { ...view, offset }));
    page.objects.forEach((object, n) => {
      const index = offset + n;
      if (index >= from && index <= to && typeof object.id === 'string') found.push(object.id);
    });
  }
  return found;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Selection in a view of `collection`. `scope` names what the view shows whatever its order: in another one nothing is
 * ticked, so that only visible rows can be deleted.
 */
export function useSelection(collection: string, view: ListView, scope: string): Selection {
  const client = useQueryClient();
  const [{ ids, of }, setTicked] = useState({ ids: NONE, of: scope });
  const anchor = useRef(0);
  if (of !== scope) setTicked({ ids: NONE, of: scope });

  /** Answers that come after the view has changed are of no use any more. */
  const setIds = useCallback(
    (change: (before: ReadonlySet<string>) => ReadonlySet<string>) =>
      setTicked((now) => (now.of === scope ? { ids: change(now.ids), of: scope } : now)),
    [scope],
  );

  const idsBetween = useCallback(
    (from: number, to: number) => listedBetween(client, { collection, view }, from, to),
    [client, collection, view],
  );

  const toggle = useCallback(
    (id: string, index: number) => {
      anchor.current = index;
      setIds((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      });
    },
    [setIds],
  );

  const extendTo = useCallback(
    async (index: number) => {
      const between = await idsBetween(Math.min(anchor.current, index), Math.max(anchor.current, index));
      setIds((before) => new Set([...before, ...between]));
    },
    [idsBetween, setIds],
  );

  const selectAll = useCallback(
    async (total: number) => {
      const all = new Set(await idsBetween(0, Math.max(0, total - 1)));
      setIds(() => all);
    },
    [idsBetween, setIds],
  );

  const clear = useCallback(() => setIds(() => NONE), [setIds]);
  return { ids, toggle, extendTo, selectAll, clear };
}
