/** The list itself: a table whose rows exist only while they are in view, so that ten thousand scroll as ten do. */
import { Box } from '@mantine/core';
import { type CSSProperties, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { JsonObject } from '#contract/values';
import type { ListView } from '../../api/list-request';
import { gridTemplate, rowWidth } from '../../lists/columns';
import type { Sort } from '../../lists/useListPlace';
import { useAnnounce } from '../../ui/Announcer';
import { useConflicts } from '../../ui/file-problems';
import { useOpenIn } from '../../ui/present';
import classes from './ObjectTable.module.css';
import { Row, type RowEvents, rowId } from './Row';
import { RowMenu } from './RowMenu';
import { TableHead } from './TableHead';
import type { Columns } from './useColumns';
import type { ObjectPages } from './useObjectPages';
import { useRelated } from './useRelated';
import { ROW_HEIGHT, useRowCursor } from './useRowCursor';
import { useRowKeys } from './useRowKeys';
import { useRowStates } from './useRowStates';
import type { Selection } from './useSelection';

const texts = {
  sorted: (label: string, order: Sort['order']) =>
    order === 'asc' ? `Sorted by ${label}, ascending` : `Sorted by ${label}, descending`,
};

interface Props {
  label: string;
  collection: string;
  /** Something says which of its objects are live. */
  publishes: boolean;
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
  const { label, collection, view, columns, total, pages, onRange, selection, onOpen, onCommand } = props;
  const [menu, setMenu] = useState<{ id: string; index: number; at: DOMRect }>();
  const table = useRef<HTMLTableElement>(null);
  const announce = useAnnounce();
  const conflicts = useConflicts(collection);
  const open = useOpenIn(collection);
  const { scroller, virtualizer, active, setActive, byKeyboard, setByKeyboard, goTo, toTop } = useRowCursor({
    ...{ collection, view, total, table },
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useLayoutEffect(() => onRange(first, last), [onRange, first, last]);
  const shown = useRelated(collection, columns.shown, { row: pages.row, first, last });

  const states = useRowStates(collection, props.publishes, { row: pages.row, first, last });

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
    [onOpen, setActive, selection.extendTo, selection.toggle],
  );
  const onKeyDown = useRowKeys({
    ...{ table, active, total, selection, row: pages.row, goTo, onOpen, onCommand },
    onMenu: (id, index) => {
      const row = document.getElementById(rowId(index));
      if (row) setMenu({ id, index, at: row.getBoundingClientRect() });
    },
  });
  const menuObject = menu && findObject(menu.id, first, last, pages);
  const layout = {
    '--columns': gridTemplate(columns.shown),
    '--row-width': `${rowWidth(columns.shown)}px`,
  } as CSSProperties;

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
          <TableHead
            {...{ total, selection, columns: columns.shown, sort: props.sort }}
            onSort={(column, next) => {
              props.onSort(next);
              toTop();
              announce(texts.sorted(column.label, next.order));
            }}
          />
          <tbody className={classes.body}>
            {items.map((item) => {
              const object = pages.row(item.index);
              const id = typeof object?.id === 'string' ? object.id : undefined;
              return (
                <Row
                  key={item.key}
                  {...{ collection, object, events, columns: shown, view: props.request }}
                  index={item.index}
                  start={item.start}
                  search={props.search}
                  selected={id !== undefined && selection.ids.has(id)}
                  conflicted={id !== undefined && conflicts.has(id)}
                  state={id === undefined ? undefined : states.get(id)}
                  present={id === undefined ? undefined : open.get(id)}
                  active={item.index === active}
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
