/** Undoes saves into change sets: a merge with what was saved since, by property (spec/change-sets.md#saving). */
import { isSame } from '../../contract/merge/equality.js';
import { PlinthError } from '../../errors.js';
import { applied } from '../../store/change-sets/set-values.js';
import { type ChangeAddress, changeAt, infoPath } from '../../store/history/kept-paths.js';
import type { SetChange } from '../../store/types/change-sets.js';
import type { Content, WriteBase } from '../core/base.js';
import type { Subject } from '../history/activity.js';
import { changeOfRevision } from '../history/set-versions.js';
import { type Undone, type UndoOptions, UndoRun } from '../history/undo.js';
import type { Outcome } from '../history/undo-fold.js';
import { changedPaths, changesOfTransaction, checkKept, stepsOf } from '../history/undo-steps.js';
import { entryWith, isGoneOrTaken, type Trashed, trashedBy } from '../history/undo-trashed.js';
import { listTrash, restoreEntry } from '../trash.js';
import { hasSet, liveOf, mergeFieldsIn } from './change-sets.js';
import { discard } from './discard.js';
import { dropDecided } from './own-suggestions.js';
import { clearFilesOfChange, missingFiles } from './set-files.js';

/** What a transaction has changed in a set; undefined where the set did nothing to the object. */
export interface SavedChange extends ChangeAddress {
  readonly before: SetChange | undefined;
  readonly after: SetChange | undefined;
  /** Its set went to the trash in the same transaction: dropped, or as a suggestion of which nothing was left. */
  readonly isSetDropped: boolean;
  /** What last changed it in the set was an undo. */
  readonly isUndone: boolean;
  /** What cannot be undone, as the versions are no longer kept. */
  readonly problem?: string;
}

export interface Saves {
  readonly saves: readonly SavedChange[];
  /** Those of objects that the transaction has changed live as well, by publishing them. */
  readonly published: readonly SavedChange[];
  /** Whether it has changed what is live. */
  readonly isLive: boolean;
}

/** What a transaction has changed in sets, by the history. */
export async function savesOf(base: Content, transaction: string): Promise<Saves> {
  const { history } = base.store;
  const changes = changesOfTransaction(transaction);
  const paths = await changedPaths(base, changes);
  const inSets = [...paths.keys()].filter(changeAt);
  const sets = new Set(inSets.map((path) => changeAt(path)?.set ?? ''));
  const infos = await history.entriesOf([...sets].map(infoPath));
  const dropped = new Set(
    [...sets].filter((set) =>
      infos.get(infoPath(set))?.some((entry) => entry.revision === null && changes.isOf(entry)),
    ),
  );
  const kept = await history.entriesOf(inSets);
  const saves: SavedChange[] = [];
  for (const path of inSets) {
    const address = changeAt(path);
    const steps = stepsOf(kept.get(path) ?? [], paths.get(path) ?? [], changes.isOf);
    const [last, first] = [steps[0], steps.at(-1)];
    if (!address || !last || !first) continue;
    const saved = {
      ...address,
      isSetDropped: dropped.has(address.set),
      isUndone: kept.get(path)?.at(-1)?.change?.transaction.kind === 'undo',
    };
    try {
      checkKept(steps);
      const [before, after] = [
        await changeOfRevision(base, first.before),
        await changeOfRevision(base, last.after),
      ];
      saves.push({ ...saved, before, after });
    } catch (error) {
      if (!(error instanceof PlinthError)) throw error;
      saves.push({ ...saved, before: undefined, after: undefined, problem: error.message });
    }
  }
  const published = saves.filter(({ collection, id }) => paths.has(`${collection}/${id}.json`));
  return { saves, published, isLive: inSets.length < paths.size };
}

const areAlike = (a: SetChange | undefined, b: SetChange | undefined): boolean =>
  a === b ||
  (a !== undefined && b !== undefined && a.change === b.change && isSame(a.values, b.values, false));

