/**
 * Help below a field, on one line. What does not fit opens over what follows, so that nothing moves where someone types
 * (https://www.w3.org/WAI/ARIA/apg/patterns/disclosure/).
 */
import { Popover, UnstyledButton } from '@mantine/core';
import { useMergedRef, useResizeObserver } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import classes from './field.module.css';

const texts = { more: (label: string) => `All of the help for ${label}` };

export function FieldHelp({ label, children }: { label: string; children: ReactNode }) {
  const line = useRef<HTMLDivElement>(null);
  const [measured, { width }] = useResizeObserver<HTMLDivElement>();
  const ref = useMergedRef(line, measured);
  const [cut, setCut] = useState(false);
  const [opened, setOpened] = useState(false);
  useLayoutEffect(() => {
    const { current } = line;
    if (current !== null && width > 0) setCut(current.scrollWidth > current.clientWidth);
  }, [width]);
  return (
    <div className={classes.help}>
      <div ref={ref} className={classes.line}>
        {children}
      </div>
      {cut && (
        <Popover
          position="bottom-end"
          width="min(26rem, 90vw)"
          shadow="md"
          opened={opened}
          onChange={setOpened}
        >
          <Popover.Target>
            <UnstyledButton
              className={classes.more}
              aria-label={texts.more(label)}
              onClick={() => setOpened(!opened)}
              onKeyDown={({ key }) => key === 'Escape' && setOpened(false)}
            >
              <IconDots size={14} aria-hidden />
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown className={classes.whole}>{children}</Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
}
