/** What can be done with the drafts of several objects of a list: publishing and discarding them. */
import { useQueryClient } from '@tanstack/react-query';
import { SHARED_DRAFT } from '#contract/set-names';
import { restoreEntries } from '../../api/bulk';
import { ApiError } from '../../api/client';
import { dropChanges, publishChanges } from '../../api/drafts';
import { t } from '../../t';
import { counted } from '../../ui/format';
import { notifyDone, notifyFailed, notifyUndo, notifyWarning } from '../../ui/notify';
import { notifyChange } from '../../ui/undo-transaction';

const texts = {
  published: (what: string) => `${what} published.`,
  changedLive: (names: string) =>
    `Changed live as well since they were drafted: ${names}. Open them to decide which values count.`,
  discarded: (what: string) => `Drafts of ${what} discarded.`,
  restored: (what: string) => `Drafts of ${what} restored.`,
  discardFailed: 'Could not discard the drafts',
  restoreFailed: 'Could not restore',
};

/** Problems a message has room for. */
const NAMED = 5;

const shortened = (names: readonly string[]): string =>
  [...names.slice(0, NAMED), ...(names.length > NAMED ? ['…'] : [])].join(', ');

/** The objects and properties in the way of a publication. */
function inTheWay(error: ApiError): string {
  if (error.clashes.length > 0) {
    const names = error.clashes.map(
      ({ path: [, id = '', ...property] }) => `“${id}” (${property.join('.')})`,
    );
    return texts.changedLive(shortened([...new Set(names)]));
  }
  const problems = Object.entries(error.details).map(([place, all]) => `${place}: ${all.join(' ')}`);
  return [error.message, shortened(problems)].filter((part) => part !== '').join(' ');
}

export interface DraftActions {
  /** All or none of them. Resolves with whether they are live. */
  publish(ids: readonly string[]): Promise<boolean>;
  discard(ids: readonly string[]): Promise<boolean>;
}

export function useDraftActions(
  collection: string,
  { singular, plural }: { singular: string; plural: string },
): DraftActions {
  const client = useQueryClient();
  const chosen = (ids: readonly string[]) => ids.map((id) => ({ collection, id }));
  const restore = async (entries: readonly string[], what: string) => {
    const { failure } = await restoreEntries(client, entries);
    if (failure === undefined) notifyDone(texts.restored(what));
    else notifyFailed(texts.restoreFailed, failure);
  };
  return {
    async publish(ids) {
      try {
        const { published, transaction } = await publishChanges(client, SHARED_DRAFT, chosen(ids));
        notifyChange(client, texts.published(counted(published.length, singular, plural)), transaction);
        return true;
      } catch (error) {
        if (error instanceof ApiError && [409, 412, 422].includes(error.status))
          notifyWarning(t('Not published'), inTheWay(error));
        else notifyFailed(t('Not published'), error);
        return false;
      }
    },
    async discard(ids) {
      const { done, failure } = await dropChanges(client, SHARED_DRAFT, chosen(ids));
      const what = counted(done.length, singular, plural);
      if (failure !== undefined) notifyFailed(texts.discardFailed, failure);
      if (done.length > 0) notifyUndo(texts.discarded(what), () => void restore(done, what));
      return failure === undefined;
    },
  };
}
