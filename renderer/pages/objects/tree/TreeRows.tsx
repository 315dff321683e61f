/** Rows of a tree. */
import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { counted, formatNumber } from '../../../ui/format';
import { ChangeMark } from '../ChangeMark';
import { useDraftsOfList } from '../list-drafts';
import { type RowEvents, RowGrip, RowMenuButton, rowClicks, rowId } from '../row-events';
import classes from './tree.module.css';
import type { MoreRow, ObjectRow } from './tree-rows';

const texts = {
  open: (title: string) => `Show what is below ${title}`,
  close: (title: string) => `Hide what is below ${title}`,
  below: (count: number) => counted(count, 'object below', 'objects below'),
  problems: {
    missing: 'Its parent does not exist.',
    cycle: 'It is below itself: its parents lead back to it. Give it another parent, or none.',
  },
  loading: 'Loading…',
  failed: 'These objects could not be loaded.',
  more: (rest: number) => `Show more (${formatNumber(rest)})`,
  again: 'Try again',
};

const indent = (level: number) => ({ '--level': level - 1 }) as CSSProperties;

interface ObjectProps {
  collection: string;
  row: ObjectRow;
  index: number;
  active: boolean;
  movable: boolean;
  /** Where a dragged object would go. */
  drop: 'before' | 'into' | 'after' | undefined;
  events: RowEvents;
  onToggle: (row: ObjectRow) => void;
}

export function TreeObjectRow({
  collection,
  row,
  index,
  active,
  movable,
  drop,
  events,
  onToggle,
}: ObjectProps) {
  const { object, level, place, count, open } = row;
  const { id, title, children, problem } = object;
  const changed = useDraftsOfList().objects.get(id);
  const parts = { id, index, title, active, events };
  return (
    <tr
      id={rowId(index)}
      className={classes.row}
      aria-level={level}
      aria-posinset={place + 1}
      aria-setsize={count}
      aria-expanded={children > 0 ? open : undefined}
      data-active={active || undefined}
      data-drop={drop}
      {...rowClicks(events, { id }, index)}
    >
      <td className={classes.name} style={indent(level)}>
        {movable && <RowGrip {...parts} className={classes.grip} />}
        {children > 0 ? (
          <button
            type="button"
            className={classes.toggle}
            data-open={open || undefined}
            tabIndex={-1}
            aria-label={open ? texts.close(title) : texts.open(title)}
            onClick={() => onToggle(row)}
          >
            <IconChevronRight size={16} />
          </button>
        ) : (
          <span className={classes.toggle} />
        )}
        <Link
          to={`/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`}
          className={classes.title}
          title={title}
          tabIndex={active ? 0 : -1}
        >
          {title}
        </Link>
        {changed && <ChangeMark of={changed} />}
        {problem && (
          <span className={classes.problem}>
            <IconAlertTriangle size={15} className={classes.sign} aria-hidden />
            {texts.problems[problem]}
          </span>
        )}
      </td>
      <td className={classes.count}>{children > 0 && texts.below(children)}</td>
      <td className={classes.last}>
        <RowMenuButton {...parts} className={classes.menu} />
      </td>
    </tr>
  );
}

export function TreeMoreRow({
  row,
  index,
  active,
  onMore,
}: {
  row: MoreRow;
  index: number;
  active: boolean;
  onMore: () => void;
}) {
  const { rest, level, failed } = row;
  return (
    <tr id={rowId(index)} className={classes.row} aria-level={level} data-active={active || undefined}>
      <td className={classes.name} style={indent(level)}>
        <span className={classes.toggle}>{rest === undefined && !failed && <Loader size={14} />}</span>
        {failed && <span className={classes.problem}>{texts.failed}</span>}
        {rest === undefined && !failed && <span className={classes.quiet}>{texts.loading}</span>}
        {(rest !== undefined || failed) && (
          <Button variant="subtle" size="compact-sm" tabIndex={active ? 0 : -1} onClick={onMore}>
            {failed ? texts.again : texts.more(rest ?? 0)}
          </Button>
        )}
      </td>
      <td className={classes.count} />
      <td className={classes.last} />
    </tr>
  );
}
