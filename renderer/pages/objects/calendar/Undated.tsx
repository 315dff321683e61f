import { useDroppable } from '@dnd-kit/core';
import { formatNumber } from '../../../ui/format';
import classes from './calendar.module.css';
import { Entry } from './Entry';
import { type CalendarParts, NO_DATE } from './useCalendar';

const texts = {
  none: 'No date',
  more: (count: number) => `And ${formatNumber(count)} more`,
};

/** The objects without a date; what is dropped here has none any more. */
export function Undated(props: CalendarParts) {
  const { rest, restTotal, by, isMovable } = props;
  const takes = isMovable && !by.definition.required;
  const { setNodeRef, isOver } = useDroppable({ id: NO_DATE, disabled: !takes });
  if (restTotal === 0) return null;
  return (
    <section
      ref={setNodeRef}
      className={classes.undated}
      aria-label={texts.none}
      data-over={isOver || undefined}
    >
      <h3 className={classes.date}>
        {texts.none} <span className={classes.count}>{formatNumber(restTotal)}</span>
      </h3>
      <ul className={classes.entries}>
        {rest.map((object) => (
          <Entry key={String(object.id)} {...props} object={object} day={undefined} tabIndex={0} />
        ))}
      </ul>
      {restTotal > rest.length && <p className={classes.note}>{texts.more(restTotal - rest.length)}</p>}
    </section>
  );
}
