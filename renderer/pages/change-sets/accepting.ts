/** Accepting what is suggested: where a form shows a draft or release, into that; else it is published. */
import type { QueryClient } from '@tanstack/react-query';
import type { Chosen } from '#contract/change-sets';
import { SHARED_DRAFT } from '#contract/set-names';
import { moveChanges, publishChanges } from '../../api/drafts';
import { t } from '../../t';
import { notifyChange } from '../../ui/undo-transaction';

/** The draft or release that a form shows. */
export interface FormSet {
  id: string;
  title: string;
}

/** The labels of what accepts, by where it goes. */
export const acceptWords = (into: FormSet | undefined) => {
  if (into === undefined) {
    return {
      accept: t('Accept and publish'),
      all: t('Accept all and publish'),
      of: (label: string) => t(`Accept and publish the change of ${label}`),
      remove: t('Delete this object'),
    };
  }
  if (into.id === SHARED_DRAFT) {
    return {
      accept: t('Accept into draft'),
      all: t('Accept all into draft'),
      of: (label: string) => t(`Accept the change of ${label} into the draft`),
      remove: t('Delete when published'),
    };
  }
  return {
    accept: t('Accept into release'),
    all: t('Accept all into release'),
    of: (label: string) => t(`Accept the change of ${label} into the release`),
    remove: t('Delete when published'),
  };
};

/** Accepts a change and says what became of it. 409 where it clashes. */
export async function acceptChange(
  client: QueryClient,
  set: string,
  chosen: Chosen,
  { into, published, replace }: { into: FormSet | undefined; published: string; replace?: boolean },
): Promise<void> {
  if (into === undefined) {
    const { transaction } = await publishChanges(client, set, [chosen]);
    if (transaction !== undefined) notifyChange(client, published, transaction);
    return;
  }
  const transaction = await moveChanges(client, set, into.id, [chosen], replace);
  const { title } = into;
  const done = into.id === SHARED_DRAFT ? t('Accepted into the draft.') : t(`Accepted into “${title}”.`);
  notifyChange(client, done, transaction);
}
