/** Which objects are ticked, by id, whatever page they are on. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ListView } from '../../api/list-request';
import { listedIds } from '../../api/listed-ids';
import { objectsPageQuery, PAGE_SIZE } from '../../api/queries';
import { notifyFailed } from '../../ui/notify';

const texts = { failed: 'Could not select' };

export interface Selection {
  ids: ReadonlySet<string>;
  toggle(id: string, index: number): void;
  /** Ticks every row between the last one ticked and this one. */
  extendTo(index: number): Promise<void>;
  selectAll(total: number): Promise<void>;
  clear(): void;
}

/** The ids of rows whose pages are loaded, as they are shown; undefined where one is not. */
function shownIds(
  client: QueryClient,
  { collection, view }: { collection: string; view: ListView },
  from: number,
  count: number,
): string[] | undefined {
  const found: string[] = [];
  const first = Math.floor(from / PAGE_SIZE) * PAGE_SIZE;
  for (let offset = first; offset < from + count; offset += PAGE_SIZE) {
    const page = client.getQueryData(objectsPageQuery(collection, { ...view, offset }).queryKey);
    if (!page) return undefined;
    const rows = page.objects.slice(Math.max(0, from - offset), from + count - offset);
    found.push(...rows.map(({ id }) => String(id)));
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

  /** Rows that are shown are ticked as they are shown: in the list of the server others may have their places by now. */
  const setIdsBetween = useCallback(
    async (from: number, count: number, change: (found: string[]) => Parameters<typeof setIds>[0]) => {
      try {
        const shown = shownIds(client, { collection, view }, from, count);
        setIds(change(shown ?? (await listedIds(collection, view, { offset: from, count }))));
      } catch (error) {
        notifyFailed(texts.failed, error);
      }
    },
    [client, collection, view, setIds],
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
    (index: number) =>
      setIdsBetween(
        Math.min(anchor.current, index),
        Math.abs(anchor.current - index) + 1,
        (between) => (before) => new Set([...before, ...between]),
      ),
    [setIdsBetween],
  );

  const selectAll = useCallback(
    (total: number) => {
      const first = client.getQueryData(objectsPageQuery(collection, { ...view, offset: 0 }).queryKey);
      // While texts are indexed the list is a part of what is found; ids are answered once all of it is.
      const count = first?.partial ? Number.POSITIVE_INFINITY : total;
      return setIdsBetween(0, count, (all) => () => new Set(all));
    },
    [client, collection, view, setIdsBetween],
  );

  const clear = useCallback(() => setIds(() => NONE), [setIds]);
  return useMemo(
    () => ({ ids, toggle, extendTo, selectAll, clear }),
    [ids, toggle, extendTo, selectAll, clear],
  );
}
