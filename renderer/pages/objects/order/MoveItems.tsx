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
import type { MoveRequest } from '../../../api/moves';

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
  { to: { by: -1 }, upward: true, Icon: IconArrowUp, text: texts.up },
  { to: { by: 1 }, upward: false, Icon: IconArrowDown, text: texts.down },
  { to: { first: true }, upward: true, Icon: IconArrowBarToUp, text: texts.top },
  { to: { last: true }, upward: false, Icon: IconArrowBarToDown, text: texts.bottom },
] as const;

/** Side by side. */
const CARDS = [
  { to: { by: -1 }, upward: true, Icon: IconArrowLeft, text: texts.earlier },
  { to: { by: 1 }, upward: false, Icon: IconArrowRight, text: texts.later },
  { to: { first: true }, upward: true, Icon: IconArrowBarToLeft, text: texts.start },
  { to: { last: true }, upward: false, Icon: IconArrowBarToRight, text: texts.end },
] as const;

interface Props {
  index: number;
  total: number;
  /** Objects side by side. */
  across: number;
  onMove: (to: MoveRequest) => void;
}

export default function MoveItems({ index, total, across, onMove }: Props) {
  return (
    <>
      {(across > 1 ? CARDS : LINES).map(({ to, upward, Icon, text }) => (
        <Menu.Item
          key={text}
          leftSection={<Icon size={16} />}
          disabled={index === (upward ? 0 : total - 1)}
          onClick={() => onMove(to)}
        >
          {text}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  );
}
