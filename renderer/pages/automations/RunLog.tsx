import { Box, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { RunRecord } from '#contract/automations';
import { LOCALE } from '../../locale';
import { counted } from '../../ui/format';
import classes from './automations.module.css';

const texts = {
  title: 'Log output',
  empty: 'No log output. Use ctx.log.info() to write to the log.',
  waiting: 'No log output yet.',
  dropped: (count: number) => `${counted(count, 'more line', 'more lines')} omitted.`,
};

const clock = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', second: '2-digit' });

interface Props {
  lines: RunRecord['log'];
  dropped: number;
  going: boolean;
}

/** What a run wrote, newest below; while it goes on, the newest stays in view. */
export function RunLog({ lines, dropped, going }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const { length } = lines;
  useEffect(() => {
    if (going && length > 0) list.current?.scrollTo(0, list.current.scrollHeight);
  }, [going, length]);
  const seen = new Map<string, number>();
  const keyOf = (line: string) => {
    const count = (seen.get(line) ?? 0) + 1;
    seen.set(line, count);
    return `${line} ${count}`;
  };
  return (
    <section aria-label={texts.title}>
      <Title order={3} mb={4}>
        {texts.title}
      </Title>
      {length === 0 ? (
        <Text size="sm" c="dimmed">
          {going ? texts.waiting : texts.empty}
        </Text>
      ) : (
        // Long logs scroll, so the list has to be reachable by keyboard.
        <Box component="ol" ref={list} className={classes.log} tabIndex={0} aria-label={texts.title}>
          {lines.map(({ at, level, message }) => (
            <li key={keyOf(`${at} ${level} ${message}`)}>
              <time dateTime={at}>{clock.format(new Date(at))}</time>
              <span data-level={level}>{level}</span>
              <span>{message}</span>
            </li>
          ))}
        </Box>
      )}
      {dropped > 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          {texts.dropped(dropped)}
        </Text>
      )}
    </section>
  );
}
