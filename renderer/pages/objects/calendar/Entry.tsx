import { useDraggable } from '@dnd-kit/core';
import { IconDots } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { JsonObject } from '#contract/values';
import { dayAfter, timeIn } from '../../../lists/calendar';
import { t } from '../../../t';
import { titleOf } from '../../../ui/title-of';
import { ChangeMark } from '../ChangeMark';
import { useDraftsOfList } from '../list-drafts';
import classes from './entry.module.css';
import type { CalendarParts } from './useCalendar';

/** Days that a key moves an object by, with Alt and Shift. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

interface Props extends CalendarParts {
  object: JsonObject;
  /** Undefined for one without a date. */
  day: string | undefined;
  tabIndex: 0 | -1;
  /** In the list of days, which has room. */
  roomy?: boolean;
}

/** An object in a calendar: its time, where it has one, and its title. */
export function Entry(props: Props) {
  const { collection, object, day, by, view, without, search, pending, isMovable, wanted, onMenu } = props;
  const id = String(object.id);
  const title = titleOf(object);
  const time = timeIn(by, object[by.name]);
  const link = useRef<HTMLAnchorElement>(null);
  const moving = pending.has(id);
  const changed = useDraftsOfList().objects.get(id);
  const { setNodeRef, listeners, isDragging } = useDraggable({ id, disabled: !isMovable || moving });
  const { onWanted } = props;
  useEffect(() => {
    if (wanted !== id || moving) return;
    link.current?.focus();
    onWanted();
  }, [wanted, id, moving, onWanted]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, altKey, shiftKey, currentTarget } = event;
    const step = STEPS[key];
    if (step !== undefined && altKey && shiftKey && day !== undefined)
      void props.move(object, dayAfter(day, step), true);
    else if (key === 'ContextMenu' || (key === 'F10' && shiftKey))
      onMenu(object, currentTarget.getBoundingClientRect());
    else if (key === 'Delete') props.onDelete(object);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const walk = { view: day === undefined ? without : view, search, row: props.indexOf(object) };
  return (
    <li
      ref={setNodeRef}
      className={classes.entry}
      data-movable={isMovable || undefined}
      data-moving={moving || isDragging || undefined}
      {...listeners}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(object, new DOMRect(event.clientX, event.clientY, 0, 0));
      }}
    >
      <Link
        ref={link}
        to={`/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`}
        state={{ walk }}
        className={classes.link}
        data-roomy={props.roomy || undefined}
        title={title}
        draggable={false}
        tabIndex={props.tabIndex}
        aria-busy={moving || undefined}
        onKeyDown={onKeyDown}
      >
        {time !== undefined && <time className={classes.time}>{time}</time>}
        <span className={classes.name} dir="auto">
          {title}
        </span>
        {changed && <ChangeMark of={changed} compact={props.roomy ? true : 'always'} />}
      </Link>
      <button
        type="button"
        className={classes.menu}
        // The keys have the menu on the entry itself: one stop for each is enough.
        tabIndex={-1}
        aria-label={t(`Actions for ${title}`)}
        aria-haspopup="menu"
        onClick={(event) => onMenu(object, event.currentTarget.getBoundingClientRect())}
      >
        <IconDots size={14} />
      </button>
    </li>
  );
}
