/** What the pages of conflicts have in common. */
import type { Conflict, ConflictDetail } from '#contract/conflicts';
import { t } from '../../t';

export const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The name of what a conflict is about: the title of an object. */
export function subjectOf({ subject, collection, name, original, title }: Conflict): string {
  switch (subject) {
    case 'object':
      return title ?? `${collection}/${name}`;
    case 'collection':
      return t(`Settings of ${collection}`);
    case 'schema':
      return t(`Schema ${name}`);
    case 'changeSet':
      return t(`Title and plan of “${title ?? name}”`);
    case 'settings':
      return t('Settings of the folder');
    case 'file':
      return `${fileName(original)} of ${title ?? `${collection}/${name}`}`;
    case 'other':
      return original;
  }
}

const texts = {
  mine: 'This file',
  theirs: 'Conflict copy',
  ours: (branch: string) => (branch === '' ? 'Your branch' : `Your branch (${branch})`),
  others: (branch: string) => (branch === '' ? 'Other branch' : `Other branch (${branch})`),
  base: 'Before both changes',
  merged: 'Merged',
};

/** What git writes instead of the name of a branch. */
const NO_BRANCH: ReadonlySet<string> = new Set(['HEAD', 'ours', 'theirs', 'Updated upstream']);

/** What the versions are called; those between markers of git by their branches. */
export function sideLabels({ kind, labels }: Pick<ConflictDetail, 'kind' | 'labels'>) {
  const { base, merged } = texts;
  if (kind === 'copy') return { mine: texts.mine, theirs: texts.theirs, base, merged };
  const branch = (name = '') => (NO_BRANCH.has(name) ? '' : name);
  return {
    mine: texts.ours(branch(labels?.mine)),
    theirs: texts.others(branch(labels?.theirs)),
    base,
    merged,
  };
}
