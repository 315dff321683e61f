/** What sets change in a collection: for the marks in a list of objects, and the banner of a form. */
import { Yielder } from '../../async/yielder.js';
import {
  type ChangeKind,
  type ListedChange,
  type ListedChangeSet,
  MAX_LISTED_CHANGES,
} from '../../contract/change-sets.js';
import type { StoredChange } from '../../store/types/change-sets.js';
import type { Content } from '../core/base.js';
import { appliedNow, isDone, listSets, type SetInfo } from './change-sets.js';

const lastFirst = (a: StoredChange, b: StoredChange): number =>
  a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? 1 : -1;

/** The changes of a set in a collection, or of the objects with these ids in it. */
function changesIn(
  { store }: Pick<Content, 'store'>,
  set: string,
  collection: string,
  ids: readonly string[] | undefined,
): StoredChange[] {
  const changes = store.changeSets.current(set).changes.get(collection);
  if (!changes) return [];
  const named = ids ? [...new Set(ids)].flatMap((id) => changes.get(id) ?? []) : [...changes.values()];
  return named.sort(lastFirst);
}

const listed = ({ id, change, at, actor }: StoredChange): ListedChange => ({
  id,
  change,
  at,
  ...(actor && { actor }),
});

/**
 * The sets that change an object of a collection, or one with these ids, each with these changes; the shared draft first,
 * and always. What is live already is left out.
 */
export async function setsOfCollection(
  base: Content,
  collection: string,
  ids: readonly string[] | undefined,
  shown?: (set: SetInfo) => boolean,
): Promise<ListedChangeSet[]> {
  const yielder = new Yielder();
  const sets: ListedChangeSet[] = [];
  for (const set of listSets(base, shown)) {
    const found = changesIn(base, set.id, collection, ids);
    const changes: ListedChange[] = [];
    for (const change of found.slice(0, MAX_LISTED_CHANGES)) {
      if (!isDone(change, await appliedNow(base, change))) changes.push(listed(change));
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
    const others = found.slice(MAX_LISTED_CHANGES);
    if (set.kind !== 'draft' && changes.length + others.length === 0) continue;
    const of = (kind: ChangeKind) => others.filter(({ change }) => change === kind).length;
    const more = { new: of('new'), edit: of('edit'), remove: of('remove') };
    sets.push({ ...set, changes, ...(others.length > 0 && { more }) });
  }
  return sets;
}
