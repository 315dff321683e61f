/**
 * Rows that have another place go there instead of jumping: after a move by hand, an edit of what the list is sorted by,
 * or a change by others. Only rows that were drawn before and are drawn now move; another view starts at its place.
 */
import { useLayoutEffect, useRef } from 'react';
import type { JsonObject } from '#contract/values';
import { sorting } from '../../theme';
import type { Groups } from './groups/useGroups';
import { rowId } from './row-events';
import type { useRows } from './useRows';

interface Drawn {
  view: string | undefined;
  starts: ReadonlyMap<string, number>;
}

const isCalm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The groups that are closed. */
export const closedOf = (groups: Groups | undefined): string[] | undefined =>
  groups?.groups.filter(({ open }) => !open).map(({ key }) => key);

/** `shown` names what is shown and in which order, with what is closed of it; undefined while it is still the one before. */
export function useMovedRows(
  shown: readonly unknown[] | undefined,
  lines: ReturnType<typeof useRows>['lines'],
  row: (index: number) => JsonObject | undefined,
): void {
  const view = shown && JSON.stringify(shown);
  const before = useRef<Drawn>({ view: undefined, starts: new Map() });
  useLayoutEffect(() => {
    const starts = new Map<string, number>();
    const moved: { index: number; from: number; to: number }[] = [];
    const isSame = view !== undefined && before.current.view === view;
    for (const line of lines) {
      const id = 'first' in line ? row(line.first)?.id : undefined;
      if (!('first' in line) || typeof id !== 'string') continue;
      starts.set(id, line.start);
      const from = isSame ? before.current.starts.get(id) : undefined;
      if (from !== undefined && from !== line.start) moved.push({ index: line.first, from, to: line.start });
    }
    before.current = { view, starts };
    if (moved.length === 0 || isCalm()) return;
    for (const { index, from, to } of moved) {
      const places = [from, to].map((start) => ({ transform: `translateY(${start}px)` }));
      document.getElementById(rowId(index))?.animate(places, sorting);
    }
  });
}
