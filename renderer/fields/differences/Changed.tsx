import type { ReactNode } from 'react';
import type { Change } from './compare';
import classes from './difference.module.css';

/** Text that was added or removed, marked as such; unchanged text as it is. */
export function Changed({ change, children }: { change: Change; children: ReactNode }) {
  if (change === 'same') return children;
  const Mark = change === 'added' ? 'ins' : 'del';
  return <Mark className={classes[change]}>{children}</Mark>;
}
