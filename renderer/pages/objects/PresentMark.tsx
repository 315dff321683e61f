import type { OpenObject } from '#contract/unsaved';
import { initialsOf, presentWords } from '../../ui/present';
import classes from './ObjectTable.module.css';

/** Who has the object open. */
export function PresentMark({ open }: { open: readonly OpenObject[] }) {
  const { initials, more } = initialsOf(open);
  const words = presentWords(open).join('. ');
  return (
    <span className={classes.present} role="img" aria-label={words} title={words}>
      {initials}
      {more > 0 && ` +${more}`}
    </span>
  );
}
