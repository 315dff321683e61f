import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { movedTo, today } from '../../../lists/calendar';
import { LOCALE } from '../../../locale';
import { formatDay } from '../../../ui/format';
import classes from './calendar.module.css';
import { Entry } from './Entry';
import type { CalendarParts } from './useCalendar';

const texts = { create: (day: string) => `New on ${day}`, empty: 'No objects in this month' };

const whole = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', day: 'numeric', month: 'long' });

/** The days of a month that have objects, and today, one below the other. */
export function Agenda(props: CalendarParts) {
  const { weeks, month, days, path, by, isMovable } = props;
  const now = today();
  const shown = weeks.flat().filter((day) => day.startsWith(month) && (days.has(day) || day === now));
  return (
    <div className={classes.agenda}>
      {shown.length === 0 && <p className={classes.note}>{texts.empty}</p>}
      {shown.map((day) => (
        <section key={day} className={classes.agendaDay} aria-current={day === now ? 'date' : undefined}>
          <h3 className={classes.date}>
            {whole.format(new Date(`${day}T12:00:00`))}
            {isMovable && (
              <Link
                to={`${path}/new`}
                state={{ preset: { [by.name]: movedTo(by, undefined, day) } }}
                className={classes.create}
                aria-label={texts.create(formatDay(day))}
              >
                <IconPlus size={16} />
              </Link>
            )}
          </h3>
          <ul className={classes.entries}>
            {(days.get(day) ?? []).map((object) => (
              <Entry key={String(object.id)} {...props} object={object} day={day} tabIndex={0} roomy />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
