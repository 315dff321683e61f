/** Undoes changes: a merge with what has changed since, never a return to the old state (spec/history.md#undo). */
import { several } from '../../async/several.js';
import { inSlices, Yielder } from '../../async/yielder.js';
import type { Actor } from '../../contract/changes.js';
import type { MergeFields } from '../../contract/merge/rules.js';
import { message } from '../../contract/messages/message.js';
import type { ObjectDocument } from '../../contract/objects.js';
import { conflict, invalid, missing, PlinthError } from '../../errors.js';
import { mergeFieldsOf } from '../../schemas/merge-fields.js';
import { isOfSet } from '../../store/history/kept-paths.js';
import type { StoredObject } from '../../store/types/documents.js';
import type { HistoryEntry } from '../../store/types/history.js';
import type { Base, Content, WriteBase } from '../core/base.js';
import { FormerFiles } from '../files/former-files.js';
import { changeObject } from '../objects/change.js';
import { changesIn, planEdit } from '../objects/plan.js';
import { restoreObject } from '../objects/restore.js';
import { isTaken } from '../objects/unique-values.js';
import { removeObject } from '../objects/write.js';
import { isActor, type Subject, subjectOf } from './activity.js';
import { namesOf, valuesOf } from './changed-values.js';
import type { SettingsTarget } from './restore-file.js';
import { announceFiles } from './restore-version.js';
import { documentAt, filesOf, type StoredVersions } from './stored-versions.js';
import { undoFile } from './undo-file.js';
import { filesOfUndo, type UndoneFiles } from './undo-files.js';
import { type Folded, type Outcome, takeOut } from './undo-fold.js';
import {
  type Changes,
  changedPaths,
  changesOfTransaction,
  checkKept,
  type Step,
  stepsOf,
  versionsOfAll,
} from './undo-steps.js';
import { outOfTrash, type Trashed, trashedBy } from './undo-trashed.js';

/**
 * Whether a save of a document leaves the object as it is, since a save fills in what an earlier version of another
 * program lacks. Values with files are not looked at: their bytes may come back. Throws `validation`.
 */
async function isLeft(
  base: Base,
  name: string,
  stored: StoredObject,
  document: ObjectDocument,
): Promise<boolean> {
  const collection = base.collections.get(name);
  const before = stored.document;
  const sent = valuesOf(document, before, namesOf(document, before));
  const mayHaveFiles = (key: string) => {
    const property = collection.schema.properties.get(key);
    return property?.kind.files !== undefined || property?.children !== undefined;
  };
  if (Object.keys(sent).some(mayHaveFiles)) return false;
  const collectionIndex = await base.store.catalogue.collectionIndex(name);
  const plan = await planEdit(base, collection, stored, sent, 'replace', isTaken(collectionIndex, before.id));
  return changesIn(collection.schema, before, plan.document).length === 0;
}

/** What was changed, and the runs of changes that are undone. */
interface FoundChange {
  subject: Subject;
  steps: Step[];
  stored: StoredVersions;
}

/**
 * Objects are checked by the schema they had, and what was created is removed once nothing uses it: a collection without
 * objects, a schema without collections.
 */
function placeOf({ subject, steps }: FoundChange): number {
  const isNew = steps.at(-1)?.before === null;
  if (subject.type === 'schema') return isNew ? 3 : 0;
  return subject.type === 'collection' && isNew ? 2 : 1;
}

export interface Undone extends Outcome {
  subject: Subject;
}

/** What undoing does to a subject; each needs the right of the request that would do the same. */
export type UndoOperation = 'create' | 'update' | 'delete';

