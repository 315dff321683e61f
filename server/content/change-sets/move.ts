/** Moving changes from one set into another, beside what that does to the same objects (spec/change-sets.md#requests). */
import type { Chosen, MoveChangesRequest } from '../../contract/change-sets.js';
import { message } from '../../contract/messages/message.js';
import { conflict } from '../../errors.js';
import { joined, only, rebased, without } from '../../store/change-sets/set-values.js';
import type { SetChange, StoredChange } from '../../store/types/change-sets.js';
import { clashError } from '../answers/clash-error.js';
import type { Changing, Clock, Content } from '../core/base.js';
import { changeIn, liveOf, mergeFieldsIn, type SetInfo, setInfo } from './change-sets.js';
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

/** Each object once, with all that is chosen of it. */
export function together(objects: readonly Chosen[]): Chosen[] {
  const all = new Map<string, Chosen>();
  for (const { collection, id, properties } of objects) {
    const key = `${collection}/${id}`;
    const before = all.get(key);
    const both = before ? [before.properties, properties] : [properties];
    const isWhole = both.includes(undefined);
    const chosen = isWhole ? {} : { properties: [...new Set(both.flatMap((some) => some ?? []))] };
    all.set(key, { collection, id, ...chosen });
  }
  return [...all.values()];
}

/**
 * Moves changes into another set, all or nothing. `replace`: they are taken where that set has changed the same in another
 * way. Throws `missing`, `clash`.
 */
export async function moveChanges(
  base: Content & Clock & Changing,
  set: string,
  { to, objects, replace = false }: MoveChangesRequest,
): Promise<void> {
  const from = setInfo(base, set);
  setInfo(base, to);
  const { changeSets, journal } = base.store;
  const chosen = together(objects);
  const looked = async (one: Chosen) => {
    const { collection, id, properties } = one;
    const change = changeIn(base, set, one);
    if (to === set) throw conflict(message('changeTaken', { set: to, collection, id }));
    const known = changeSets.change(to, { collection, id });
    const part = partOf(base, from, change, one);
    const after = await changeAfter(base, part, one, known, replace);
    const left = properties && change.change === 'edit' ? without(change, properties) : undefined;
    // Where none of the properties is changed, nothing is moved.
    const isMoved = part.change !== 'edit' || Object.keys(part.values).length > 0;
    return { collection, id, change, known, after, left, isMoved };
  };
  const move = async () => {
    const moves = [];
    for (const one of chosen) moves.push(await looked(one));
    const moved = moves.filter(({ isMoved }) => isMoved);
    const writes = moved.flatMap(({ collection, id, change, known, after, left }) => [
      ...(after || known ? [{ set: to, collection, id, change: after, expect: known }] : []),
      { set, collection, id, change: left, expect: change },
    ]);
    if (writes.length > 0) await changeSets.writeAll(writes, journal, base.change);
    for (const { change, known } of moved) {
      await clearFilesOfChange(base, set, change);
      // What it had in place of what was taken.
      if (known && replace) await clearFilesOfChange(base, to, known);
    }
  };
  const keys = chosen.map(({ collection, id }) => `${collection}/${id}`).sort();
  await base.store.lockedAll(keys, move);
}
