/** The list itself: a table whose rows exist only while they are in view, so that ten thousand scroll as ten do. */
import { Box, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { JsonObject } from '#contract/values';
import type { ListView } from '../../api/list-request';
import { gridTemplate, rowWidth } from '../../lists/columns';
import { TOOLS } from '../../lists/tools';
import { keepPlace, recallPlace, type Sort } from '../../lists/useListPlace';
import { useAnnounce } from '../../ui/Announcer';
import { useConflicts } from '../../ui/file-problems';
import { useSingleKeys } from '../../ui/useSingleKeys';
import { HeaderCell } from './HeaderCell';
import classes from './ObjectTable.module.css';
import { Row, type RowEvents, rowId } from './Row';
import { RowMenu } from './RowMenu';
import { rowCommand } from './row-command';
import type { Columns } from './useColumns';
import type { ObjectPages } from './useObjectPages';
import { useRelated } from './useRelated';
import type { Selection } from './useSelection';

/** Height of a row in pixels; `--plinth-row` says the same to the styles. */
export const ROW_HEIGHT = 38;

const texts = {
  all: 'Select all',
  select: 'Selection',
  actions: 'Actions',
  sorted: (label: string, order: Sort['order']) =>
    `Sorted by ${label}, ${order === 'asc' ? 'ascending' : 'descending'}`,
};

interface Props {
  label: string;
  collection: string;
  /** Names what is shown, whatever the order; in another view the list starts from its top. */
  view: string;
  columns: Columns;
  sort: Sort;
  onSort: (sort: Sort) => void;
  total: number;
  pages: Pick<ObjectPages, 'row' | 'stale'>;
  /** Tells which rows are in view, to have their pages loaded. */
  onRange: (first: number, last: number) => void;
  selection: Selection;
  /** The view as the API is asked for it, and the search of its address: rows lead on with them. */
  request: ListView;
  search: string;
  onOpen: (id: string, index: number) => void;
  onCommand: (command: 'duplicate' | 'delete', object: JsonObject) => void;
  /** Menu of one row. */
  menu: (object: JsonObject, index: number) => ReactNode;
}

export function ObjectTable(props: Props) {
  const { label, collection, view, columns, sort, total, pages, onRange, selection, onOpen, onCommand } =
    props;
  const [place] = useState(() => recallPlace(collection, view));
  const [shownView, setShownView] = useState(view);
  const [active, setActive] = useState(() => Math.min(place.row ?? 0, Math.max(0, total - 1)));
  /** The marker of the row shows while the keyboard is in use, not while the mouse is. */
  const [byKeyboard, setByKeyboard] = useState(false);
  const [menu, setMenu] = useState<{ id: string; index: number; at: DOMRect }>();
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const announce = useAnnounce();
  const [singleKeys] = useSingleKeys();
  const conflicts = useConflicts(collection);

  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    initialOffset: place.top ?? 0,
    // The header stays on top of the rows.
    scrollPaddingStart: ROW_HEIGHT,
    scrollMargin: 0,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useLayoutEffect(() => onRange(first, last), [onRange, first, last]);
  const shown = useRelated(collection, columns.shown, { row: pages.row, first, last });

  useLayoutEffect(() => {
    if (scroller.current && place.top) scroller.current.scrollTop = place.top;
    // Whoever is typing a search or making a filter goes on with it.
    if (document.activeElement?.closest(`[${TOOLS}]`) === null) table.current?.focus({ preventScroll: true });
  }, [place]);

  if (shownView !== view) {
    setShownView(view);
    setActive(0);
  }
  const scrolledView = useRef(view);
  useLayoutEffect(() => {
    if (scrolledView.current === view) return;
    scrolledView.current = view;
    scroller.current?.scrollTo({ top: 0 });
  }, [view]);

  useEffect(() => {
    // Asked of the virtualizer: the element would have to lay out the page to answer.
    const keep = () => keepPlace(collection, { top: virtualizer.scrollOffset ?? 0 }, view);
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [collection, view, virtualizer]);
  useEffect(() => keepPlace(collection, { row: active }, view), [collection, view, active]);
  if (active > 0 && active >= total) setActive(Math.max(0, total - 1));

  const goTo = useCallback(
    (index: number) => {
      const next = Math.max(0, Math.min(total - 1, index));
      setActive(next);
      setByKeyboard(true);
      virtualizer.scrollToIndex(next, { align: 'auto' });
      return next;
    },
    [total, virtualizer],
  );

  const events = useMemo<RowEvents>(
    () => ({
      open: onOpen,
      tick: (id, index, range) => {
        setActive(index);
        if (range) void selection.extendTo(index);
        else selection.toggle(id, index);
      },
      menu: (id, index, at) => setMenu({ id, index, at }),
    }),
    [onOpen, selection.extendTo, selection.toggle],
  );

  const step = (by: number) => () => {
    goTo(active + by);
    table.current?.focus({ preventScroll: true });
  };
  useHotkeys(
    singleKeys
      ? [
          ['j', step(1)],
          ['k', step(-1)],
        ]
      : [],
  );

  const onKeyDown = (event: React.KeyboardEvent) => {
    const command = rowCommand(event, singleKeys);
    if (command === undefined) return;
    // Enter and Space on a link or box in the row mean that one.
    const inside = event.target !== table.current;
    if (inside && 'do' in command && (command.do === 'open' || (command.do === 'tick' && event.key === ' ')))
      return;
    const object = pages.row(active);
    event.preventDefault();
    if ('move' in command) {
      const next = goTo(active + command.move);
      if (command.extend) void selection.extendTo(next);
      return;
    }
    if ('to' in command) return void goTo(command.to === 'first' ? 0 : total - 1);
    if (command.do === 'all') return void selection.selectAll(total);
    if (command.do === 'clear') return selection.clear();
    if (object === undefined || typeof object.id !== 'string') return;
    if (command.do === 'open') onOpen(object.id, active);
    else if (command.do === 'tick') selection.toggle(object.id, active);
    else if (command.do === 'menu') {
      const row = document.getElementById(rowId(active));
      if (row) setMenu({ id: object.id, index: active, at: row.getBoundingClientRect() });
    } else onCommand(command.do, object);
  };

  const allSelected = total > 0 && selection.ids.size >= total;
  const menuObject = menu && findObject(menu.id, first, last, pages);
  const layout = {
    '--columns': gridTemplate(columns.shown),
    '--row-width': `${rowWidth(columns.shown)}px`,
  } as React.CSSProperties;

  return (
    <>
      <div ref={scroller} className={classes.scroller} data-stale={pages.stale || undefined}>
        <Box
          component="table"
          ref={table}
          className={classes.table}
          style={{ ...layout, height: virtualizer.getTotalSize() + ROW_HEIGHT }}
          role="grid"
          aria-label={label}
          aria-rowcount={total + 1}
          aria-colcount={columns.shown.length + 2}
          aria-multiselectable="true"
          aria-activedescendant={total > 0 ? rowId(active) : undefined}
          tabIndex={0}
          data-keyboard={byKeyboard || undefined}
          onKeyDown={onKeyDown}
          onPointerDown={() => setByKeyboard(false)}
        >
          <thead className={classes.head}>
            <tr className={classes.headRow} aria-rowindex={1}>
              <th className={classes.cell} scope="col">
                <VisuallyHidden>{texts.select}</VisuallyHidden>
                <input
                  type="checkbox"
                  ref={(box) => {
                    if (box) box.indeterminate = selection.ids.size > 0 && !allSelected;
                  }}
                  className={classes.check}
                  aria-label={texts.all}
                  checked={allSelected}
                  onChange={() => (allSelected ? selection.clear() : void selection.selectAll(total))}
                />
              </th>
              {columns.shown.map((column) => (
                <HeaderCell
                  key={column.id}
                  column={column}
                  sort={sort}
                  onSort={(next) => {
                    props.onSort(next);
                    setActive(0);
                    scroller.current?.scrollTo({ top: 0 });
                    announce(texts.sorted(column.label, next.order));
                  }}
                />
              ))}
              <th className={classes.cell} scope="col">
                <VisuallyHidden>{texts.actions}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody className={classes.body}>
            {items.map((item) => {
              const object = pages.row(item.index);
              return (
                <Row
                  key={item.key}
                  collection={collection}
                  object={object}
                  index={item.index}
                  start={item.start}
                  columns={shown}
                  view={props.request}
                  search={props.search}
                  selected={typeof object?.id === 'string' && selection.ids.has(object.id)}
                  conflicted={typeof object?.id === 'string' && conflicts.has(object.id)}
                  active={item.index === active}
                  events={events}
                />
              );
            })}
          </tbody>
        </Box>
      </div>
      <RowMenu at={menuObject && menu?.at} onClose={() => setMenu(undefined)}>
        {menuObject && menu && props.menu(menuObject, menu.index)}
      </RowMenu>
    </>
  );
}

function findObject(id: string, first: number, last: number, pages: Props['pages']): JsonObject | undefined {
  for (let index = first; index <= last; index += 1) {
    const object = pages.row(index);
    if (object?.id === id) return object;
  }
  return undefined;
}
