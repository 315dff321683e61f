/** The items of a row's menu that move its object. */
import { Menu } from '@mantine/core';
import {
  IconArrowBarToDown,
  IconArrowBarToLeft,
  IconArrowBarToRight,
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
} from '@tabler/icons-react';
import type { MoveTo } from './move-object';

const texts = {
  up: 'Move up',
  down: 'Move down',
  top: 'Move to top',
  bottom: 'Move to bottom',
  earlier: 'Move earlier',
  later: 'Move later',
  start: 'Move to start',
  end: 'Move to end',
};

/** In a list of lines. */
const LINES = [
  { to: 'up', Icon: IconArrowUp, text: texts.up },
  { to: 'down', Icon: IconArrowDown, text: texts.down },
  { to: 'top', Icon: IconArrowBarToUp, text: texts.top },
  { to: 'bottom', Icon: IconArrowBarToDown, text: texts.bottom },
] as const;

/** Side by side. */
const CARDS = [
  { to: 'up', Icon: IconArrowLeft, text: texts.earlier },
  { to: 'down', Icon: IconArrowRight, text: texts.later },
  { to: 'top', Icon: IconArrowBarToLeft, text: texts.start },
  { to: 'bottom', Icon: IconArrowBarToRight, text: texts.end },
] as const;

interface Props {
  index: number;
  total: number;
  /** Objects side by side. */
  across: number;
  onMove: (to: MoveTo) => void;
}

export default function MoveItems({ index, total, across, onMove }: Props) {
  return (
    <>
      {(across > 1 ? CARDS : LINES).map(({ to, Icon, text }) => (
        <Menu.Item
          key={to}
          leftSection={<Icon size={16} />}
          disabled={to === 'up' || to === 'top' ? index === 0 : index === total - 1}
          onClick={() => onMove(to)}
        >
          {text}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  );
}