/** What is left of a change when a save is taken out of it. The names of properties that were saved again are a clash. */
function reverted(
  { before, after, isSetDropped, isUndone }: SavedChange,
  current: SetChange | undefined,
): { change: SetChange | undefined } | { clashes: string[] } {
  if (areAlike(current, after)) return { change: before };
  // It has come back with its set, from the trash, or by an undo before.
  if ((isSetDropped || !after || isUndone) && areAlike(current, before)) return { change: current };
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

/** Undoes the saves of a transaction, each object by itself: in all sets that it was saved in, or in none. */
export async function undoSaves(
  base: WriteBase,
  saves: readonly SavedChange[],
  options: UndoOptions,
): Promise<Undone[]> {
  const trashed = trashedBy(base, ({ kind }) => kind === 'change');
  const objects = new Map<string, SavesOfObject>();
  for (const saved of saves) {
    const { collection, id } = saved;
    const key = `${collection}/${id}`;
    const others = objects.get(key)?.saves ?? [];
    objects.set(key, { subject: { type: 'object', collection, id }, saves: [...others, saved] });
  }
  // A set comes out of the trash with the first of its objects, and goes there with the last.
  const isAlone = (unit: readonly SavesOfObject[]) =>
    unit.some((object) => object.saves.some(({ isSetDropped }) => isSetDropped));
  const run = new UndoRun(objects.size, options);
  const units = [...objects.values()].map((object) => [object]);
  await run.each(units, { most: AT_ONCE, isAlone }, async ([object], ended) => {
    if (object && options.mayDo(object.subject, 'update'))
      ended(object, await undoSavesOf(base, object, options, trashed));
  });
  return run.undone;
}

/** Objects that are undone at the same time: most of the work on one is waiting for the disk. */
const AT_ONCE = 8;

interface SavesOfObject {
  readonly subject: Extract<Subject, { type: 'object' }>;
  readonly saves: readonly SavedChange[];
}

async function undoSavesOf(
  base: WriteBase,
  { subject: { collection, id }, saves }: SavesOfObject,
  { dryRun }: UndoOptions,
  trashed: Trashed,
): Promise<Outcome> {
  const back: boolean[] = [];
  for (const saved of dryRun ? [] : saves) {
    if (saved.isSetDropped) back.push(await bringSetBack(base, saved.set));
    if (saves.length === 1 && saved.before && !saved.after)
      back.push(await bringChangeBack(base, saved, saved.before, trashed));
  }
  const { fresh, ...outcome } = await base.store.locked(`${collection}/${id}`, () =>
    undoObject(base, saves, dryRun),
  );
  for (const saved of dryRun ? [] : (fresh ?? [])) await discard(base, saved.set, saved);
  for (const { isSetDropped, set } of dryRun ? [] : saves) if (isSetDropped) await dropDecided(base, set);
  const isBack = outcome.result === 'unchanged' && back.includes(true);
  return { ...outcome, ...(isBack && { result: 'restored' }) };
}

/** Takes a set out of the trash; false where it is there. */
async function bringSetBack(base: WriteBase, set: string): Promise<boolean> {
  if (hasSet(base, set)) return false;
  const entry = (await listTrash(base)).find((one) => one.kind === 'changeSet' && one.set === set);
  if (entry) await restoreEntry(base, entry);
  return entry !== undefined;
}

/** Takes a dropped change out of the trash, with its files; false where it is in its set, or not so in the trash. */
async function bringChangeBack(
  base: WriteBase,
  { set, collection, id }: SavedChange,
  before: SetChange,
  trashed: Trashed,
): Promise<boolean> {
  if (!hasSet(base, set) || base.store.changeSets.change(set, { collection, id })) return false;
  const entries = (await trashed(collection, id)).filter((one) => one.set === set);
  const entry = await entryWith(
    base,
    entries,
    ({ change, at, base: former, values }) =>
      change === before.change &&
      at === before.at &&
      isSame(former, before.base, false) &&
      isSame(values, before.values, false),
  );
  if (!entry) return false;
  try {
    await restoreEntry(base, entry);
    return true;
  } catch (error) {
    if (isGoneOrTaken(error)) return false;
    throw error;
  }
}

/** `fresh`: what only a set has, which goes to the trash with its files. */
async function undoObject(
  base: WriteBase,
  saves: readonly SavedChange[],
  dryRun: boolean,
): Promise<Outcome & { fresh?: readonly SavedChange[] }> {
  const { changeSets } = base.store;
  const gone = saves.find(({ problem }) => problem !== undefined);
  if (gone?.problem !== undefined) return { result: 'skipped', message: gone.problem };
  const steps = saves.map((saved) => {
    const { set, collection, id } = saved;
    const current = changeSets.change(set, { collection, id });
    return { saved, current, result: reverted(saved, current) };
  });
  if (saves.some(({ set, isSetDropped }) => !hasSet(base, set) && !(dryRun && isSetDropped)))
    return { result: 'skipped' };
  const clashes = steps.flatMap(({ result }) => ('clashes' in result ? [result.clashes] : []));
  if (clashes.length > 0) return { result: 'clash', properties: clashes.flat() };
  const open = steps.flatMap(({ saved, current, result }) =>
    'change' in result && !areAlike(result.change, current)
      ? [{ saved, current, change: result.change }]
      : [],
  );
  if (open.length === 0) return { result: 'unchanged' };
  for (const { saved, change } of open) {
    const live = await liveOf(base, saved);
    const { document } = change ? applied(saved.id, live, change, mergeFieldsIn(base, saved.collection)) : {};
    const lost = document ? missingFiles(base, saved.collection, live, document) : {};
    if (Object.keys(lost).length > 0) return { result: 'skipped', properties: Object.keys(lost) };
  }
  const isFresh = ({ current, change, saved }: (typeof open)[number]) =>
    !change && current?.change === 'new' && !open.some((one) => one.saved !== saved && one.change);
  const fresh = open.filter(isFresh).map(({ saved }) => saved);
  const result = fresh.length > 0 ? 'removed' : 'restored';
  if (dryRun) return { result };
  for (const step of open.filter((one) => !isFresh(one))) {
    const { saved, current, change } = step;
    if (change) await changeSets.write(saved.set, saved, { change, expect: current }, base.change);
    else if (current) await changeSets.remove(saved.set, current, base.change);
    if (current) await clearFilesOfChange(base, saved.set, current);
  }
  return { result, fresh };
}

/**
 * Brings changes that were published back into their sets, of objects that are live as they were before: all of them, also
 * where the caller has left, since they are part of what was undone.
 */
export async function bringBack(
  base: WriteBase,
  published: readonly SavedChange[],
  undone: readonly Undone[],
  { settings, mayDo, dryRun }: UndoOptions,
): Promise<void> {
  const back = new Set<string>();
  for (const { subject, result } of undone) {
    const isBack = result === 'restored' || result === 'removed';
    if (isBack && subject.type === 'object') back.add(`${subject.collection}/${subject.id}`);
  }
  const isBack = ({ collection, id }: SavedChange) => back.has(`${collection}/${id}`);
  if (!dryRun) await undoSaves(base, published.filter(isBack), { settings, mayDo, dryRun });
}
