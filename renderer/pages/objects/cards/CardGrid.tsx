/** The list as cards with images. As in the table only those in view exist, line by line. */
import { Box } from '@mantine/core';
import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import type { JsonObject } from '#contract/values';
import { CARD_GAP, cardColumns, cardSize, imageProperties, rankedColumns } from '../../../lists/card';
import type { Ordering } from '../../../lists/ordering';
import { GroupHeading } from '../groups/GroupHeading';
import { Drags, MoveMenu } from '../order/Moves';
import { useRowOrder } from '../order/useRowOrder';
import { RowMenu } from '../RowMenu';
import type { Columns } from '../useColumns';
import { type RowsOf, useRows } from '../useRows';
import classes from './cards.module.css';
import { ObjectCard } from './ObjectCard';

interface Props extends RowsOf {
  schema: SchemaDefinition;
  columns: Columns;
  /** Width of the list in pixels. */
  width: number;
  edits: boolean;
  /** The order that users keep by hand. */
  ordering: Ordering | undefined;
  search: string;
  menu: (object: JsonObject, index: number) => ReactNode;
}

export function CardGrid(props: Props) {
  const { schema, columns, total, width, request, search, groups } = props;
  const grid = useRef<HTMLTableElement>(null);
  const images = useMemo(() => imageProperties(schema), [schema]);
  const given = useMemo(
    () => (columns.chosen ? columns.shown : rankedColumns(columns.all)),
    [columns.chosen, columns.shown, columns.all],
  );
  const plain = useMemo(() => cardColumns(given, images), [given, images]);
  const { across, image, height } = cardSize(width, plain, images.length > 0);
  const line = { height: height + CARD_GAP, head: CARD_GAP, across };
  const { cursor, lines, stateOf, keys, scrollerProps, gridProps, menu, closeMenu } = useRows(props, {
    element: grid,
    columns: given,
    line,
  });
  const { virtualizer, active, goTo } = cursor;
  const { row } = props.pages;
  const order = useRowOrder({
    collection: props.collection,
    ordering: props.ordering,
    edits: props.edits,
    across,
    active,
    row,
    goTo,
  });
  const { move } = order;
  const { columns: related } = stateOf(active);
  const shown = useMemo(() => cardColumns(related, images), [related, images]);
  const sizes = { '--across': across, '--card': `${height}px`, '--image': `${image}px` } as CSSProperties;
  return (
    <>
      <div {...scrollerProps} className={classes.scroller}>
        <Drags
          {...{ scroller: cursor.scroller, line, total, row, move }}
          ordering={props.ordering}
          gap={CARD_GAP}
        >
          <Box
            component="table"
            {...gridProps}
            onKeyDown={(event) => order.onKeyDown(event) || gridProps.onKeyDown(event)}
            className={classes.grid}
            style={{ ...sizes, height: virtualizer.getTotalSize() + CARD_GAP }}
            aria-rowcount={total}
            aria-colcount={1}
          >
            {lines.map((line) => {
              if ('group' in line) {
                const group = groups?.groups[line.group];
                return (
                  groups &&
                  group && (
                    <tbody key={line.key}>
                      <GroupHeading {...{ groups, group }} place={line.group} start={line.start} span={1} />
                    </tbody>
                  )
                );
              }
              return (
                <tbody
                  key={line.key}
                  className={classes.line}
                  style={{ transform: `translateY(${line.start + CARD_GAP}px)` }}
                >
                  {Array.from({ length: line.count }, (_, place) => {
                    const state = stateOf(line.first + place);
                    return (
                      <ObjectCard
                        key={keys.get(state.index)}
                        {...{ ...state, images, search, columns: shown, view: request }}
                        movable={move !== undefined}
                      />
                    );
                  })}
                </tbody>
              );
            })}
          </Box>
        </Drags>
      </div>
      <RowMenu at={menu?.at} onClose={closeMenu}>
        {menu && <MoveMenu {...{ menu, total, across, move }} />}
        {menu && props.menu(menu.object, menu.index)}
      </RowMenu>
    </>
  );
}
