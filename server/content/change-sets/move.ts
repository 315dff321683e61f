/** Moving changes from one set into another, beside what that does to the same objects (spec/change-sets.md#requests). */
import type { Chosen, MoveChangesRequest } from '../../contract/change-sets.js';
import { message } from '../../contract/messages/message.js';
import { conflict } from '../../errors.js';
import { joined, only, rebased } from '../../store/change-sets/set-values.js';
import type { SetChange, StoredChange } from '../../store/types/change-sets.js';
import { clashError } from '../answers/clash-error.js';
import type { Changing, Clock, Content } from '../core/base.js';
import { changeIn, liveOf, mergeFieldsIn, type SetInfo, setInfo, takeOut } from './change-sets.js';
import { clearFilesOfChange } from './set-files.js';

/** What of a change is moved. What is accepted of a suggestion is a change of the caller, and says who suggested it. */
function partOf(
  base: Clock & Changing,
  from: SetInfo,
  change: StoredChange,
  { properties }: Chosen,
): SetChange {
  const isPart = properties !== undefined && change.change === 'edit';
  const { values, base: before, ...part } = isPart ? { ...change, ...only(change, properties) } : change;
  const moved: SetChange = { ...part, base: before, values };
  if (from.kind !== 'suggestion') return moved;
  const { actor } = base.change;
  const suggestion = {
    title: from.title,
    ...(from.author && { author: from.author }),
    acceptedBy: actor,
    ...(change.change === 'edit' && { properties: Object.keys(values) }),
  };
  const suggestions = [...(moved.suggestions ?? []), suggestion];
  return { ...moved, at: base.now().toISOString(), actor, suggestions };
}

/** The change that a set has afterwards, undefined where it leaves the object as it is. Throws `clash`. */
async function changeAfter(
  base: Content,
  part: SetChange,
  { collection, id }: Chosen,
  known: StoredChange | undefined,
  replace: boolean,
): Promise<SetChange | undefined> {
  const fields = mergeFieldsIn(base, collection);
  const own = Object.keys(part.values).filter((name) => !known || !Object.hasOwn(known.values, name));
  // What is taken over what is in the set is taken over what is live as well.
  const added =
    replace && part.change === 'edit' && known?.change !== 'new'
      ? (rebased(part, own, await liveOf(base, { collection, id })) ?? { ...part, base: {}, values: {} })
      : part;
  if (!known) return added.change === 'edit' && Object.keys(added.values).length === 0 ? undefined : added;
  const { change, clashes } = joined(known, added, fields, replace ? 'mine' : 'theirs');
  if (clashes.length === 0 || replace) return change;
  const names = (path: readonly string[]) => [collection, id, ...path];
  throw clashError(clashes.map((clash) => ({ ...clash, path: names(clash.path) })));
}

/**
 * Moves changes into another set: there first, so that a process that ends in between leaves them in both. `replace`:
 * they are taken where that set has changed the same in another way. Throws `missing`, `clash`.
 */
export async function moveChanges(
  base: Content & Clock & Changing,
  set: string,
  { to, objects, replace = false }: MoveChangesRequest,
): Promise<void> {
  const from = setInfo(base, set);
  setInfo(base, to);
  const { changeSets } = base.store;
  const knownIn = ({ collection, id }: Chosen) => changeSets.current(to).changes.get(collection)?.get(id);
  const afterwards = async (chosen: Chosen) => {
    const change = changeIn(base, set, chosen);
    if (to === set) {
      const { collection, id } = change;
      throw conflict(message('changeTaken', { set: to, collection, id }));
    }
    const known = knownIn(chosen);
    const part = partOf(base, from, change, chosen);
    return { change, part, known, after: await changeAfter(base, part, chosen, known, replace) };
  };
  // All are looked at before one is moved.
  for (const chosen of objects) await afterwards(chosen);
  for (const chosen of objects) {
    const { collection, id, properties } = chosen;
    await base.store.locked(`${collection}/${id}`, async () => {
      const { change, part, known, after } = await afterwards(chosen);
      // None of the properties is changed.
      if (part.change === 'edit' && Object.keys(part.values).length === 0) return;
      if (after) await changeSets.write(to, chosen, after, known);
      else if (known) await changeSets.remove(to, known);
      await takeOut(base, set, change, properties);
      const { id: transaction } = base.change.transaction;
      const left = changeSets.current(set).changes.get(collection)?.get(id);
      changeSets.noteSave(transaction, { set, collection, id, before: change, after: left, moved: true });
      changeSets.noteSave(transaction, { set: to, collection, id, before: known, after });
      // What it had in place of what was taken.
      if (known && replace) await clearFilesOfChange(base, to, known);
    });
  }
}
