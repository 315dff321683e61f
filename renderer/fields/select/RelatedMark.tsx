/** What there is to know of a related object besides its name: that it is not live, or what is wrong with it. */
import { IconAlertTriangle, IconFileAlert } from '@tabler/icons-react';
import type { ObjectProblem, RelatedLabel } from '#contract/relations';
import { StateMark } from '../../ui/StateMark';
import classes from './choice.module.css';

const texts = { invalid: 'Has errors', damaged: 'Cannot be read' };

const ICONS: Record<ObjectProblem, typeof IconFileAlert> = {
  invalid: IconAlertTriangle,
  damaged: IconFileAlert,
};

interface Props {
  of: RelatedLabel;
  /** Icons alone, with their words for assistive technology. */
  compact?: boolean;
}

/** Nothing for an object that is live and sound. */
export function RelatedMark({ of: { state, until, problem }, compact = false }: Props) {
  const Icon = problem && ICONS[problem];
  const isMarked = state !== undefined && (state !== 'published' || until !== undefined);
  return (
    <>
      {isMarked && (
        <>
          {' '}
          <StateMark of={until === undefined ? { state } : { state, until }} compact={compact && 'always'} />
        </>
      )}
      {Icon && (
        <>
          {' '}
          <span className={classes.problem} data-compact={compact || undefined} title={texts[problem]}>
            <Icon size={13} aria-hidden /> <span className={classes.word}>{texts[problem]}</span>
          </span>
        </>
      )}
    </>
  );
}
