import { ActionIcon } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import classes from './deck.module.css';
import type { DeckItemState } from './useDeckItem';

const texts = { drag: (label: string) => `Move ${label}` };

interface Props {
  item: DeckItemState;
  id: string;
  locked: boolean;
}

/** What an item is dragged by, with the mouse or the keyboard. */
export function DeckGrip({ item, id, locked }: Props) {
  const { attributes, listeners, setActivatorNodeRef } = item.sortable;
  return (
    <ActionIcon
      {...attributes}
      {...listeners}
      ref={setActivatorNodeRef}
      variant="subtle"
      color="gray"
      size={28}
      className={classes.grip}
      disabled={locked || item.fixed !== undefined}
      title={item.fixed}
      aria-label={texts.drag(item.label || id)}
    >
      <IconGripVertical size={16} />
    </ActionIcon>
  );
}
