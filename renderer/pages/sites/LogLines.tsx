/** Lines that commands have written, the newest below. */
import { Box, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { counted } from '../../ui/format';
import classes from './sites.module.css';
import type { SiteLog } from './useSiteLog';

const texts = {
  waiting: 'No output yet.',
  skipped: (count: number) => `${counted(count, 'earlier line', 'earlier lines')} omitted.`,
};

export function LogLines({ log: { lines, skipped }, label }: { log: SiteLog; label: string }) {
  const box = useRef<HTMLPreElement>(null);
  // It stays at its end unless someone has scrolled up.
  const isAtEnd = useRef(true);
  const { length } = lines;
  useEffect(() => {
    if (length > 0 && isAtEnd.current) box.current?.scrollTo(0, box.current.scrollHeight);
  }, [length]);
  if (length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.waiting}
      </Text>
    );
  return (
    <>
      {skipped > 0 && (
        <Text size="xs" c="dimmed">
          {texts.skipped(skipped)}
        </Text>
      )}
      <Box
        component="pre"
        ref={box}
        className={classes.log}
        tabIndex={0}
        role="region"
        aria-label={label}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          isAtEnd.current = scrollTop + clientHeight > scrollHeight - 24;
        }}
      >
        {lines.join('\n')}
      </Box>
    </>
  );
}
