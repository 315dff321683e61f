/** One row of a list. Plain elements and remembered, because dozens of them pass by in a second of scrolling. */
import { IconDots, IconFiles } from '@tabler/icons-react';
import { type MouseEvent, memo } from 'react';
import { Link } from 'react-router';
import type { OpenObject } from '#contract/drafts';
import type { DatedState } from '#contract/objects';
import type { JsonObject } from '#contract/values';
import type { ListView } from '../../api/list-request';
import type { ListColumn } from '../../lists/columns';
import { t } from '../../t';
import { StateMark } from '../../ui/StateMark';
import { titleOf } from '../../ui/title-of';
import { Cell } from './Cell';
import classes from './ObjectTable.module.css';
import { PresentMark } from './PresentMark';

const texts = { conflicted: 'This object has a sync conflict' };

export interface RowEvents {
  open(id: string, index: number): void;
  tick(id: string, index: number, range: boolean): void;
  menu(id: string, index: number, at: DOMRect): void;
}

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
  /** Forms that have the object open. */
  present: readonly OpenObject[] | undefined;
  /** The keyboard is on this row. */
  active: boolean;
  events: RowEvents;
}

export const rowId = (index: number): string => `row-${index}`;

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
    </>
  );
}

function RowView(props: Props) {
  const { object, index, start, columns, selected, active, events } = props;
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
  const tabIndex = active ? 0 : -1;
  const click = (event: MouseEvent) => {
    // Links, boxes and buttons in the row do their own work; marked text is not a click.
    if (event.target instanceof Element && event.target.closest('a, button, input, label') !== null) return;
    if (window.getSelection()?.isCollapsed === false) return;
    if (event.shiftKey || event.metaKey || event.ctrlKey) events.tick(id, index, event.shiftKey);
    else events.open(id, index);
  };
  return (
    <tr
      {...shared}
      aria-selected={selected}
      data-active={active || undefined}
      onClick={click}
      onContextMenu={(event) => {
        event.preventDefault();
        events.menu(id, index, new DOMRect(event.clientX, event.clientY, 0, 0));
      }}
    >
      <td className={classes.cell}>
        <input
          type="checkbox"
          className={classes.check}
          aria-label={t(`Select ${title}`)}
          checked={selected}
          tabIndex={tabIndex}
          onClick={(event) => events.tick(id, index, event.shiftKey)}
          readOnly
        />
      </td>
      {columns.map((column) => (
        <td key={column.id} className={classes.cell} data-align={column.align}>
          {column.show === 'title' ? (
            <TitleCell {...props} id={id} title={title} />
          ) : (
            <Cell column={column} value={object[column.id]} />
          )}
        </td>
      ))}
      <td className={classes.cell}>
        <button
          type="button"
          className={classes.menu}
          tabIndex={tabIndex}
          aria-label={t(`Actions for ${title}`)}
          aria-haspopup="menu"
          onClick={(event) => events.menu(id, index, event.currentTarget.getBoundingClientRect())}
        >
          <IconDots size={17} />
        </button>
      </td>
    </tr>
  );
}

export const Row = memo(RowView);
