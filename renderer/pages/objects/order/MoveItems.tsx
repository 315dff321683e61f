/** The items of a row's menu that move its object. */
import { Menu } from '@mantine/core';
import { IconArrowBarToDown, IconArrowBarToUp, IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { MoveTo } from './move-object';

const texts = { up: 'Move up', down: 'Move down', top: 'Move to top', bottom: 'Move to bottom' };

const ITEMS = [
  { to: 'up', Icon: IconArrowUp },
  { to: 'down', Icon: IconArrowDown },
  { to: 'top', Icon: IconArrowBarToUp },
  { to: 'bottom', Icon: IconArrowBarToDown },
] as const;

interface Props {
  index: number;
  total: number;
  onMove: (to: MoveTo) => void;
}

export default function MoveItems({ index, total, onMove }: Props) {
  return (
    <>
      {ITEMS.map(({ to, Icon }) => (
        <Menu.Item
          key={to}
          leftSection={<Icon size={16} />}
          disabled={to === 'up' || to === 'top' ? index === 0 : index === total - 1}
          onClick={() => onMove(to)}
        >
          {texts[to]}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  );
}
