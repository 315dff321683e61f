/** The list as a calendar: a month, on narrow screens its days one below the other. Objects are moved to other days. */
import { DndContext, DragOverlay, PointerSensor, pointerWithin, useSensor, useSensors } from '@dnd-kit/core';
import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { IconCalendarEvent, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { JsonObject } from '#contract/values';
import { MOST_IN_MONTH, monthAfter, today } from '../../../lists/calendar';
import { LOCALE } from '../../../locale';
import { formatNumber } from '../../../ui/format';
import { titleOf } from '../../../ui/title-of';
import { ListDraftsContext } from '../list-drafts';
import { RowMenu } from '../RowMenu';
import { Agenda } from './Agenda';
import classes from './calendar.module.css';
import { MonthGrid } from './MonthGrid';
import { MoveDialog } from './MoveDialog';
import { Undated } from './Undated';
import { type CalendarOf, type CalendarParts, useCalendar } from './useCalendar';

const texts = {
  before: 'Month before',
  after: 'Month after',
  today: 'Today',
  move: 'Move to another day…',
  more: (shown: number, total: number) =>
    `Only the first ${formatNumber(shown)} of ${formatNumber(total)} are shown. Filter the list to see the others.`,
  failed: (reason: string) => `Could not be loaded: ${reason}`,
  retry: 'Try again',
};

const months = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric' });

/** Below this width in pixels the days are a list. */
const NARROW = 640;

const FINE = { activationConstraint: { distance: 6 } };

export function Calendar(props: CalendarOf) {
  const [, setParams] = useSearchParams();
  const calendar = useCalendar(props);
  const { month, pages, total, move, view, isMovable } = calendar;
  const [menu, setMenu] = useState<{ object: JsonObject; at: DOMRect }>();
  const [moving, setMoving] = useState<JsonObject>();
  const [dragged, setDragged] = useState<JsonObject>();
  const sensors = useSensors(useSensor(PointerSensor, FINE));
  const show = (next: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('month', next);
        return after;
      },
      { replace: true },
    );
  const shared: CalendarParts = { ...calendar, ...props, onMenu: (object, at) => setMenu({ object, at }) };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragStart={({ active }) => setDragged(calendar.find(String(active.id)))}
      onDragCancel={() => setDragged(undefined)}
      onDragEnd={({ over }) => {
        setDragged(undefined);
        if (dragged && over) void move(dragged, String(over.id), false);
      }}
    >
      <div className={classes.tools}>
        <h2 className={classes.month} aria-live="polite">
          {months.format(new Date(`${month}-01T12:00:00`))}
        </h2>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={texts.before}
          onClick={() => show(monthAfter(month, -1))}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={texts.after}
          onClick={() => show(monthAfter(month, 1))}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
        <Button variant="default" size="compact-md" onClick={() => show(today().slice(0, 7))}>
          {texts.today}
        </Button>
      </div>
      {pages.error !== null && (
        <div className={classes.note} role="alert">
          {texts.failed(pages.error.message)}{' '}
          <Button variant="default" size="compact-sm" onClick={pages.retry}>
            {texts.retry}
          </Button>
        </div>
      )}
      {total > MOST_IN_MONTH && (
        <Text size="sm" className={classes.note ?? ''} role="status">
          {texts.more(MOST_IN_MONTH, total)}
        </Text>
      )}
      <div className={classes.body} data-stale={pages.stale || undefined}>
        <ListDraftsContext value={calendar.drafts}>
          {props.width < NARROW ? <Agenda {...shared} /> : <MonthGrid {...shared} />}
          <Undated {...shared} />
        </ListDraftsContext>
      </div>
      <DragOverlay dropAnimation={null}>
        {dragged && <div className={`dragged ${classes.dragged}`}>{titleOf(dragged)}</div>}
      </DragOverlay>
      <RowMenu at={menu?.at} onClose={() => setMenu(undefined)}>
        {menu && isMovable && (
          <Menu.Item leftSection={<IconCalendarEvent size={16} />} onClick={() => setMoving(menu.object)}>
            {texts.move}
          </Menu.Item>
        )}
        {menu && props.menu(menu.object, calendar.indexOf(menu.object), view)}
      </RowMenu>
      {moving && (
        <MoveDialog
          object={moving}
          by={props.by}
          onMove={(day) => void move(moving, day, false)}
          onClose={() => setMoving(undefined)}
        />
      )}
    </DndContext>
  );
}
