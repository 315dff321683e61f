/** Undoes changes: a merge with what has changed since, never a return to the old state (spec/history.md#undo). */
import { several } from '../../async/several.js';
import { Yielder } from '../../async/yielder.js';
import type { Actor } from '../../contract/changes.js';
import { message } from '../../contract/messages/message.js';
import { invalid, missing, PlinthError } from '../../errors.js';
import { isOfSet } from '../../store/history/kept-paths.js';
import type { HistoryEntry } from '../../store/types/history.js';
import type { WriteBase } from '../core/base.js';
import { isActor, type Subject, subjectOf } from './activity.js';
import type { SettingsTarget } from './restore-file.js';
import type { StoredVersions } from './stored-versions.js';
import { undoFile } from './undo-file.js';
import type { Outcome } from './undo-fold.js';
import {
  type ObjectChange,
  type ObjectUndo,
  outcomeOfError,
  type UndoOperation,
  undoAlone,
  undoTogether,
} from './undo-object.js';
import {
  type Changes,
  changedPaths,
  changesOfTransaction,
  checkKept,
  type Step,
  stepsOf,
  versionsOfAll,
} from './undo-steps.js';
import { trashedBy } from './undo-trashed.js';

export type { UndoOperation };

/** What was changed, and the runs of changes that are undone. */
interface FoundChange {
  subject: Subject;
  steps: Step[];
  stored: StoredVersions;
}

export interface Undone extends Outcome {
  subject: Subject;
}

export interface UndoOptions extends Omit<ObjectUndo, 'trashed'> {
  /** Ends it between two objects or groups of them; what was undone until then stays so. */
  signal?: AbortSignal;
  /** Called before each of these. */
  progress?(event: { done: number; of: number }): void;
  settings: SettingsTarget;
}

/** Most files of one undo by actor and time. */
const MAX_UNDONE = 10_000;
/** Most runs of changes that are taken out of one object. */
const MAX_STEPS = 200;

/** Throws `missing` when the history has no change of this transaction that the caller may undo. */
export async function undoTransaction(
  base: WriteBase,
  transaction: string,
  options: UndoOptions,
): Promise<Undone[]> {
  const undone = await undoChanges(base, changesOfTransaction(transaction), options);
  if (undone.length === 0) throw missing(message('transactionNotUndoable', { transaction }));
  return undone;
}

export interface WorkOfActor {
  /** Kind of the actor, its id or its name. */
  actor: string;
  /** ms since 1970; `until` is not included. */
  since: number;
  until: number;
  shownActor(actor: Actor): Actor;
}

/** Undoes what an actor did in a period, on each object as one merge. Throws `invalid` when it is too much. */
export async function undoWorkOf(
  base: WriteBase,
  { actor, since, until, shownActor }: WorkOfActor,
  options: UndoOptions,
): Promise<Undone[]> {
  const isOf = (entry: HistoryEntry) =>
    entry.at >= since && entry.at < until && entry.kind !== 'found' && isActor(entry, actor, shownActor);
  return undoChanges(base, { from: since, to: until, isOf, most: MAX_UNDONE }, options);
}

type Logged = [path: string, entries: readonly HistoryEntry[]];

/** The versions of so many files are in memory at a time, or of a sixteenth: each reading looks through the index. */
const READ_TOGETHER = 200;
const MOST_READINGS = 16;

