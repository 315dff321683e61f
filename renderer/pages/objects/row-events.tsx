/** What the parts of a row do, whether it is drawn as a line of a table or as a card. */
import { IconDots, IconGripVertical } from '@tabler/icons-react';
import { type ComponentProps, createContext, type KeyboardEvent, type MouseEvent, use } from 'react';
import type { JsonObject } from '#contract/values';
import { t } from '../../t';

export interface RowEvents {
  /** `field`: where the form has the focus. */
  open(id: string, index: number, field?: string): void;
  tick(id: string, index: number, range: boolean): void;
  menu(id: string, index: number, at: DOMRect): void;
  /** A click on a cell whose value can be changed; two of them change it. */
  cell?(object: JsonObject, index: number, column: string, times: 1 | 2): void;
}

export const rowId = (index: number): string => `row-${index}`;
export const cellId = (index: number, column: number): string => `cell-${index}-${column}`;

/** The name of the changeable cell that an event is in. */
const cellOf = ({ target }: MouseEvent): string | undefined =>
  (target instanceof Element && target.closest<HTMLElement>('[data-cell]')?.dataset.cell) || undefined;

/** Whether a key is for a row that the keyboard has picked up by its handle. */
export const isForDragged = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[data-dragging]') !== null;

/** Clicks on a row: it opens or is selected, and the other button has its menu. */
export function rowClicks(events: RowEvents, object: JsonObject, index: number) {
  const id = String(object.id);
  return {
    onClick(event: MouseEvent) {
      // Links, boxes and buttons in the row do their own work; marked text is not a click.
      if (event.target instanceof Element && event.target.closest('a, button, input, label') !== null) return;
      const cell = cellOf(event);
      if (cell === undefined && window.getSelection()?.isCollapsed === false) return;
      if (event.shiftKey || event.metaKey || event.ctrlKey) events.tick(id, index, event.shiftKey);
      else if (cell !== undefined) events.cell?.(object, index, cell, 1);
      else events.open(id, index);
    },
    onDoubleClick(event: MouseEvent) {
      const cell = cellOf(event);
      if (cell !== undefined) events.cell?.(object, index, cell, 2);
    },
    onContextMenu(event: MouseEvent) {
      event.preventDefault();
      events.menu(id, index, new DOMRect(event.clientX, event.clientY, 0, 0));
    },
  };
}

interface PartProps {
  id: string;
  index: number;
  title: string;
  /** The keyboard is on the row. */
  active: boolean;
  events: RowEvents;
  className: string | undefined;
}

/** The box that selects a row. */
export function RowCheck({
  id,
  index,
  title,
  active,
  events,
  className,
  checked,
}: PartProps & { checked: boolean }) {
  return (
    <input
      type="checkbox"
      className={className}
      aria-label={t(`Select ${title}`)}
      checked={checked}
      tabIndex={active ? 0 : -1}
      onClick={(event) => events.tick(id, index, event.shiftKey)}
      readOnly
    />
  );
}

/** A hook that makes the handle of a row one to drag by; where nothing is dragged it does nothing. */
export const GripContext = createContext<(id: string, index: number) => ComponentProps<'button'>>(() => ({}));

/** The handle that a row is dragged by. A press on it opens the menu, which moves the row as well. */
export function RowGrip({ id, index, title, active, events, className }: PartProps) {
  const useGrip = use(GripContext);
  return (
    <button
      type="button"
      className={className}
      {...useGrip(id, index)}
      tabIndex={active ? 0 : -1}
      aria-label={t(`Move ${title}`)}
      aria-haspopup="menu"
      onClick={(event) => events.menu(id, index, event.currentTarget.getBoundingClientRect())}
    >
      <IconGripVertical size={15} />
    </button>
  );
}

/** The button of a row's menu. */
export function RowMenuButton({ id, index, title, active, events, className }: PartProps) {
  return (
    <button
      type="button"
      className={className}
      tabIndex={active ? 0 : -1}
      aria-label={t(`Actions for ${title}`)}
      aria-haspopup="menu"
      onClick={(event) => events.menu(id, index, event.currentTarget.getBoundingClientRect())}
    >
      <IconDots size={17} />
    </button>
  );
}
