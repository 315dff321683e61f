/** Moving changes from their set to the trash (spec/change-sets.md#requests); what is live stays. */
import type { Chosen, DiscardedChanges } from '../../contract/change-sets.js';
import type { TrashEntry } from '../../contract/objects.js';
import { only, without } from '../../store/change-sets/set-values.js';
import type { Changing, Content, Live } from '../core/base.js';
import { eachAsFarAsPossible } from '../core/each-as-far-as-possible.js';
import { changedObject, changeIn, setInfo } from './change-sets.js';
import { together } from './move.js';
import { filesOnlyOf } from './set-files.js';

/**
 * Moves a change, or some of its properties, from a set to the trash; what is live stays. The answer is undefined where
 * it changes none of the properties. Throws `missing`.
 */
export function discard(
  base: Content & Changing,
  set: string,
  chosen: Chosen,
): Promise<TrashEntry | undefined> {
  const { collection, id, properties } = chosen;
  return base.store.locked(`${collection}/${id}`, async () => {
    const change = changeIn(base, set, chosen);
    const part = properties && change.change === 'edit' ? only(change, properties) : change;
    if (part !== change && Object.keys(part.values).length === 0) return undefined;
    const { title } = await changedObject(base, change);
    const document = { ...change.document, base: part.base, values: part.values };
    const rest = part === change ? undefined : without(change, properties ?? []);
    const files = await filesOnlyOf(base, set, { ...change, ...part }, rest);
    const { changeSets, trash } = base.store;
    const dropped = { set, collection, id, title, document, files };
    return trash.dropChange(dropped, () =>
      rest
        ? changeSets.write(set, change, { change: rest, expect: change }, base.change)
        : changeSets.remove(set, change, base.change),
    );
  });
}

/** Changes that are dropped at the same time: most of the work on one is waiting for the disk. */
const AT_ONCE = 8;

/**
 * Moves the changes of objects, or some of their properties, from a set to the trash; what cannot be dropped stays, with
 * the reason. Throws `missing` for an unknown set, and an error that kept all of them.
 */
export async function discardMany(
  base: Content & Changing & Pick<Live, 'logError'>,
  set: string,
  objects: readonly Chosen[],
): Promise<DiscardedChanges> {
  setInfo(base, set);
  const parallel = { most: AT_ONCE, isAlone: () => false };
  const { done, failed } = await eachAsFarAsPossible(base, together(objects), parallel, (chosen) =>
    discard(base, set, chosen),
  );
  return {
    discarded: done.filter((entry) => entry !== undefined),
    failed: failed.map(({ item: { collection, id }, problem }) => ({ collection, id, problem })),
  };
}
