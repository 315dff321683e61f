import { useDraggable } from '@dnd-kit/core';
import { IconDots } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { JsonObject } from '#contract/values';
import type { BoardColumn } from '../../../lists/board';
import type { CardColumns } from '../../../lists/card';
import { useConflicts } from '../../../ui/file-problems';
import { useOpenIn } from '../../../ui/present';
import { titleOf } from '../../../ui/title-of';
import { CardTitle, CardValues } from '../cards/CardFace';
import { useDraftsOfList } from '../list-drafts';
import classes from './board.module.css';

const texts = { actions: (title: string) => `Actions for ${title}` };

interface Props {
  collection: string;
  object: JsonObject;
  column: BoardColumn;
  columns: CardColumns;
  index: number;
  search: string;
  movable: boolean;
  /** It has the tab stop of its column. */
  active: boolean;
  /** It is on its way to another column. */
  moving: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onOpen: () => void;
  onMenu: (at: DOMRect) => void;
}

export function BoardCard(props: Props) {
  const { collection, object, column, index, movable, active, moving, onMenu } = props;
  const id = String(object.id);
  const title = titleOf(object);
  const conflicts = useConflicts(collection);
  const open = useOpenIn(collection);
  const { objects } = useDraftsOfList();
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: `${column.key} ${id}`,
    data: { object, from: column.key },
    disabled: !movable || moving,
  });
  return (
    <article
      ref={setNodeRef}
      className={classes.card}
      data-movable={movable || undefined}
      data-moving={isDragging || moving || undefined}
      aria-label={title}
      aria-busy={moving || undefined}
      onFocus={props.onFocus}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(new DOMRect(event.clientX, event.clientY, 0, 0));
      }}
      {...listeners}
    >
      <CardTitle
        to={`/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`}
        walk={{ view: column.view, search: props.search, row: index }}
        conflicted={conflicts.has(id)}
        present={open.get(id)}
        changed={objects.get(id)}
        tabIndex={active ? 0 : -1}
        onKeyDown={props.onKeyDown}
        title={title}
      />
      <CardValues object={object} columns={props.columns} />
      <button
        type="button"
        className={classes.menu}
        tabIndex={active ? 0 : -1}
        aria-label={texts.actions(title)}
        aria-haspopup="menu"
        onClick={(event) => onMenu(event.currentTarget.getBoundingClientRect())}
      >
        <IconDots size={16} />
      </button>
    </article>
  );
}
