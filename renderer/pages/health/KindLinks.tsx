/** The kinds of problems with their counts; each links to its list. */
import { Skeleton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { HEALTH_KINDS, type HealthKind } from '#contract/health';
import classes from './health.module.css';
import { KINDS } from './kinds';

const texts = { label: 'Kinds of problems', none: 'none' };

interface Props {
  /** Of those that have been counted. */
  counts: Readonly<Partial<Record<HealthKind, number>>>;
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
                <Count count={counts[kind]} />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function Count({ count }: { count: number | undefined }) {
  if (count === undefined) return <Skeleton w={20} h={16} />;
  if (count > 0) return <span className={classes.count}>{count}</span>;
  return <IconCheck size={18} stroke={2} role="img" aria-label={texts.none} className={classes.good} />;
}
