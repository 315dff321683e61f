import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './components.module.css';

interface Props {
  /** Names of the components that are shown, as they are exported. */
  of: readonly string[];
  /** A box of its own, in which fixed parts and dialogs stay. */
  boxed?: boolean;
  children: ReactNode;
}

/** One or more components in their states. The browser test finds by `data-components` what is missing. */
export function Specimen({ of, boxed = false, children }: Props) {
  return (
    <section className={classes.specimen} data-components={of.join(' ')} aria-label={of.join(', ')}>
      <Text size="xs" c="dimmed" ff="monospace">
        {of.join(', ')}
      </Text>
      <div className={boxed ? classes.box : classes.states}>{children}</div>
    </section>
  );
}
