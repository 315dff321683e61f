/** What the parts of a row do, whether it is drawn as a line of a table or as a card. */
import { IconDots } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { t } from '../../t';

export interface RowEvents {
  open(id: string, index: number): void;
  tick(id: string, index: number, range: boolean): void;
  menu(id: string, index: number, at: DOMRect): void;
}

export const rowId = (index: number): string => `row-${index}`;

/** Clicks on a row: it opens or is selected, and the other button has its menu. */
export function rowClicks(events: RowEvents, id: string, index: number) {
  return {
    onClick(event: MouseEvent) {
      // Links, boxes and buttons in the row do their own work; marked text is not a click.
      if (event.target instanceof Element && event.target.closest('a, button, input, label') !== null) return;
      if (window.getSelection()?.isCollapsed === false) return;
      if (event.shiftKey || event.metaKey || event.ctrlKey) events.tick(id, index, event.shiftKey);
      else events.open(id, index);
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
