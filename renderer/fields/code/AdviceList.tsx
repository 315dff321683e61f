/** Advice about the code as text, for users who cannot see the marks in the editor. */
import { Text } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import classes from './advice.module.css';
import type { Advice } from './assist-types';

const texts = {
  label: 'Problems and hints',
  line: (line: number) => `Line ${line}`,
  kinds: { error: 'Will not run', warning: 'Warning', info: 'Note' },
};

const ICONS = { error: IconAlertCircle, warning: IconAlertTriangle, info: IconInfoCircle };

/** Most pieces of advice; the first ones are mended first. */
const MOST = 5;

export function AdviceList({ advice }: { advice: readonly Advice[] }) {
  if (advice.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={texts.label}>
      {advice.slice(0, MOST).map(({ line, from, severity, message }) => {
        const Icon = ICONS[severity];
        return (
          <li key={`${from} ${message}`} data-severity={severity}>
            <Icon size={16} stroke={1.7} aria-hidden className={classes.icon} />
            <Text size="sm" component="span">
              <b>{texts.kinds[severity]}</b> · {texts.line(line)}: {message}
            </Text>
          </li>
        );
      })}
    </ul>
  );
}
