/** Undoes saves into change sets: a merge with what was saved since, by property (spec/change-sets.md#saving). */
import { isSame } from '../../contract/merge/equality.js';
import { applied } from '../../store/change-sets/set-values.js';
import type { SavedChange, SetChange } from '../../store/types/change-sets.js';
import type { Changing, Content } from '../core/base.js';
import type { Undone, UndoOptions } from '../history/undo.js';
import { discard, hasSet, liveOf, mergeFieldsIn } from './change-sets.js';
import { clearFilesOfChange, missingFiles } from './set-files.js';

const areAlike = (a: SetChange | undefined, b: SetChange | undefined): boolean =>
  a === b ||
  (a !== undefined && b !== undefined && a.change === b.change && isSame(a.values, b.values, false));

/** What is left of a change when a save is taken out of it. The names of properties that were saved again are a clash. */
function reverted(
  { before, after }: SavedChange,
  current: SetChange | undefined,
): { change: SetChange | undefined } | { clashes: string[] } {
  if (areAlike(current, after)) return { change: before };
  const kinds = new Set([before, after, current].flatMap((one) => one?.change ?? []));
  const [whole] = [current, after, before].flatMap((one) => one ?? []);
  // A new object without its first save is none.
  if (!whole || kinds.size > 1 || kinds.has('remove') || (kinds.has('new') && !(before && current))) {
    return { clashes: [] };
  }
  const valueIn = (one: SetChange | undefined, name: string) => one?.values[name];
  const all = new Set([...Object.keys(before?.values ?? {}), ...Object.keys(after?.values ?? {})]);
  const names = [...all].filter((name) => !isSame(valueIn(before, name), valueIn(after, name)));
  const clashes = names.filter((name) => !isSame(valueIn(current, name), valueIn(after, name)));
  if (clashes.length > 0) return { clashes };
  const change: SetChange = { ...whole, base: { ...current?.base }, values: { ...current?.values } };
  for (const name of names) {
    const [base, value] = [before?.base[name], valueIn(before, name)];
    delete change.base[name];
    delete change.values[name];
    if (base !== undefined) change.base[name] = base;
    if (value !== undefined) change.values[name] = value;
  }
  return { change: Object.keys(change.values).length === 0 ? undefined : change };
}

/** Undoes the saves of a transaction, each object by itself. */
export async function undoSaves(
  base: Content & Changing,
  saves: readonly SavedChange[],
  { dryRun, mayDo }: UndoOptions,
): Promise<Undone[]> {
  const undone: Undone[] = [];
  for (const saved of saves) {
    const { collection, id } = saved;
    const subject = { type: 'object', collection, id } as const;
    if (!mayDo(subject, saved.before ? 'update' : 'delete')) continue;
    const outcome = await base.store.locked(`${collection}/${id}`, () => undoSave(base, saved, dryRun));
    if (outcome === 'new') {
      if (!dryRun) await discard(base, saved.set, saved);
      undone.push({ subject, result: 'removed' });
    } else undone.push({ subject, ...outcome });
  }
  return undone;
}

/** `new`: an object that only the set has, which goes to the trash with its files. */
async function undoSave(
  base: Content & Changing,
  saved: SavedChange,
  dryRun: boolean,
): Promise<Omit<Undone, 'subject'> | 'new'> {
  const { set, collection, id, after } = saved;
  const { changeSets } = base.store;
  if (!hasSet(base, set)) return { result: 'skipped' };
  const current = changeSets.current(set).changes.get(collection)?.get(id);
  const result = reverted(saved, current);
  if ('clashes' in result) return { result: 'clash', properties: result.clashes };
  const { change } = result;
  if (areAlike(change, current)) return { result: 'unchanged' };
  if (!change && current?.change === 'new') return 'new';
  const live = await liveOf(base, saved);
  const { document } = change ? applied(id, live, change, mergeFieldsIn(base, collection)) : {};
  const lost = document ? missingFiles(base, collection, live, document) : {};
  if (Object.keys(lost).length > 0) return { result: 'skipped', properties: Object.keys(lost) };
  if (dryRun) return { result: 'restored' };
  if (change) await changeSets.write(set, saved, change, current);
  else if (current) await changeSets.remove(set, current);
  if (current && after) await clearFilesOfChange(base, set, current);
  changeSets.noteSave(base.change.transaction.id, { set, collection, id, before: current, after: change });
  return { result: 'restored' };
}