export interface UndoOptions {
  /** Only reports what would happen. */
  dryRun: boolean;
  /** Ends it between two subjects; what was undone until then stays so. */
  signal?: AbortSignal;
  /** Called before each subject. */
  progress?(event: { done: number; of: number }): void;
  settings: SettingsTarget;
  mayDo(subject: Subject, operation: UndoOperation): boolean;
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

async function undoChanges(base: WriteBase, changes: Changes, options: UndoOptions): Promise<Undone[]> {
  const changed = await changedPaths(base, changes);
  const paths = new Map([...changed].filter(([path]) => !isOfSet(path)));
  const { most = paths.size } = changes;
  if (paths.size > most) {
    throw invalid(message('undoLimit', { limit: most }), {
      since: [message('coversObjects', { count: paths.size })],
    });
  }
  const found: FoundChange[] = [];
  const versionsOf = await versionsOfAll(base, [...paths.keys()]);
  const yielder = new Yielder();
  for (const [path, logged] of paths) {
    const stored = versionsOf(path);
    found.push({ subject: subjectOf(path), stored, steps: stepsOf(stored.entries, logged, changes.isOf) });
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  const trashed = trashedBy(base, ({ kind }) => kind === 'object' || kind === 'schema');
  found.sort((a, b) => placeOf(a) - placeOf(b));
  const isAloneIn = (one: FoundChange) => isAlone(base, one);
  return undoEach(found, isAloneIn, options, async (one) =>
    options.mayDo(one.subject, operationOf(one.steps))
      ? undoSteps(base, one, { ...options, trashed })
      : undefined,
  );
}

/** Objects that are undone at the same time: most of the work on one is waiting for the disk. */
const AT_ONCE = 8;

/** Undoes what was done to subjects, tells how far it is, and ends where the caller has left; without those it may not undo. */
export async function undoEach<T extends { readonly subject: Subject }>(
  all: readonly T[],
  isAloneIn: (one: T) => boolean,
  { signal, progress }: Pick<UndoOptions, 'signal' | 'progress'>,
  undo: (one: T) => Promise<Outcome | undefined>,
): Promise<Undone[]> {
  let done = 0;
  const outcomes: (Undone | undefined)[] = [];
  await several(all, { most: AT_ONCE, isAlone: isAloneIn }, async (one, at) => {
    if (signal?.aborted) return;
    progress?.({ done, of: all.length });
    const outcome = await undo(one);
    done += 1;
    outcomes[at] = outcome && { subject: one.subject, ...outcome };
  });
  return outcomes.filter((one) => one !== undefined);
}

/** Whether it has to be undone when all before it is: what is no object, and objects whose values depend on others. */
function isAlone({ collections }: Content, { subject, steps }: FoundChange): boolean {
  if (subject.type !== 'object' || !collections.has(subject.collection)) return true;
  return steps.length > 0 && collections.get(subject.collection).oneAtATime;
}

/** What undoing steps would usually do to an object. */
function operationOf(steps: readonly Step[]): UndoOperation {
  if (steps.at(0)?.after === null) return 'create';
  const first = steps.at(-1);
  return first?.before === null && !first.dropped ? 'delete' : 'update';
}

type ObjectSubject = Extract<Subject, { type: 'object' }>;

/** Undefined where the caller may not do it. Errors of one object do not stop the others; faults of the disk do. */
async function undoSteps(
  base: WriteBase,
  { subject, steps, stored }: FoundChange,
  options: UndoOptions & { trashed: Trashed },
): Promise<Outcome | undefined> {
  if (steps.length === 0) return { result: 'unchanged' };
  if (steps.length > MAX_STEPS) return { result: 'skipped', message: message('changedTooOften').text };
  try {
    checkKept(steps);
    if (subject.type === 'object') return await undoObject(base, subject, { steps, stored }, options);
    return await undoFile(base, subject, steps, options);
  } catch (error) {
    if (!(error instanceof PlinthError)) throw error;
    if (error.kind === 'stale' || error.kind === 'conflict')
      return { result: 'clash', message: error.message };
    if (['missing', 'invalid', 'validation', 'damaged'].includes(error.kind)) {
      return { result: 'skipped', message: error.message };
    }
    throw error;
  }
}

async function undoObject(
  base: WriteBase,
  object: ObjectSubject,
  { steps, stored: versions }: Pick<FoundChange, 'steps' | 'stored'>,
  { dryRun, mayDo, trashed }: UndoOptions & { trashed: Trashed },
): Promise<Outcome | undefined> {
  const { collection, id } = object;
  const contents = await contentsOf(base, object, steps, versions);
  const contentOf = (revision: string): ObjectDocument => contents.get(revision) ?? { id };
  const fields: MergeFields = (name) => mergeFieldsOf(base.collections.get(collection).schema)(name);
  const fold = (document: ObjectDocument | null) =>
    inSlices(takeOut(document, steps, contentOf, fields), new Yielder());
  const collectionIndex = await base.store.catalogue.collectionIndex(collection);
  const row = collectionIndex.get(id);
  const etag = row && collectionIndex.etag(row);
  const current = await base.store.objects.read(collection, id);
  const stored = current?.document ?? null;
  const folded = await fold(stored);
  const files = await filesBack(base, object, { steps, contentOf, folded });
  if (files && files.inTheWay.length > 0) {
    return { result: 'clash', message: message('fileReplacedSince').text, properties: files.inTheWay };
  }
  const { outcome, document } = withFiles(outcomeOf(stored, folded, id), files, stored);
  if (document === undefined) return outcome;
  const operation = document === null ? 'delete' : stored === null ? 'create' : 'update';
  if (!mayDo(object, operation)) return undefined;
  if (current && document && !outcome.files && (await isLeft(base, collection, current, document))) {
    return { result: 'unchanged' };
  }
  if (dryRun) return outcome;
  if (document === null) await removeObject(base, collection, id, { ifMatch: etag });
  else if (stored === null && (await outOfTrash(base, collection, document, trashed))) {
    return withoutFound(base, object, outcome);
  } else
    return bringBack({ ...base, read: await filesOf(base.store.history, contents.keys()) }, object, {
      document: stored === null ? document : undefined,
      fold,
      files,
      outcome,
    });
  return outcome;
}

/** The outcome with the files as missing that the trash does not have either. */
function withoutFound(
  { store: { files } }: Content,
  { collection, id }: ObjectSubject,
  { missingFiles = [], ...outcome }: Outcome,
): Outcome {
  const lost = missingFiles.filter((path) => files.stamp(collection, id, path) === undefined);
  return { ...outcome, ...(lost.length > 0 && { missingFiles: lost }) };
}

/** The contents of the revisions of steps. Throws `missing` for one that is no longer kept, `damaged`. */
async function contentsOf(
  { store: { history } }: Content,
  { id }: ObjectSubject,
  steps: readonly Step[],
  stored: StoredVersions,
): Promise<Map<string, ObjectDocument>> {
  const contents = new Map<string, ObjectDocument>();
  for (const revision of new Set(steps.flatMap(({ before, after }) => [before, after]))) {
    if (revision === null) continue;
    const entry = stored.entries.findLast((one) => one.revision === revision);
    const document = entry && (await documentAt(history, stored, id, entry));
    if (!document) throw missing(message('revisionGone', { revision }));
    contents.set(revision, document);
  }
  return contents;
}

/** What undoing means for an object; `document` is what it would hold, undefined where nothing is to be done. */
function outcomeOf(
  stored: ObjectDocument | null,
  folded: Folded,
  id: string,
): { outcome: Outcome; document?: ObjectDocument | null } {
  if ('inTheWay' in folded) return { outcome: { result: 'clash', ...folded.inTheWay } };
  if (folded.document === null) {
    if (stored === null) return { outcome: { result: 'unchanged' } };
    return { outcome: { result: 'removed' }, document: null };
  }
  const document = { ...folded.document, id };
  const same = stored && Object.keys(valuesOf(document, stored, namesOf(document, stored))).length === 0;
  return same ? { outcome: { result: 'unchanged' } } : { outcome: { result: 'restored' }, document };
}

/** Ends a change that has nothing to write. */
class NoChange extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome.result);
    this.outcome = outcome;
  }
}