async function undoChanges(base: WriteBase, changes: Changes, options: UndoOptions): Promise<Undone[]> {
  const changed = await changedPaths(base, changes);
  const paths: Logged[] = [...changed].filter(([path]) => !isOfSet(path));
  const { most = paths.length } = changes;
  if (paths.length > most) {
    throw invalid(message('undoLimit', { limit: most }), {
      since: [message('coversObjects', { count: paths.length })],
    });
  }
  // What this undo writes itself may be of the period, too.
  const own = base.change.transaction.id;
  const isOf = (entry: HistoryEntry) => entry.change?.transaction.id !== own && changes.isOf(entry);
  const trashed = trashedBy(base, ({ kind }) => kind === 'object' || kind === 'schema');
  const run = new UndoRun(paths.length, options);
  const undo = async (found: readonly FoundChange[]) => {
    const isAloneIn = ([one]: readonly FoundChange[]) => one === undefined || isAlone(base, one);
    await run.each(unitsOf(base, found), { most: UNITS_AT_ONCE, isAlone: isAloneIn }, (unit, ended) =>
      undoUnit(base, unit, { ...options, trashed }, ended),
    );
  };
  const isObject = ([path]: Logged) => subjectOf(path).type === 'object';
  const others = await foundIn(
    base,
    paths.filter((one) => !isObject(one)),
    isOf,
  );
  // Objects are checked by the schema they had.
  await undo(others.filter((one) => !isNew(one)).sort((a, b) => Number(isSchema(b)) - Number(isSchema(a))));
  const objects = paths.filter(isObject);
  const size = Math.max(READ_TOGETHER, Math.ceil(objects.length / MOST_READINGS));
  for (let at = 0; at < objects.length && options.signal?.aborted !== true; at += size)
    await undo(await foundIn(base, objects.slice(at, at + size), isOf));
  // Removed once nothing uses it: a collection without objects, a schema without collections.
  await undo(others.filter(isNew).sort((a, b) => Number(isSchema(a)) - Number(isSchema(b))));
  return run.undone;
}

const isNew = ({ steps }: FoundChange): boolean => steps.at(-1)?.before === null;

const isSchema = ({ subject }: FoundChange): boolean => subject.type === 'schema';

