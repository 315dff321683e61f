import { useDroppable } from '@dnd-kit/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { dayAfter, movedTo, today } from '../../../lists/calendar';
import { LOCALE } from '../../../locale';
import { formatDay, formatNumber } from '../../../ui/format';
import classes from './calendar.module.css';
import { Entry } from './Entry';
import type { CalendarParts } from './useCalendar';

const texts = {
  create: (day: string) => `New on ${day}`,
  more: (count: number) => `${formatNumber(count)} more`,
};

const weekday = new Intl.DateTimeFormat(LOCALE, { weekday: 'short' });
const whole = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const noon = (day: string) => new Date(`${day}T12:00:00`);

/** Entries a day shows before it is opened. */
const MOST = 6;

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

export function MonthGrid(props: CalendarParts) {
  const { weeks, month } = props;
  const days = weeks.flat();
  const now = today();
  const start = days.includes(now) ? now : `${month}-01`;
  const [chosen, setChosen] = useState(start);
  /** The day with the tab stop. */
  const active = days.includes(chosen) ? chosen : start;
  const table = useRef<HTMLTableElement>(null);
  const [focused, setFocused] = useState<string>();
  useEffect(() => {
    if (focused === undefined) return;
    table.current?.querySelector<HTMLElement>(`[data-day="${focused}"] [data-number]`)?.focus();
    setFocused(undefined);
  }, [focused]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = dayAfter(active, step);
    event.preventDefault();
    if (!days.includes(to)) return;
    setChosen(to);
    setFocused(to);
  };
  return (
    <table ref={table} className={classes.grid} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" className={classes.weekday}>
              {weekday.format(noon(day))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <DayCell
                key={day}
                {...props}
                day={day}
                active={day === active}
                now={now}
                onActive={() => setChosen(day)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps extends CalendarParts {
  day: string;
  active: boolean;
  now: string;
  onActive: () => void;
}

function DayCell(props: DayProps) {
  const { day, active, now, month, days, isMovable, onActive } = props;
  const [opened, setOpened] = useState(false);
  const { setNodeRef, isOver } = useDroppable({ id: day, disabled: !isMovable });
  const objects = days.get(day) ?? [];
  const shown = opened ? objects : objects.slice(0, MOST);
  return (
    <td
      ref={setNodeRef}
      className={classes.day}
      data-day={day}
      data-outside={!day.startsWith(month) || undefined}
      data-over={isOver || undefined}
      aria-current={day === now ? 'date' : undefined}
      onFocus={onActive}
    >
      <DayNumber {...props} />
      <ul className={classes.entries}>
        {shown.map((object) => (
          <Entry
            key={String(object.id)}
            {...props}
            object={object}
            tabIndex={active || !isMovable ? 0 : -1}
          />
        ))}
      </ul>
      {shown.length < objects.length && (
        <button
          type="button"
          className={classes.more}
          tabIndex={active ? 0 : -1}
          onClick={() => setOpened(true)}
        >
          {texts.more(objects.length - shown.length)}
        </button>
      )}
    </td>
  );
}

/** The number of a day: where users can write, it leads to a new object on that day, and the arrow keys to others. */
function DayNumber({ day, active, edits, isMovable, path, by }: DayProps) {
  if (!edits || !isMovable) {
    return (
      <span className={classes.number} data-number>
        {Number(day.slice(8))}
      </span>
    );
  }
  return (
    <Link
      className={classes.number}
      data-number
      to={`${path}/new`}
      state={{ preset: { [by.name]: movedTo(by, undefined, day) } }}
      title={texts.create(formatDay(day))}
      aria-label={texts.create(whole.format(noon(day)))}
      tabIndex={active ? 0 : -1}
      draggable={false}
    >
      {Number(day.slice(8))}
    </Link>
  );
}
