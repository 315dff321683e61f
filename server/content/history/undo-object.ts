/**
 * Undoes changes to an object. Where no files come back, several objects are planned and written together
 * (content/batch); others are created, removed or changed by themselves.
 */
import { inSlices, Yielder } from '../../async/yielder.js';
import type { MergeFields } from '../../contract/merge/rules.js';
import { message } from '../../contract/messages/message.js';
import type { ObjectDocument } from '../../contract/objects.js';
import { conflict, missing, PlinthError } from '../../errors.js';
import { mergeFieldsOf } from '../../schemas/merge-fields.js';
import type { ReadFile, StoredObject } from '../../store/types/documents.js';
import { type PlannedObject, writeTogether } from '../batch/batch.js';
import type { Content, WriteBase } from '../core/base.js';
import { FormerFiles } from '../files/former-files.js';
import { changeObject } from '../objects/change.js';
import { changesIn, planEdit } from '../objects/plan.js';
import { restoreObject } from '../objects/restore.js';
import { isTaken } from '../objects/unique-values.js';
import { removeObject } from '../objects/write.js';
import type { Subject } from './activity.js';
import { namesOf, valuesOf } from './changed-values.js';
import { announceFiles } from './restore-version.js';
import { type StoredVersions, versionAt } from './stored-versions.js';
import { filesOfUndo, type UndoneFiles } from './undo-files.js';
import { type Folded, type Outcome, takeOut } from './undo-fold.js';
import type { Step } from './undo-steps.js';
import { dropEntryWith, outOfTrash, type Trashed } from './undo-trashed.js';

type ObjectSubject = Extract<Subject, { type: 'object' }>;

/** Runs of changes of an object, the newest first, with its versions. */
export interface ObjectChange {
  subject: ObjectSubject;
  steps: readonly Step[];
  stored: StoredVersions;
}

/** What undoing does to a subject; each needs the right of the request that would do the same. */
export type UndoOperation = 'create' | 'update' | 'delete';

export interface ObjectUndo {
  /** Only reports what would happen. */
  dryRun: boolean;
  mayDo(subject: Subject, operation: UndoOperation): boolean;
  trashed: Trashed;
}

/** What undoing would do, worked out on the object as it is now. */
interface Prepared {
  current: StoredObject | undefined;
  etag: string | undefined;
  /** Takes the changes out of another state of the object. */
  fold(document: ObjectDocument | null): Promise<Folded>;
  /** Its files of the versions, whose values are written back as they were. */
  read: readonly ReadFile[];
  files: UndoneFiles | undefined;
  outcome: Outcome;
  /** What it would hold; null: it would be removed, undefined: nothing is to be done. */
  document?: ObjectDocument | null;
}

async function prepared(
  base: WriteBase,
  { subject, steps, stored: versions }: ObjectChange,
  readCurrent = () => base.store.objects.read(subject.collection, subject.id),
): Promise<Prepared> {
  const { collection, id } = subject;
  const contents = await contentsOf(base, subject, steps, versions);
  const contentOf = (revision: string): ObjectDocument => contents.get(revision)?.document ?? { id };
  const fields: MergeFields = (name) => mergeFieldsOf(base.collections.get(collection).schema)(name);
  const fold = (document: ObjectDocument | null) =>
    inSlices(takeOut(document, steps, contentOf, fields), new Yielder());
  const collectionIndex = await base.store.catalogue.collectionIndex(collection);
  const row = collectionIndex.get(id);
  const etag = row && collectionIndex.etag(row);
  const current = await readCurrent();
  const stored = current?.document ?? null;
  const folded = await fold(stored);
  const files = await filesBack(base, subject, { steps, contentOf, folded });
  const read = [...contents.values()].map(({ file }) => file);
  const common = { current, etag, fold, read, files };
  if (files && files.inTheWay.length > 0) {
    const { text } = message('fileReplacedSince');
    return { ...common, outcome: { result: 'clash', message: text, properties: files.inTheWay } };
  }
  return { ...common, ...withFiles(outcomeOf(stored, folded, id), files, stored) };
}

/**
 * Undoes changes of objects that the caller may change, together or not at all. The answer lacks those that have to be
 * undone by themselves. Throws what `writeTogether` throws.
 */
export async function undoTogether<T extends ObjectChange>(
  base: WriteBase,
  changes: readonly T[],
  { dryRun }: Pick<ObjectUndo, 'dryRun'>,
): Promise<Map<T, Outcome>> {
  const outcomes = new Map<T, Outcome>();
  const plan = async (change: T): Promise<PlannedObject | undefined> => {
    outcomes.delete(change);
    try {
      const planned = await plannedUndo(base, change);
      if (planned) outcomes.set(change, planned.outcome);
      return planned?.write;
    } catch (error) {
      if (!(error instanceof NotWhole)) outcomes.set(change, outcomeOfError(error));
      return undefined;
    }
  };
  if (dryRun) for (const change of changes) await plan(change);
  else {
    const objects = changes.map((change) => ({ ...change.subject, change }));
    await writeTogether(base, objects, ({ change }) => plan(change));
  }
  return outcomes;
}

