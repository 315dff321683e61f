/** One row of a list. Plain elements and remembered, because dozens of them pass by in a second of scrolling. */
import { IconFiles } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'react-router';
import type { DatedState } from '#contract/objects';
import type { OpenObject } from '#contract/unsaved';
import type { JsonObject } from '#contract/values';
import type { ListView } from '../../api/list-request';
import type { ListColumn } from '../../lists/columns';
import { StateMark } from '../../ui/StateMark';
import { titleOf } from '../../ui/title-of';
import { Cell } from './Cell';
import { ChangeMark } from './ChangeMark';
import type { ChangedObject } from './list-drafts';
import classes from './ObjectTable.module.css';
import { PresentMark } from './PresentMark';
import { cellId, RowCheck, type RowEvents, RowGrip, RowMenuButton, rowClicks, rowId } from './row-events';

const texts = { conflicted: 'This object has a sync conflict' };

interface Props {
  collection: string;
  /** Undefined while its page loads. */
  object: JsonObject | undefined;
  /** Row number from 0. */
  index: number;
  /** Distance from the top of the list in pixels. */
  start: number;
  columns: readonly ListColumn[];
  /** The view the row stands in, and the search of its address. */
  view: ListView;
  search: string;
  selected: boolean;
  /** A sync tool has left another version of the object. */
  conflicted: boolean;
  /** Undefined where nothing says what is live. */
  state: DatedState | undefined;
  /** What change sets do to it; undefined where they leave it as it is. */
  changed: ChangedObject | undefined;
  /** Forms that have the object open. */
  present: readonly OpenObject[] | undefined;
  /** The keyboard is on this row. */
  active: boolean;
  events: RowEvents;
  /** Columns whose values can be changed in their cells. */
  editable: ReadonlySet<string>;
  /** It can be moved to another place of the order. */
  movable: boolean;
  /** The place of the cell that the keyboard is on; undefined where it is on none of this row. */
  at: number | undefined;
}

/** The name of the object, which leads to it. */
function TitleCell({
  collection,
  id,
  title,
  index,
  view,
  search,
  conflicted,
  state,
  changed,
  present,
  active,
}: Props & { id: string; title: string }) {
  return (
    <>
      {conflicted && (
        <IconFiles size={15} className={classes.warning} role="img" aria-label={texts.conflicted}>
          <title>{texts.conflicted}</title>
        </IconFiles>
      )}
      <Link
        to={`/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`}
        state={{ walk: { view, search, row: index } }}
        className={classes.title}
        title={title}
        tabIndex={active ? 0 : -1}
      >
        {title}
      </Link>
      {present !== undefined && <PresentMark open={present} />}
      {state && <StateMark of={state} compact />}
      {changed && <ChangeMark of={changed} />}
    </>
  );
}

function RowView(props: Props) {
  const { object, index, start, columns, selected, active, events, editable, movable, at } = props;
  const style = { transform: `translateY(${start}px)` };
  const shared = {
    className: classes.row,
    id: rowId(index),
    // Row 1 is the header.
    'aria-rowindex': index + 2,
    style,
  };
  if (object === undefined || typeof object.id !== 'string') {
    return (
      <tr {...shared} aria-busy="true">
        <td className={classes.cell} />
        {columns.map((column, n) => (
          <td key={column.id} className={classes.cell}>
            <span className={classes.waiting} style={{ width: `${40 + ((index * 13 + n * 29) % 45)}%` }} />
          </td>
        ))}
        <td className={classes.cell} />
      </tr>
    );
  }
  const { id } = object;
  const title = titleOf(object);
  const parts = { id, index, title, active, events };
  return (
    <tr
      {...shared}
      aria-selected={selected}
      data-active={active || undefined}
      {...rowClicks(events, object, index)}
    >
      <td className={classes.cell}>
        {movable && <RowGrip {...parts} className={classes.grip} />}
        <RowCheck {...parts} className={classes.check} checked={selected} />
      </td>
      {columns.map((column, n) => (
        <td
          key={column.id}
          id={active ? cellId(index, n) : undefined}
          className={classes.cell}
          data-align={column.align}
          data-at={n === at || undefined}
          data-cell={column.show !== 'title' && editable.has(column.id) ? column.id : undefined}
        >
          {column.show === 'title' ? (
            <TitleCell {...props} id={id} title={title} />
          ) : (
            <Cell column={column} value={object[column.id]} />
          )}
        </td>
      ))}
      <td className={classes.cell}>
        <RowMenuButton {...parts} className={classes.menu} />
      </td>
    </tr>
  );
}

export const Row = memo(RowView);
