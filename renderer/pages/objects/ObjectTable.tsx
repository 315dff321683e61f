/** The list itself: a table whose rows exist only while they are in view, so that ten thousand scroll as ten do. */
import { Box } from '@mantine/core';
import { type ComponentProps, type CSSProperties, lazy, type ReactNode, useCallback, useRef } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import type { JsonObject } from '#contract/values';
import { gridTemplate, type ListColumn, rowWidth } from '../../lists/columns';
import type { Ordering } from '../../lists/ordering';
import type { Sort } from '../../lists/useListPlace';
import { useAnnounce } from '../../ui/Announcer';
import { OnceOpened } from '../../ui/OnceOpened';
import { EditedCell } from './cell/EditedCell';
import { useCells } from './cell/useCells';
import { GroupHeading } from './groups/GroupHeading';
import type { Groups } from './groups/useGroups';
import classes from './ObjectTable.module.css';
import { Drags, MoveMenu } from './order/Moves';
import { useRowOrder } from './order/useRowOrder';
import { usePaste } from './paste/usePaste';
import { Row } from './Row';
import { RowMenu } from './RowMenu';
import { cellId } from './row-events';
import { TableHead } from './TableHead';
import type { Columns } from './useColumns';
import { ROW_HEIGHTS, useDensity } from './useDensity';
import { closedOf, useMovedRows } from './useMovedRows';
import { type RowsOf, useRows } from './useRows';

const PasteDialog = lazy(async () => ({ default: (await import('./paste/PasteDialog')).PasteDialog }));

const texts = {
  sorted: (label: string, order: Sort['order']) =>
    order === 'asc' ? `Sorted by ${label}, ascending` : `Sorted by ${label}, descending`,
};

type Rows = ReturnType<typeof useRows>;

interface BodyProps
  extends Pick<ComponentProps<typeof Row>, 'view' | 'search' | 'events' | 'editable' | 'movable'> {
  lines: Rows['lines'];
  stateOf: Rows['stateOf'];
  keys: Rows['keys'];
  groups: Groups | undefined;
  active: number;
  /** The column of the cell the keyboard is on; below 0 for the row. */
  at: number;
  span: number;
}

/** The lines in view: rows, and headings of groups. */
function TableBody({ lines, stateOf, keys, groups, active, at, span, ...row }: BodyProps) {
  return (
    <tbody className={classes.body}>
      {lines.map((line) => {
        const { key, start } = line;
        if ('group' in line) {
          const group = groups?.groups[line.group];
          return (
            groups &&
            group && <GroupHeading key={key} {...{ groups, group, start, span }} place={line.group} />
          );
        }
        const inRow = line.first === active && at >= 0 ? at : undefined;
        return <Row key={keys.get(line.first)} {...stateOf(line.first)} {...row} start={start} at={inRow} />;
      })}
    </tbody>
  );
}

/** Sorts by a column, from the top of the list on, and says so. */
function useSortBy(onSort: (sort: Sort) => void, toTop: () => void) {
  const announce = useAnnounce();
  return useCallback(
    ({ label }: ListColumn, next: Sort) => {
      onSort(next);
      toTop();
      announce(texts.sorted(label, next.order));
    },
    [onSort, toTop, announce],
  );
}

interface Props extends RowsOf {
  schema: SchemaDefinition;
  columns: Columns;
  edits: boolean;
  /** The order that users keep by hand. */
  ordering: Ordering | undefined;
  labels: { singular: string; plural: string };
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** The search of its address: rows lead on with it. */
  search: string;
  /** Menu of one row. */
  menu: (object: JsonObject, index: number) => ReactNode;
}

export function ObjectTable(props: Props) {
  const { collection, schema, columns, edits, ordering, total, pages, selection, groups, request } = props;
  const table = useRef<HTMLTableElement>(null);
  const [density] = useDensity();
  const height = ROW_HEIGHTS[density];
  const line = { height, head: height, across: 1 };
  const { cursor, lines, follow, stateOf, keys, events, scrollerProps, gridProps, menu, closeMenu } = useRows(
    props,
    {
      element: table,
      columns: columns.shown,
      line,
    },
  );
  const { virtualizer, active, setActive, goTo, toTop } = cursor;
  const { row } = pages;
  const sortBy = useSortBy(props.onSort, toTop);
  useMovedRows(pages.stale ? undefined : [request, height, closedOf(groups)], lines, row);
  const cells = useCells({
    ...{ collection, element: table, edits, active, setActive, row, goTo, follow, events },
    columns: columns.shown,
  });
  const { at } = cells;
  const order = useRowOrder({ collection, ordering, edits, across: 1, active, row, goTo });
  const { move } = order;
  const paste = usePaste({ edits, columns: columns.shown, active, at, total, row });
  /** Where an object is by now: others may have changed the order. */
  const topOf = ({ id }: JsonObject) =>
    (lines.find((line) => 'first' in line && row(line.first)?.id === id) ?? lines[0])?.start ?? 0;
  const layout = {
    '--columns': gridTemplate(columns.shown, move !== undefined),
    '--plinth-row': `${height}px`,
    '--row-width': `${rowWidth(columns.shown, move !== undefined)}px`,
  } as CSSProperties;

  return (
    <>
      <div {...scrollerProps} className={classes.scroller}>
        <Drags {...{ ordering, scroller: cursor.scroller, line, total, row, move }}>
          <Box
            component="table"
            {...gridProps}
            aria-activedescendant={
              total > 0 && at >= 0 ? cellId(active, at) : gridProps['aria-activedescendant']
            }
            onPaste={paste.onPaste}
            onCopy={paste.onCopy}
            onKeyDown={(event) =>
              order.onKeyDown(event) || cells.onKeyDown(event) || gridProps.onKeyDown(event)
            }
            className={classes.table}
            data-movable={move !== undefined || undefined}
            style={{ ...layout, height: virtualizer.getTotalSize() + height }}
            aria-rowcount={total + 1}
            aria-colcount={columns.shown.length + 2}
          >
            <TableHead {...{ total, selection, columns: columns.shown, sort: props.sort }} onSort={sortBy} />
            <TableBody
              {...{ lines, groups, stateOf, keys, active, search: props.search }}
              view={request}
              movable={move !== undefined}
              events={cells.rowEvents}
              editable={cells.editable}
              at={at}
              span={columns.shown.length + 2}
            />
          </Box>
          {cells.edited && (
            <EditedCell
              key={`${String(cells.edited.object.id)} ${cells.edited.column.id}`}
              {...{ collection, schema, table, height }}
              edited={cells.edited}
              cell={cellId(active, at)}
              top={height + topOf(cells.edited.object)}
              onClose={cells.close}
            />
          )}
        </Drags>
      </div>
      {paste.state && (
        <OnceOpened opened>
          <PasteDialog
            {...{ collection, schema, ...props.labels, ...paste.state }}
            view={request}
            editable={cells.editable}
            onClose={paste.close}
          />
        </OnceOpened>
      )}
      <RowMenu at={menu?.at} onClose={closeMenu}>
        {menu && <MoveMenu {...{ menu, total, move }} across={1} />}
        {menu && props.menu(menu.object, menu.index)}
      </RowMenu>
    </>
  );
}
