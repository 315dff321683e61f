/** What a tree shows: the levels that are open, read when they are opened. */
import { useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { treeQuery } from '../../../api/tree';
import { idsInParts, type ListDrafts, useDraftsOfList, useDraftsWith } from '../list-drafts';
import { isObject, type Level, type TreeRow, treeRows } from './tree-rows';

/** Objects of a level that are read at once. */
const PAGE = 200;

const storageKey = (collection: string): string => `plinth:tree:${collection}`;

/** The objects that were open when the tree was left, for the way back. */
function recallOpen(collection: string): string[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(storageKey(collection)) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export interface Tree {
  rows: TreeRow[];
  /** With the changes of the objects in `rows`. */
  drafts: ListDrafts;
  setOpen: (id: string, open: boolean) => void;
  /** Reads more of a level, or reads it again. */
  more: (parent: string | undefined) => void;
}

export function useTree(collection: string): Tree {
  const listed = useDraftsOfList();
  const { set } = listed;
  const [open, setIds] = useState<ReadonlySet<string>>(() => new Set(recallOpen(collection)));
  const [limits, setLimits] = useState<ReadonlyMap<string, number>>(new Map());
  useEffect(
    () => sessionStorage.setItem(storageKey(collection), JSON.stringify([...open])),
    [collection, open],
  );

  const parents = useMemo(() => [undefined, ...open], [open]);
  const levels = useQueries({
    queries: parents.map((parent) => ({
      ...treeQuery(collection, { parent, limit: limits.get(parent ?? '') ?? PAGE, set }),
      // One that is gone is not asked for again.
      retry: false,
    })),
  });
  const rows = useMemo(() => {
    const level = (parent: string | undefined): Level => {
      const found = levels[parents.indexOf(parent)];
      return { data: found?.data, failed: found?.isError === true };
    };
    return treeRows(level, open);
  }, [levels, parents, open]);
  const drafts = useDraftsWith(listed, collection, () =>
    idsInParts(rows.flatMap((row) => (isObject(row) ? [row.object.id] : []))),
  );
  const setOpen = useCallback((id: string, isOpen: boolean) => {
    setIds((before) => {
      const next = new Set(before);
      if (isOpen) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const more = useCallback(
    (parent: string | undefined) =>
      setLimits((before) => new Map(before).set(parent ?? '', (before.get(parent ?? '') ?? PAGE) + PAGE)),
    [],
  );
  return { rows, drafts, setOpen, more };
}
