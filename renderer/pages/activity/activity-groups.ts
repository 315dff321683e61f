/** Changes that were made together. Pure. */
import type { Activity } from '#contract/history';
import { groupBy } from '../../ui/group-by';

export interface ActivityGroup {
  key: string;
  /** Undefined for changes by other programs. */
  transaction: string | undefined;
  /** The newest first. */
  changes: readonly Activity[];
}

/** Changes by other programs within this time are shown together, in ms. */
const TOGETHER = 60_000;

/** By transaction, in the order of the newest change of each. */
export function groupsOf(activity: readonly Activity[]): ActivityGroup[] {
  const keyOf = ({ transaction, at }: Activity): string =>
    transaction?.id ?? `outside ${Math.floor(Date.parse(at) / TOGETHER)}`;
  return [...groupBy(activity, keyOf)].map(([key, changes]) => ({
    key,
    transaction: changes[0]?.transaction?.id,
    changes,
  }));
}

/** Names what was changed: the same for all changes of one object. */
export function subjectKey({ subject }: Pick<Activity, 'subject'>): string {
  return Object.values(subject).join('/');
}
