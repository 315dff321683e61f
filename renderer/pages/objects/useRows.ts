/** What the rows of a list do, whether they are drawn as a table or as cards: moving, ticking, opening, their menu. */
import type { VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import type { JsonObject } from '#contract/values';
import type { ListView } from '../../api/list-request';
import type { ListColumn } from '../../lists/columns';
import { type GroupPart, groupedLines, type Line, type Lines, plainLines } from '../../lists/lines';
import { useConflicts } from '../../ui/file-problems';
import { useOpenIn } from '../../ui/present';
import type { Groups } from './groups/useGroups';
import { useDraftsOfList } from './list-drafts';
import { type RowEvents, rowId } from './row-events';
import { useDrawnLines } from './useDrawnLines';
import { useMarkedRow } from './useMarkedRow';
import { keysOf, type ObjectPages, placeIn } from './useObjectPages';
import { useRelated } from './useRelated';
import { type Line as LineSize, useRowCursor } from './useRowCursor';
import { useRowKeys } from './useRowKeys';
import { useRowStates } from './useRowStates';
import type { Selection } from './useSelection';

/** Where an object is opened: the view its row stands in, and the field that has the focus in its form. */
export interface OpenedAt {
  within?: ListView | undefined;
  field?: string | undefined;
}

export interface RowsOf {
  collection: string;
  /** Names what is shown, whatever the order; in another view the list starts from its top. */
  view: string;
  /** Something says which of its objects are live. */
  publishes: boolean;
  /** What is shown and in which order, as the API is asked for it. */
  request: ListView;
  total: number;
  pages: Pick<ObjectPages, 'row' | 'stale'>;
  /** What the list is called. */
  label: string;
  /** Tells which rows are in view, to have their pages loaded. */
  onRange: (parts: readonly RowPart[]) => void;
  groups: Groups | undefined;
  selection: Selection;
  onOpen: (id: string, index: number, to?: OpenedAt) => void;
  onCommand: (command: 'duplicate' | 'delete', object: JsonObject) => void;
}

/** The first and the last of places that follow each other. */
export type RowPart = readonly [number, number];

/** The places of the objects of a line. */
const placesIn = (line: Line): number[] =>
  'group' in line ? [] : Array.from({ length: line.count }, (_, at) => line.first + at);

/** The places of lines, joined where they follow each other. */
function partsOf(lines: readonly Line[]): RowPart[] {
  const parts: [number, number][] = [];
  for (const line of lines) {
    if ('group' in line) continue;
    const end = line.first + line.count - 1;
    const before = parts.at(-1);
    if (before && before[1] === line.first - 1) before[1] = end;
    else parts.push([line.first, end]);
  }
  return parts;
}

/** The lines of a list, in parts below their headings where it has groups. */
const useLines = (parts: readonly GroupPart[] | undefined, total: number, across: number): Lines =>
  useMemo(
    () => (parts === undefined ? plainLines(total, across) : groupedLines(parts, across)),
    [parts, total, across],
  );

/** The lines at places of the list, and whether they can be drawn with their objects. */
const placedLines = (places: readonly VirtualItem[], lines: Lines, { row }: RowsOf['pages']) =>
  places.flatMap(({ key, start, index }) => {
    const line = lines.at(index);
    if (line === undefined) return [];
    const ready = 'group' in line || row(line.first) !== undefined;
    return [{ key, start, index, ready, ...line }];
  });

interface Drawn {
  element: RefObject<HTMLTableElement | null>;
  columns: readonly ListColumn[];
  line: LineSize;
}

export function useRows(rows: RowsOf, { element, columns, line }: Drawn) {
  const { collection, view, request, total, pages, onRange, selection, onOpen, onCommand } = rows;
  const [menu, setMenu] = useState<{ id: string; index: number; at: DOMRect }>();
  const [conflicts, open] = [useConflicts(collection), useOpenIn(collection)];
  const { objects: changed } = useDraftsOfList();
  const { across } = line;
  const parts = rows.groups?.groups;
  const all = useLines(parts, total, across);
  const cursor = useRowCursor({ collection, view, total, element, line, lines: all });
  const { virtualizer, active, setActive, goTo } = cursor;
  const lines = placedLines(virtualizer.getVirtualItems(), all, pages);
  const drawn = useDrawnLines(lines, virtualizer.range, across);
  const keys = keysOf(lines.flatMap(placesIn), pages.row);
  const inView = partsOf(lines);
  const [first, last] = [inView[0]?.[0] ?? 0, inView.at(-1)?.[1] ?? 0];
  const range = JSON.stringify(inView);
  useLayoutEffect(() => onRange(JSON.parse(range)), [onRange, range]);
  const { follow, onPointerDown } = useMarkedRow({ request, pages, total, first, last, ...cursor });
  const shown = useRelated(collection, columns, { row: pages.row, first, last });
  const states = useRowStates(collection, rows.publishes, pages, inView);

  const events = useMemo<RowEvents>(
    () => ({
      open: (id, index, field) => onOpen(id, index, { field }),
      tick: (id, index, range) => {
        setActive(index);
        if (range) void selection.extendTo(index);
        else selection.toggle(id, index);
      },
      menu: (id, index, at) => setMenu({ id, index, at }),
    }),
    [onOpen, setActive, selection.extendTo, selection.toggle],
  );
  const onKeyDown = useRowKeys({
    element,
    active,
    total,
    selection,
    row: pages.row,
    goTo,
    onOpen,
    onCommand,
    across,
    onMenu: (id, index) => {
      const row = document.getElementById(rowId(index));
      if (row) setMenu({ id, index, at: row.getBoundingClientRect() });
    },
  });
  /** What a row shows besides its object. */
  const stateOf = (index: number) => {
    const object = pages.row(index);
    const id = typeof object?.id === 'string' ? object.id : undefined;
    return {
      collection,
      object,
      events,
      columns: shown,
      index,
      selected: id !== undefined && selection.ids.has(id),
      conflicted: id !== undefined && conflicts.has(id),
      state: id === undefined ? undefined : states.get(id),
      changed: id === undefined ? undefined : changed.get(id),
      present: id === undefined ? undefined : open.get(id),
      active: index === active,
    };
  };
  const object = menu && pages.row(placeIn(pages, menu.id, first, last) ?? -1);
  return {
    cursor,
    lines: drawn,
    follow,
    stateOf,
    /** The keys of the rows by their places. */
    keys,
    events,
    scrollerProps: { ref: cursor.scroller, 'data-stale': pages.stale || undefined },
    gridProps: {
      ref: element,
      role: 'grid',
      'aria-label': rows.label,
      'aria-multiselectable': true,
      'aria-activedescendant': total > 0 ? rowId(active) : undefined,
      tabIndex: 0,
      'data-keyboard': cursor.byKeyboard || undefined,
      onKeyDown,
      onPointerDown,
    },
    /** The row whose menu is open. */
    menu: menu && object && { object, index: menu.index, at: menu.at },
    closeMenu: () => setMenu(undefined),
  };
}
