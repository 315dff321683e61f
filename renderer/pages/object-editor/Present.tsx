import { Group, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { OpenObject } from '#contract/unsaved';
import { presentWords } from '../../ui/present';
import classes from './editor.module.css';

/** Who else has the object open. It locks nothing. */
export function Present({ open }: { open: readonly OpenObject[] }) {
  const lines = presentWords(open);
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
