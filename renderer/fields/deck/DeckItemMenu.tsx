import { ActionIcon, Menu, Text } from '@mantine/core';
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconClipboardCopy,
  IconClipboardText,
  IconCopy,
  IconDots,
  IconKey,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { ItemIdDialog } from './ItemIdDialog';
import type { DeckActions } from './useDeck';

interface Props {
  id: string;
  label: string;
  at: number;
  /** The first place items can be moved to. */
  first: number;
  /** Why it cannot be moved at all. */
  fixed: string | undefined;
  count: number;
  ids: readonly string[];
  actions: DeckActions;
  /** Not in the folder yet, so that nothing points at its id. */
  isNew: boolean;
  locked: boolean;
  full: boolean;
  onShow(id: string): void;
  onAdd(after: string): void;
  onCopy(id: string): void;
  onPaste(after: string): void;
}

const texts = {
  menu: (label: string) => `Actions for ${label}`,
  up: 'Move up',
  down: 'Move down',
  top: 'Move to top',
  bottom: 'Move to bottom',
  duplicate: 'Duplicate',
  insert: 'Add item below',
  copy: 'Copy',
  paste: 'Paste below',
  rename: 'Change ID…',
  remove: 'Remove',
};

/** The items that move it; none works for one that cannot be moved. */
function Moves({
  id,
  at,
  first,
  fixed,
  count,
  actions,
}: Pick<Props, 'id' | 'at' | 'first' | 'fixed' | 'count' | 'actions'>) {
  const isFirst = fixed !== undefined || at <= first;
  const isLast = fixed !== undefined || at === count - 1;
  return (
    <>
      <Menu.Item
        leftSection={<IconArrowUp size={16} />}
        rightSection={<kbd>Alt ↑</kbd>}
        disabled={isFirst}
        onClick={() => actions.move(id, at - 1)}
      >
        {texts.up}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowDown size={16} />}
        rightSection={<kbd>Alt ↓</kbd>}
        disabled={isLast}
        onClick={() => actions.move(id, at + 1)}
      >
        {texts.down}
      </Menu.Item>
      {count > 3 && (
        <>
          <Menu.Item
            leftSection={<IconArrowBarToUp size={16} />}
            disabled={isFirst}
            onClick={() => actions.move(id, first)}
          >
            {texts.top}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowBarToDown size={16} />}
            disabled={isLast}
            onClick={() => actions.move(id, count - 1)}
          >
            {texts.bottom}
          </Menu.Item>
        </>
      )}
    </>
  );
}

/** Everything that can be done with one item of a deck. */
export function DeckItemMenu({
  id,
  label,
  at,
  first,
  fixed,
  count,
  ids,
  actions,
  isNew,
  locked,
  full,
  onShow,
  onAdd,
  onCopy,
  onPaste,
}: Props) {
  const [naming, setNaming] = useState(false);
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={220}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={texts.menu(label)}
            disabled={locked}
          >
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {fixed !== undefined && (
            <Text size="xs" c="dimmed" px="sm" py={6} maw={220}>
              {fixed}
            </Text>
          )}
          <Moves {...{ id, at, first, fixed, count, actions }} />
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={16} />} disabled={full} onClick={() => onAdd(id)}>
            {texts.insert}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCopy size={16} />}
            disabled={full}
            onClick={() => onShow(actions.duplicate(id))}
          >
            {texts.duplicate}
          </Menu.Item>
          <Menu.Item leftSection={<IconClipboardCopy size={16} />} onClick={() => onCopy(id)}>
            {texts.copy}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconClipboardText size={16} />}
            disabled={full}
            onClick={() => onPaste(id)}
          >
            {texts.paste}
          </Menu.Item>
          {isNew && (
            <Menu.Item leftSection={<IconKey size={16} />} onClick={() => setNaming(true)}>
              {texts.rename}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => actions.remove(id)}>
            {texts.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {naming && (
        <ItemIdDialog
          id={id}
          others={ids.filter((other) => other !== id)}
          onClose={() => setNaming(false)}
          onRename={(to) => actions.rename(id, to)}
        />
      )}
    </>
  );
}
