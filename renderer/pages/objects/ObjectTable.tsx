/** The list itself: a table whose rows exist only while they are in view, so that ten thousand scroll as ten do. */
import { Box } from '@mantine/core';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import type { JsonObject } from '#contract/values';
import type { ListView } from '../../api/list-request';
import { gridTemplate, rowWidth } from '../../lists/columns';
import type { Sort } from '../../lists/useListPlace';
import { useAnnounce } from '../../ui/Announcer';
import classes from './ObjectTable.module.css';
import { Row } from './Row';
import { RowMenu } from './RowMenu';
import { TableHead } from './TableHead';
import type { Columns } from './useColumns';
import { ROW_HEIGHTS, useDensity } from './useDensity';
import { type RowsOf, useRows } from './useRows';

const texts = {
  sorted: (label: string, order: Sort['order']) =>
    order === 'asc' ? `Sorted by ${label}, ascending` : `Sorted by ${label}, descending`,
};

interface Props extends RowsOf {
  columns: Columns;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** The view as the API is asked for it, and the search of its address: rows lead on with them. */
  request: ListView;
  search: string;
  /** Menu of one row. */
  menu: (object: JsonObject, index: number) => ReactNode;
}

export function ObjectTable(props: Props) {
  const { columns, total, selection } = props;
  const table = useRef<HTMLTableElement>(null);
  const announce = useAnnounce();
  const [density] = useDensity();
  const height = ROW_HEIGHTS[density];
  const { cursor, lines, stateOf, scrollerProps, gridProps, menu, closeMenu } = useRows(props, {
    element: table,
    columns: columns.shown,
    line: { height, head: height, across: 1 },
  });
  const { virtualizer, toTop } = cursor;
  const layout = {
    '--columns': gridTemplate(columns.shown),
    '--plinth-row': `${height}px`,
    '--row-width': `${rowWidth(columns.shown)}px`,
  } as CSSProperties;

  return (
    <>
      <div {...scrollerProps} className={classes.scroller}>
        <Box
          component="table"
          {...gridProps}
          className={classes.table}
          style={{ ...layout, height: virtualizer.getTotalSize() + height }}
          aria-rowcount={total + 1}
          aria-colcount={columns.shown.length + 2}
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
            {lines.map((line) => (
              <Row
                key={line.key}
                {...stateOf(line.index)}
                view={props.request}
                search={props.search}
                start={line.start}
              />
            ))}
          </tbody>
        </Box>
      </div>
      <RowMenu at={menu?.at} onClose={closeMenu}>
        {menu && props.menu(menu.object, menu.index)}
      </RowMenu>
    </>
  );
}
