/** Where an object stands: a word, an icon and a color. */
import type { DatedState, ObjectState } from '#contract/objects';
import sprite from './collection-icons.svg';
import { formatMoment } from './format';
import classes from './StateMark.module.css';

const texts = {
  scheduled: (moment: string) => `Will be published on ${moment}`,
  ending: (moment: string) => `Published until ${moment}`,
  states: { draft: 'Draft', scheduled: 'Scheduled', published: 'Published', archived: 'Archived' },
};

const COLORS: Record<ObjectState, string> = {
  draft: 'amber',
  scheduled: 'blue',
  published: 'green',
  archived: 'slate',
};

/** What follows from the clock; undefined where nothing does. */
export function dueWords({ state, until }: DatedState): string | undefined {
  if (until === undefined) return undefined;
  return state === 'scheduled' ? texts.scheduled(formatMoment(until)) : texts.ending(formatMoment(until));
}

interface Props {
  of: DatedState;
  /** The icon alone, with its word for assistive technology: where the window is narrow, or everywhere. */
  compact?: boolean | 'always';
}

export function StateMark({ of, compact = false }: Props) {
  const word = texts.states[of.state];
  return (
    <span
      className={`look ${classes.mark}`}
      data-color={COLORS[of.state]}
      data-compact={compact === 'always' ? 'always' : compact || undefined}
      title={dueWords(of) ?? word}
    >
      <svg viewBox="0 0 24 24" className={classes.icon} aria-hidden>
        <use href={`${sprite}#state-${of.state}`} />
      </svg>
      <span className={classes.word}>{word}</span>
    </span>
  );
}
