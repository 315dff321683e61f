/** Undoes a transaction: a merge with what has changed since, never a return to the old state (spec/history.md#undo). */
import { mergeDocuments } from '../../contract/merge/merge.js';
import type { Clash } from '../../contract/merge/rules.js';
import type { ObjectDocument } from '../../contract/objects.js';
import { missing, PlinthError } from '../../errors.js';
import { mergeFieldsOf } from '../../schemas/merge-fields.js';
import type { Schema } from '../../schemas/schema.js';
import { revisionOf } from '../../store/history/revision.js';
import type { HistoryEntry } from '../../store/types/history.js';
import type { Base, WriteBase } from '../core/base.js';
import { changeObject } from '../objects/change.js';
import { removeObject } from '../objects/write.js';
import { type Subject, subjectOf } from './activity.js';
import { namesOf, restoreVersion, valuesOf } from './restore-version.js';
import { documentOfVersion } from './versions.js';

/**
 * What became of one subject: `restored` to what it was, `removed` since the transaction created it, `unchanged` since
 * nothing of the transaction is left, `clash` where later changes are in the way, `skipped` what cannot be undone so.
 */
export interface Undone {
  subject: Subject;
  result: 'restored' | 'removed' | 'unchanged' | 'clash' | 'skipped';
  /** Where later changes are in the way, as paths of properties. */
  properties?: string[];
  /** Why it was not undone, a sentence. */
  message?: string;
}

/** What undoing does to a subject; each needs the right of the request that would do the same. */
export type UndoOperation = 'create' | 'update' | 'delete';

export interface UndoOptions {
  /** Only reports what would happen. */
  dryRun: boolean;
  mayDo(subject: Subject, operation: UndoOperation): boolean;
}

/** An object before a transaction and after it, by revision; null where it did not exist. */
interface Step {
  collection: string;
  id: string;
  before: string | null;
  after: string | null;
}

/** Throws `missing` when the history has no change of this transaction that the caller may undo. */
export async function undoTransaction(
  base: WriteBase,
  transaction: string,
  { dryRun, mayDo }: UndoOptions,
): Promise<Undone[]> {
  const undone: Undone[] = [];
  for (const path of await pathsOf(base, transaction)) {
    const subject = subjectOf(path);
    const step = subject.type === 'object' && (await stepOf(base, path, transaction, subject));
    if (!step) {
      if (mayDo(subject, 'update')) undone.push({ subject, result: 'skipped', message: BY_HAND });
      continue;
    }
    const operation = step.after === null ? 'create' : step.before === null ? 'delete' : 'update';
    if (!mayDo(subject, operation)) continue;
    undone.push({ subject, ...(await undoStep(base, step, dryRun)) });
  }
  if (undone.length === 0) throw missing(`There is no transaction "${transaction}" that can be undone`);
  return undone;
}

const BY_HAND = 'Schemas and settings are restored one by one';
const DAY_MS = 24 * 3_600_000;

/** The files a transaction changed. Its id begins with its time; it may have gone on after midnight. */
async function pathsOf({ store }: Base, transaction: string): Promise<Set<string>> {
  await store.history.settle();
  const began = Number.parseInt(transaction.replaceAll('-', '').slice(0, 12), 16);
  const paths = new Set<string>();
  for (const day of store.history.days()) {
    const start = Date.parse(day);
    if (start + DAY_MS <= began || start > began + DAY_MS) continue;
    for (const entry of await store.history.activityOf(day)) {
      if (isOf(entry, transaction)) paths.add(entry.path);
    }
  }
  return paths;
}

const isOf = ({ change }: HistoryEntry, transaction: string): boolean =>
  change?.transaction.id === transaction;

async function stepOf(
  { store }: Base,
  path: string,
  transaction: string,
  { collection, id }: { collection: string; id: string },
): Promise<Step | undefined> {
  const entries = await store.history.entries(path);
  const first = entries.findIndex((entry) => isOf(entry, transaction));
  const last = entries.findLast((entry) => isOf(entry, transaction));
  if (!last) return undefined;
  return { collection, id, before: entries[first - 1]?.revision ?? null, after: last.revision };
}

type Outcome = Omit<Undone, 'subject'>;

const SINCE = 'It was changed since';

/** Errors of one object do not stop the others; faults of the disk do. */
async function undoStep(base: WriteBase, step: Step, dryRun: boolean): Promise<Outcome> {
  try {
    if (step.before === step.after) return { result: 'unchanged' };
    if (step.before === null) return await undoCreation(base, step, dryRun);
    if (step.after === null) return await undoDeletion(base, step, step.before, dryRun);
    return await undoChange(base, { ...step, before: step.before, after: step.after }, dryRun);
  } catch (error) {
    if (!(error instanceof PlinthError)) throw error;
    if (error.kind === 'stale' || error.kind === 'conflict')
      return { result: 'clash', message: error.message };
    if (['missing', 'validation', 'damaged'].includes(error.kind)) {
      return { result: 'skipped', message: error.message };
    }
    throw error;
  }
}

async function undoCreation(
  base: WriteBase,
  { collection, id, after }: Step,
  dryRun: boolean,
): Promise<Outcome> {
  const collectionIndex = await base.store.catalogue.collectionIndex(collection);
  const row = collectionIndex.get(id);
  if (!row) return { result: 'unchanged' };
  const etag = collectionIndex.etag(row);
  const bytes = base.store.files.document(collection, id);
  if (!bytes || revisionOf(bytes) !== after) return { result: 'clash', message: SINCE };
  if (!dryRun) await removeObject(base, collection, id, { ifMatch: etag });
  return { result: 'removed' };
}

async function undoDeletion(
  base: WriteBase,
  { collection, id }: Step,
  before: string,
  dryRun: boolean,
): Promise<Outcome> {
  if (await base.store.objects.read(collection, id)) return { result: 'clash', message: 'It exists again' };
  if (dryRun) await documentOfVersion(base, collection, id, before);
  else await restoreVersion(base, collection, id, before, {});
  return { result: 'restored' };
}

/** Ends a change that has nothing to write. */
class NoChange extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome.result);
    this.outcome = outcome;
  }
}

async function undoChange(
  base: WriteBase,
  { collection, id, before, after }: Step & { before: string; after: string },
  dryRun: boolean,
): Promise<Outcome> {
  const mine = await documentOfVersion(base, collection, id, before);
  const made = await documentOfVersion(base, collection, id, after);
  const edit = (schema: Schema, theirs: ObjectDocument) => {
    const { document, clashes } = mergeDocuments({ base: made, mine, theirs }, mergeFieldsOf(schema));
    if (clashes.length > 0) {
      throw new NoChange({ result: 'clash', message: SINCE, properties: clashes.map(placeOf) });
    }
    const merged: ObjectDocument = { ...document, id };
    const sent = valuesOf(merged, theirs, namesOf(merged, theirs));
    if (Object.keys(sent).length === 0) throw new NoChange({ result: 'unchanged' });
    return sent;
  };
  try {
    if (dryRun) {
      const stored = await base.store.objects.read(collection, id);
      if (!stored) throw missing('It no longer exists');
      edit(base.collections.get(collection).schema, stored.document);
    } else {
      await changeObject(base, collection, id, { mode: 'replace', sent: 'edit' }, ({ schema }, stored) => {
        if (!stored) throw missing('It no longer exists');
        return edit(schema, stored);
      });
    }
    return { result: 'restored' };
  } catch (error) {
    if (error instanceof NoChange) return error.outcome;
    throw error;
  }
}

const placeOf = ({ path }: Clash): string => path.join('.');
