import { Group, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { OpenObject } from '#contract/drafts';
import classes from './editor.module.css';

const texts = {
  own: (machine: string) => `You have this open in another window (${machine})`,
  others: (names: string) => `${names} ${names.includes(', ') ? 'have' : 'has'} this open`,
  more: (count: number) => `${count} more`,
};

/** Names beyond these are counted. */
const MOST = 3;

function sentences(open: readonly OpenObject[]): string[] {
  const names = new Set(open.filter(({ own }) => !own).map(({ name, machine }) => `${name} (${machine})`));
  const shown = [...names].slice(0, MOST);
  if (names.size > MOST) shown.push(texts.more(names.size - MOST));
  const own = open.find((one) => one.own);
  return [
    ...(shown.length > 0 ? [texts.others(shown.join(', '))] : []),
    ...(own ? [texts.own(own.machine)] : []),
  ];
}

/** Who else has the object open. It locks nothing. */
export function Present({ open }: { open: readonly OpenObject[] }) {
  const lines = sentences(open);
  return (
    <div role="status">
      {lines.map((line) => (
        <Group key={line} gap={6} wrap="nowrap" align="flex-start">
          <IconUsers size={16} aria-hidden className={classes.presentIcon} />
          <Text size="sm" c="dimmed" className={classes.kept}>
            {line}
          </Text>
        </Group>
      ))}
    </div>
  );
}
