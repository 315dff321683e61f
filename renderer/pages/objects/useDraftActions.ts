/** What can be done with the drafts of several objects of a list: publishing and discarding them. */
import { useQueryClient } from '@tanstack/react-query';
import { SHARED_DRAFT } from '#contract/set-names';
import { ApiError } from '../../api/client';
import { dropChanges, publishChanges } from '../../api/drafts';
import { t } from '../../t';
import { counted, formatNumber } from '../../ui/format';
import { notifyFailed, notifyUndo, notifyWarning } from '../../ui/notify';
import { notifyChange } from '../../ui/undo-transaction';
import { followed, restoreAndNotify } from './remove-many';

const texts = {
  published: (what: string) => `${what} published.`,
  changedLive: (names: string) =>
    `Changed live as well since they were drafted: ${names}. Open them to decide which values count.`,
  discarding: (done: number, of: number) => `Discarding ${formatNumber(done)} of ${formatNumber(of)}`,
  discarded: (what: string) => `Drafts of ${what} discarded.`,
  restored: (what: string) => `Drafts of ${what} restored.`,
  discardFailed: 'Could not discard the drafts',
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
      const what = (count: number) => counted(count, singular, plural);
      const outcome = await followed(texts.discarding, ids.length, (following) =>
        dropChanges(client, SHARED_DRAFT, chosen(ids), following),
      );
      if (!outcome) return false;
      const { done, failure } = outcome;
      if (failure !== undefined) notifyFailed(texts.discardFailed, failure);
      const restored = (count: number) => texts.restored(what(count));
      const undo = () => void restoreAndNotify(client, done, restored);
      if (done.length > 0) notifyUndo(texts.discarded(what(done.length)), undo);
      // Those that are left stay selected.
      return failure === undefined && done.length === ids.length;
    },
  };
}