/** Undefined where nothing is left, or later changes are in the way. */
async function filesBack(
  base: WriteBase,
  object: ObjectSubject,
  { folded, ...asked }: Pick<Parameters<typeof filesOfUndo>[1], 'steps' | 'contentOf'> & { folded: Folded },
): Promise<UndoneFiles | undefined> {
  if ('inTheWay' in folded || folded.document === null) return undefined;
  return filesOfUndo(base, { ...object, ...asked, document: { ...folded.document, id: object.id } });
}

/** The outcome with its files: where only their bytes differ, they are restored. */
function withFiles(
  { outcome, document }: ReturnType<typeof outcomeOf>,
  files: UndoneFiles | undefined,
  stored: ObjectDocument | null,
): ReturnType<typeof outcomeOf> {
  if (!files || (outcome.result !== 'restored' && files.files.length === 0))
    return { outcome, ...(document !== undefined && { document }) };
  const whole = document ?? stored;
  return {
    outcome: {
      ...outcome,
      result: 'restored',
      ...(files.files.length > 0 && { files: files.files.map(({ path }) => path) }),
      ...(files.lost.length > 0 && { missingFiles: files.lost }),
    },
    ...(whole !== null && { document: whole }),
  };
}

interface ComingBack {
  /** Of an object that is created again. */
  document: ObjectDocument | undefined;
  fold(document: ObjectDocument): Promise<Folded>;
  files: UndoneFiles | undefined;
  outcome: Outcome;
}

/** Writes what an undo makes of an object, with the bytes of its files. */
async function bringBack(
  base: WriteBase,
  object: ObjectSubject,
  { document, fold, files, outcome }: ComingBack,
): Promise<Outcome> {
  const { collection } = object;
  const former = await FormerFiles.stage(base, files?.files ?? [], files?.lost ?? []);
  try {
    const result = document
      ? await restoreObject(base, collection, document, {
          replace: false,
          files: former.forNewObject(),
        }).then(() => outcome)
      : await changed(base, object, { fold, former, outcome });
    announceFiles(base, object, former.placed);
    const { missingFiles: _missing, ...rest } = result;
    return { ...rest, ...(former.lost.length > 0 && { missingFiles: former.lost }) };
  } finally {
    await former.discard();
  }
}

async function changed(
  base: WriteBase,
  { collection, id }: ObjectSubject,
  { fold, former, outcome: expected }: Pick<ComingBack, 'fold' | 'outcome'> & { former: FormerFiles },
): Promise<Outcome> {
  const options = { mode: 'replace', sent: 'edit', former } as const;
  try {
    await changeObject(base, collection, id, options, async (_bound, stored) => {
      if (!stored) throw missing(message('existsNoLonger'));
      const { outcome, document } = outcomeOf(stored, await fold(stored), id);
      if (document === null) throw conflict(message('changedMeanwhile'));
      if (!document && (expected.files === undefined || outcome.result !== 'unchanged')) {
        throw new NoChange(outcome);
      }
      return document ? valuesOf(document, stored, namesOf(document, stored)) : {};
    });
    return expected;
  } catch (error) {
    if (error instanceof NoChange) return error.outcome;
    throw error;
  }
}
