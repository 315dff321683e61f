/** The items of the menu of an object in a tree, besides those of all lists. */
import { Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconIndentDecrease,
  IconIndentIncrease,
  IconPlus,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { isObject, type ObjectRow, placeOf, type TreeRow, type TreeStep } from './tree-rows';

const texts = {
  create: 'New object below',
  up: 'Move up',
  down: 'Move down',
  into: (title: string) => `Move into “${title}”`,
  out: (title: string) => `Move out of “${title}”`,
};

interface Props {
  collection: string;
  /** The relation that names the parent. */
  property: string;
  row: ObjectRow;
  rows: readonly TreeRow[];
  ordered: boolean;
  movable: boolean;
  onStep: (step: TreeStep) => void;
}

export function TreeItems({ collection, property, row, rows, ordered, movable, onStep }: Props) {
  const titleOf = (id: string | undefined) => {
    const found = rows.find((one) => isObject(one) && one.object.id === id);
    return isObject(found) ? found.object.title : (id ?? '');
  };
  const may = (step: TreeStep) => placeOf(rows, row, step, ordered);
  const into = may('in');
  return (
    <>
      <Menu.Item
        leftSection={<IconPlus size={16} />}
        component={Link}
        to={`/c/${encodeURIComponent(collection)}/new`}
        state={{ preset: { [property]: row.object.id } }}
      >
        {texts.create}
      </Menu.Item>
      <Menu.Divider />
      {movable && ordered && (
        <>
          <Menu.Item
            leftSection={<IconArrowUp size={16} />}
            disabled={!may('up')}
            onClick={() => onStep('up')}
          >
            {texts.up}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowDown size={16} />}
            disabled={!may('down')}
            onClick={() => onStep('down')}
          >
            {texts.down}
          </Menu.Item>
        </>
      )}
      {movable && into && (
        <Menu.Item leftSection={<IconIndentIncrease size={16} />} onClick={() => onStep('in')}>
          {texts.into(titleOf(into.parent ?? undefined))}
        </Menu.Item>
      )}
      {movable && may('out') && (
        <Menu.Item leftSection={<IconIndentDecrease size={16} />} onClick={() => onStep('out')}>
          {texts.out(titleOf(row.parent))}
        </Menu.Item>
      )}
      {movable && <Menu.Divider />}
    </>
  );
}