/** What was changed in files, by their versions now. */
async function foundIn(
  base: WriteBase,
  paths: readonly Logged[],
  isOf: Changes['isOf'],
): Promise<FoundChange[]> {
  const found: FoundChange[] = [];
  const versionsOf = await versionsOfAll(
    base,
    paths.map(([path]) => path),
  );
  const yielder = new Yielder();
  for (const [path, logged] of paths) {
    const stored = versionsOf(path);
    found.push({ subject: subjectOf(path), stored, steps: stepsOf(stored.entries, logged, isOf) });
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return found;
}

/** Units that are undone at the same time: some of the work on one is waiting for the disk. */
const UNITS_AT_ONCE = 2;
/** Objects of a unit, which are written together where no files come back. */
const MOST_IN_UNIT = 20;
/** Bytes of their files after which a unit takes no more: several versions of each are in memory. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Those of a unit that are undone by themselves, at the same time. */
const AT_ONCE = 4;

/** Objects that do not have to be undone when all before them are, some together. */
function unitsOf(base: WriteBase, found: readonly FoundChange[]): FoundChange[][] {
  const units: FoundChange[][] = [];
  let open: FoundChange[] | undefined;
  let bytes = 0;
  for (const one of found) {
    const alone = isAlone(base, one);
    if (!alone && open && open.length < MOST_IN_UNIT && bytes < MOST_BYTES) open.push(one);
    else {
      open = [one];
      bytes = 0;
      units.push(open);
      if (alone) open = undefined;
    }
    bytes += one.stored.entries.at(-1)?.stamp?.size ?? 0;
  }
  return units;
}

/** Tells how far an undo is, and ends it where the caller has left. */
export class UndoRun {
  readonly undone: Undone[] = [];
  readonly #of: number;
  readonly #options: Pick<UndoOptions, 'signal' | 'progress'>;
  #done = 0;

  /** `of`: how many subjects there are. */
  constructor(of: number, options: Pick<UndoOptions, 'signal' | 'progress'>) {
    this.#of = of;
    this.#options = options;
  }

  /** Undoes subjects, which are reported in their order; those without an outcome are left out. */
  async each<T extends { readonly subject: Subject }>(
    units: readonly (readonly T[])[],
    options: Parameters<typeof several<readonly T[]>>[1],
    undo: (unit: readonly T[], ended: (one: T, outcome: Outcome | undefined) => void) => Promise<void>,
  ): Promise<void> {
    const { signal, progress } = this.#options;
    const outcomes = new Map<T, Outcome | undefined>();
    await several(units, options, async (unit) => {
      if (signal?.aborted) return;
      progress?.({ done: this.#done, of: this.#of });
      await undo(unit, (one, outcome) => {
        this.#done += 1;
        outcomes.set(one, outcome);
      });
    });
    for (const one of units.flat()) {
      const outcome = outcomes.get(one);
      if (outcome) this.undone.push({ subject: one.subject, ...outcome });
    }
  }
}

/** Whether it has to be undone when all before it is: what is no object, and objects whose values depend on others. */
function isAlone({ collections }: WriteBase, { subject, steps }: FoundChange): boolean {
  if (subject.type !== 'object' || !collections.has(subject.collection)) return true;
  return steps.length > 0 && collections.get(subject.collection).oneAtATime;
}

type Options = UndoOptions & ObjectUndo;

type Ended<T> = (one: T, outcome: Outcome | undefined) => void;

/** Undoes subjects of a unit: changed objects together, where no files come back, others by themselves. */
async function undoUnit(
  base: WriteBase,
  unit: readonly FoundChange[],
  options: Options,
  ended: Ended<FoundChange>,
): Promise<void> {
  const isAllowed = ({ subject, steps }: FoundChange) => options.mayDo(subject, operationOf(steps));
  for (const one of unit) if (!isAllowed(one)) ended(one, undefined);
  const allowed = unit.filter(isAllowed);
  const updates = allowed.filter(isUpdate(base));
  const together = new Map<FoundChange, Outcome>(await undoneTogether(base, updates, options));
  for (const [one, outcome] of together) ended(one, outcome);
  const rest = allowed.filter((one) => !together.has(one));
  await several(rest, { most: AT_ONCE, isAlone: () => false }, async (one) => {
    if (!options.signal?.aborted) ended(one, await undoSteps(base, one, options));
  });
}

const isUpdate =
  ({ collections }: WriteBase) =>
  (one: FoundChange): one is FoundChange & ObjectChange =>
    one.subject.type === 'object' &&
    collections.has(one.subject.collection) &&
    one.steps.length > 0 &&
    one.steps.length <= MAX_STEPS &&
    !one.steps.some(({ dropped }) => dropped) &&
    operationOf(one.steps) === 'update';

/** Where one object keeps the others from being written, each is by itself. */
async function undoneTogether<T extends ObjectChange>(
  base: WriteBase,
  changes: readonly T[],
  options: ObjectUndo,
): Promise<Map<T, Outcome>> {
  const [first] = changes;
  if (first === undefined) return new Map();
  try {
    return await undoTogether(base, changes, options);
  } catch (error) {
    if (changes.length === 1) return new Map([[first, outcomeOfError(error)]]);
    if (!(error instanceof PlinthError)) throw error;
    const each: [T, Outcome][] = [];
    for (const one of changes) each.push(...(await undoneTogether(base, [one], options)));
    return new Map(each);
  }
}

/** What undoing steps would usually do to an object. */
function operationOf(steps: readonly Step[]): UndoOperation {
  if (steps.at(0)?.after === null) return 'create';
  const first = steps.at(-1);
  return first?.before === null && !first.dropped ? 'delete' : 'update';
}

/** Undefined where the caller may not do it. Errors of one object do not stop the others; faults of the disk do. */
async function undoSteps(
  base: WriteBase,
  { subject, steps, stored }: FoundChange,
  options: Options,
): Promise<Outcome | undefined> {
  if (steps.length === 0) return { result: 'unchanged' };
  if (steps.length > MAX_STEPS) return { result: 'skipped', message: message('changedTooOften').text };
  try {
    checkKept(steps);
    return subject.type === 'object'
      ? await undoAlone(base, { subject, steps, stored }, options)
      : await undoFile(base, subject, steps, options);
  } catch (error) {
    return outcomeOfError(error);
  }
}