/** The file of an object is damaged, or another program is still writing it. */
class NotWhole extends Error {}

/** Throws `NotWhole` instead of waiting: others of the group are locked meanwhile. */
async function readAtOnce(
  { store }: WriteBase,
  { collection, id }: ObjectSubject,
): Promise<StoredObject | undefined> {
  try {
    return await store.objects.read(collection, id, false);
  } catch (error) {
    const damaged = error instanceof PlinthError && error.kind === 'damaged';
    throw damaged ? new NotWhole(error.message, { cause: error }) : error;
  }
}

interface PlannedUndo {
  outcome: Outcome;
  write?: PlannedObject;
}

/**
 * Undefined where the object is created or removed, or files come back. Throws `NotWhole`, `validation`, `missing`,
 * `damaged`.
 */
async function plannedUndo(base: WriteBase, change: ObjectChange): Promise<PlannedUndo | undefined> {
  const { subject } = change;
  const { current, read, outcome, document } = await prepared(base, change, () => readAtOnce(base, subject));
  if (document === undefined) return { outcome };
  if (document === null || !current || outcome.files || outcome.missingFiles) return undefined;
  const collection = base.collections.get(subject.collection);
  const { document: before } = current;
  const sent = valuesOf(document, before, namesOf(document, before));
  const collectionIndex = await base.store.catalogue.collectionIndex(subject.collection);
  const plan = await planEdit(
    base,
    collection,
    current,
    sent,
    'replace',
    isTaken(collectionIndex, before.id),
  );
  // A save fills in what an earlier version of another program lacks.
  const isLeft = changesIn(collection.schema, before, plan.document).length === 0;
  return isLeft
    ? { outcome: { result: 'unchanged' } }
    : { outcome, write: { plan: { ...plan, read }, sent } };
}

/** What an error of one object means for it. Throws what is not about one. */
export function outcomeOfError(error: unknown): Outcome {
  if (!(error instanceof PlinthError)) throw error;
  if (error.kind === 'stale' || error.kind === 'conflict') return { result: 'clash', message: error.message };
  if (['missing', 'invalid', 'validation', 'damaged'].includes(error.kind))
    return { result: 'skipped', message: error.message };
  throw error;
}

/**
 * Undoes changes of an object by itself. Undefined where the caller may not do it. Throws `validation`, `missing`,
 * `damaged`, `stale`, `conflict`.
 */
export async function undoAlone(
  base: WriteBase,
  change: ObjectChange,
  { dryRun, mayDo, trashed }: ObjectUndo,
): Promise<Outcome | undefined> {
  const { subject } = change;
  const { collection, id } = subject;
  const { current, etag, fold, read, files, outcome, document } = await prepared(base, change);
  if (document === undefined) return outcome;
  const operation = document === null ? 'delete' : current === undefined ? 'create' : 'update';
  if (!mayDo(subject, operation)) return undefined;
  if (dryRun) return outcome;
  if (document === null) {
    await removeObject(base, collection, id, { ifMatch: etag });
    return outcome;
  }
  if (!current && (await outOfTrash(base, collection, document, trashed)))
    return withoutFound(base, subject, outcome);
  const restored = current ? undefined : document;
  const back = await bringBack({ ...base, read }, subject, { document: restored, fold, files, outcome });
  if (restored) await dropEntryOfDeletion(base, change, trashed);
  return back;
}

/** Removes what the trash has of an object that is back otherwise than it was deleted. */
async function dropEntryOfDeletion(
  base: WriteBase,
  { subject: { collection, id }, steps, stored }: ObjectChange,
  trashed: Trashed,
): Promise<void> {
  const { before, after, deleted = before } = steps[0] ?? {};
  const entry = after === null && stored.entries.findLast(({ revision }) => revision === deleted);
  const version = entry && (await versionAt(base.store.history, stored, id, entry));
  if (version) await dropEntryWith(base, collection, version.document, trashed);
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
): Promise<Map<string, { document: ObjectDocument; file: ReadFile }>> {
  const contents = new Map<string, { document: ObjectDocument; file: ReadFile }>();
  for (const revision of new Set(steps.flatMap(({ before, after }) => [before, after]))) {
    if (revision === null) continue;
    const entry = stored.entries.findLast((one) => one.revision === revision);
    const content = entry && (await versionAt(history, stored, id, entry));
    if (!content) throw missing(message('revisionGone', { revision }));
    contents.set(revision, content);
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
