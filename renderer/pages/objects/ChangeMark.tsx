/** Says that change sets do something to an object of a list. */
import { IconPencil, IconPlus, IconStack2, IconTrash } from '@tabler/icons-react';
import type { ChangeKind } from '#contract/change-sets';
import { useRights } from '../../ui/rights';
import classes from '../../ui/StateMark.module.css';
import type { ChangedObject } from './list-drafts';

const texts = {
  marks: { new: 'New', edit: 'Changed', remove: 'To be deleted' },
  hints: {
    new: 'New in the shared draft, not live yet',
    edit: 'Changed in the shared draft, not live yet',
    remove: 'Will be deleted when the shared draft is published',
  },
  suggested: {
    new: 'New, suggested by you, not live yet',
    edit: 'Changed as you suggest, not live yet',
    remove: 'You suggest to delete it',
  },
  others: (titles: string) => `Also changed in: ${titles}`,
};

const LOOKS: Record<ChangeKind, { color: string; Icon: typeof IconPlus }> = {
  new: { color: 'amber', Icon: IconPlus },
  edit: { color: 'amber', Icon: IconPencil },
  remove: { color: 'red', Icon: IconTrash },
};

interface Props {
  of: ChangedObject;
  /** The icon alone, with its word for assistive technology: where the window is narrow, or everywhere. */
  compact?: true | 'always';
}

export function ChangeMark({ of: { change, others }, compact = true }: Props) {
  const { suggests } = useRights();
  const also = others.length > 0 ? texts.others(others.join(', ')) : undefined;
  if (change === undefined) {
    return (
      <span className={classes.quiet} role="img" aria-label={also} title={also}>
        <IconStack2 className={classes.icon} aria-hidden />
      </span>
    );
  }
  const { color, Icon } = LOOKS[change];
  return (
    <span
      className={`look ${classes.mark}`}
      data-color={color}
      data-compact={compact}
      title={[(suggests ? texts.suggested : texts.hints)[change], ...(also === undefined ? [] : [also])].join(
        '. ',
      )}
    >
      <Icon className={classes.icon} aria-hidden />
      <span className={classes.word}>{texts.marks[change]}</span>
    </span>
  );
}
