/** The kinds of problems with their counts; each links to its list. */
import { Skeleton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { HEALTH_KINDS, type HealthKind } from '#contract/health';
import classes from './health.module.css';
import { KINDS } from './kinds';

const texts = { label: 'Kinds of problems', none: 'none' };

interface Props {
  /** Undefined while they are loaded. */
  counts: Readonly<Record<HealthKind, number>> | undefined;
  shown: HealthKind | undefined;
}

export function KindLinks({ counts, shown }: Props) {
  return (
    <nav aria-label={texts.label}>
      <ul className={classes.kinds}>
        {HEALTH_KINDS.map((kind) => {
          const { Icon, title } = KINDS[kind];
          return (
            <li key={kind}>
              <Link
                to={{ search: `?kind=${kind}` }}
                replace
                className={classes.kind}
                aria-current={kind === shown ? 'true' : undefined}
              >
                <Icon size={18} stroke={1.6} aria-hidden className={classes.icon} />
                <span className={classes.kindTitle}>{title}</span>
                {counts === undefined ? <Skeleton w={20} h={16} /> : <Count count={counts[kind]} />}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function Count({ count }: { count: number }) {
  if (count > 0) return <span className={classes.count}>{count}</span>;
  return <IconCheck size={18} stroke={2} role="img" aria-label={texts.none} className={classes.good} />;
}
