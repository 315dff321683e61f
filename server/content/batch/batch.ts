/**
 * Many changes in one request, all or nothing: everything is checked under the locks of all objects concerned, then
 * written through the store's journal, which also holds when the process is killed in between.
 */

import { Yielder } from '../../async/yielder.js';
import { message } from '../../contract/messages/message.js';
import type { ObjectDocument, SentProperties } from '../../contract/objects.js';
import type { JsonValue } from '../../contract/values.js';
import { failed, PlinthError } from '../../errors.js';
import { accepting, narrowed } from '../../origins.js';
import { newlyTaken, uniqueKey } from '../../schemas/unique.js';
import { sameStamp } from '../../store/disk/stamp.js';
import type { StoredObject } from '../../store/types/documents.js';
import type { AtomicResult } from '../../store/types/journal.js';
import type { Base, Clock, Content, WriteBase } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
import { withSlowChecks } from '../core/save-context.js';
import { dropAround } from '../files/dropped-files.js';
import type { Collection } from '../model/collection.js';
import { titleOfObject } from '../model/titles.js';
import { mergedIfStale } from '../objects/change.js';
import { FileChanged, retryOnConflict, tagOf } from '../objects/commit.js';
import { keepCount } from '../objects/ordinal.js';
import {
  currentObject,
  idForNew,
  type Plan,
  planCopy,
  planCreate,
  planEdit,
  planRewrite,
  type Taken,
} from '../objects/plan.js';
import { holdersOf } from '../objects/unique-values.js';
import { rejectCycle } from '../reading/parents.js';
import { noObject } from '../reading/read.js';
import { type BatchOperation, placeOf } from './batch-operations.js';
import { Problems } from './problems.js';

/** The parents of objects that a batch writes, with all that it writes (spec/resources.md#tree). */
interface Written {
  readonly operation: { readonly collection: string };
  readonly bound: Collection;
  readonly plan?: { readonly document: ObjectDocument };
}

/** Throws `validation` when a parent would be below its own child. */
async function checkParents(base: Content, step: Written, steps: readonly Written[]): Promise<void> {
  const { bound, plan, operation } = step;
  if (bound.settings.tree === undefined || plan === undefined) return;
  const { collectionIndex } = await boundCollection(base, operation.collection);
  const others = steps
    .filter((one) => one.operation.collection === operation.collection)
    .flatMap((one) => one.plan?.document ?? []);
  rejectCycle(bound, collectionIndex, plan.document, others);
}

/** What became of one operation. */
export interface BatchResult {
  operation: BatchOperation['operation'];
  collection: string;
  id: string;
  /** Of the new version in its public form. */
  etag?: string;
  /** Entry of the trash under which a deleted object can be restored. */
  trash?: string;
  /** Properties whose markup lost something in sanitizing. */
  warnings?: readonly string[];
}

/** An operation whose object is known. */
interface Addressed {
  readonly operation: BatchOperation;
  readonly id: string;
}

/** One checked step: a version to write, or an object to remove. */
type Step = Addressed & { readonly bound: Collection } & (
    | { readonly plan: Plan }
    | { readonly removed: StoredObject }
  );

/** Gives every operation its object; new ones their ids. Throws `validation` where two name the same one. */
async function addressed(base: Content & Clock, operations: readonly BatchOperation[]): Promise<Addressed[]> {
  const problems = new Problems();
  const yielder = new Yielder();
  const named = new Map<string, number>();
  const found: Addressed[] = [];
  for (const operation of operations) {
    const { at, collection } = operation;
    const item = await problems.attempt(at, async () => {
      const bound = base.collections.get(collection);
      const id =
        operation.operation === 'create'
          ? await idForNew(base, bound, operation.sent, operation.id, (one) =>
              named.has(`${collection}/${one}`),
            )
          : operation.id;
      const before = named.get(`${collection}/${id}`);
      if (before === undefined) named.set(`${collection}/${id}`, at);
      else throw failed({}, message('objectTwiceInBatch', { place: placeOf(before) }));
      return { operation, id };
    });
    if (item) found.push(item);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  problems.raise();
  return found;
}

/** Holds the locks of all objects, always in the same order, those of whole collections first; that of `held` is. */
function underLocks<T>(
  base: Content,
  items: readonly Addressed[],
  work: () => Promise<T>,
  held?: string,
): Promise<T> {
  const collections = [...new Set(items.map(({ operation }) => operation.collection))].sort();
  const whole = collections.filter((name) => name !== held && base.collections.get(name).oneAtATime);
  const single = [...new Set(items.map(({ operation, id }) => `${operation.collection}/${id}`))].sort();
  const keys = [...whole.map((name) => `${name}#unique`), ...single];
  const cleared = async () => {
    for (const key of single) await base.store.cleanupQueue.attempt(key);
    return work();
  };
  return base.store.lockedAll(keys, cleared);
}

/** Checks the operations in order against the current state. Throws as `Problems` with all that is wrong. */
async function planned(
  base: Base,
  items: readonly Addressed[],
  merge: BatchOptions['merge'],
): Promise<Step[]> {
  const problems = new Problems();
  const yielder = new Yielder();
  const steps: Step[] = [];
  const touched = new Set(items.map(({ operation, id }) => `${operation.collection}/${id}`));
  for (const { operation, id } of items) {
    const { collection, at, ifMatch, made } = operation;
    const { collection: bound, collectionIndex } = await boundCollection(base, collection);
    // Values of objects the batch changes are compared when all their new ones are known.
    const isTaken: Taken = (property, value) =>
      holdersOf(collectionIndex, property, value).some((row) => !touched.has(`${collection}/${row.id}`));
    const step = await problems.attempt(at, async (): Promise<Step | undefined> => {
      if ('rewrite' in operation && operation.rewrite) {
        const plan = await planRewrite(base, bound, id, operation.rewrite);
        if (!plan && operation.required) throw noObject(collectionIndex, collection, id);
        return plan && { operation, id, bound, plan };
      }
      if (operation.operation === 'create') {
        const { copyOf, make } = operation;
        operation.check?.();
        const plan =
          copyOf !== undefined && make
            ? planCopy(base, bound, { from: copyOf, id, make })
            : planCreate(base, bound, id, operation, isTaken);
        return {
          operation,
          id,
          bound,
          plan: await plan.catch((error) => orAnother(operation, bound, error)),
        };
      }
      const merges = merge !== undefined && operation.operation !== 'delete';
      const stored = await currentObject(base, bound, id, merges ? undefined : ifMatch);
      if (made && !sameStamp(made, stored.stamp)) {
        tagOf(base, collection, collectionIndex, stored);
        throw new FileChanged('Another program has changed the object');
      }
      if (operation.operation === 'delete') {
        operation.check?.(stored.document);
        return { operation, id, bound, removed: stored };
      }
      const mode = operation.operation === 'replace' ? 'replace' : 'merge';
      const options = { ifMatch, merge: merges, writer: merge?.isWriter(collection, id) ?? false };
      const found = { stored, collectionIndex };
      const merged = await mergedIfStale(base, bound, options, found, () => operation.sent);
      const plan = await planEdit(base, bound, stored, merged?.sent ?? operation.sent, mode, isTaken);
      return { operation, id, bound, plan };
    });
    if (step) steps.push(step);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  const held = valuesAmong(steps);
  for (const step of steps) {
    if (!('plan' in step)) continue;
    await problems.attempt(step.operation.at, async () => {
      checkAmong(step, held);
      await checkParents(base, step, steps);
    });
  }
  problems.raise();
  return steps;
}

/** A generated id that was taken while the locks were waited for: the batch starts again with another one. */
function orAnother(operation: BatchOperation, { settings }: Collection, error: unknown): never {
  const taken = error instanceof PlinthError && error.kind === 'taken';
  if (taken && operation.id === undefined && !settings.singleton) throw new FileChanged(error.message);
  throw error;
}

const nameOfValue = ({ operation }: Step, property: string, value: JsonValue | undefined) =>
  `${operation.collection}\n${property}\n${uniqueKey(value)}`;

/** How many objects of the batch will have each value of a unique property. */
function valuesAmong(steps: readonly Step[]): ReadonlyMap<string, number> {
  const held = new Map<string, number>();
  for (const step of steps) {
    if (!('plan' in step) || !step.bound.hasUnique) continue;
    for (const [property, { definition }] of step.bound.schema.properties) {
      if (definition.unique !== true) continue;
      const name = nameOfValue(step, property, step.plan.document[property]);
      held.set(name, (held.get(name) ?? 0) + 1);
    }
  }
  return held;
}

/** Throws `validation` when another object of the batch will have the same value of a unique property. */
function checkAmong(step: Step & { plan: Plan }, held: ReadonlyMap<string, number>): void {
  const { bound, plan } = step;
  if (!bound.hasUnique) return;
  const versions = { before: plan.stored?.document, document: plan.document };
  const details = newlyTaken(bound.schema, versions, (property, value) => {
    return (held.get(nameOfValue(step, property, value)) ?? 0) > 1;
  });
  if (Object.keys(details).length > 0) throw failed(details);
}

/** Throws `FileChanged` when a schema was saved in between: everything is then checked again. */
function rejectStaleSchemas(base: Content, steps: readonly Step[]): void {
  const isOld = ({ operation, bound }: Step) =>
    base.collections.get(operation.collection).schema.hash !== bound.schema.hash;
  if (steps.some(isOld)) throw new FileChanged('A schema changed during the batch');
}

/** Throws `FileChanged` for an outdated version, any other error as it is. */
function tryAgain(error: unknown): never {
  const changed = error instanceof PlinthError && error.kind === 'stale';
  throw changed ? new FileChanged(error.message, { cause: error }) : error;
}

/** Writes what was checked, indexes it and notifies the listeners. Throws `FileChanged`. */
async function written(base: WriteBase, steps: readonly Step[]): Promise<BatchResult[]> {
  const writes = steps.filter((step) => 'plan' in step);
  const removals = steps.filter((step) => 'removed' in step);
  for (const name of new Set(removals.map(({ operation }) => operation.collection))) {
    await keepCount(base, base.collections.get(name), await base.store.catalogue.collectionIndex(name));
  }
  rejectStaleSchemas(base, steps);
  const changes = {
    writes: writes.map(({ operation: { collection, suggestions }, plan }) => ({
      collection,
      suggestions,
      ...plan,
    })),
    removals: removals.map(({ operation, id, removed }) => ({
      collection: operation.collection,
      id,
      title: titleOfObject(id, removed.document),
      expect: removed.stamp,
      suggestions: operation.suggestions,
    })),
  };
  const edits = writes.flatMap(({ operation: { collection }, plan: { stored, document: after } }) => {
    const { schema } = base.collections.get(collection);
    return stored ? [{ collection, schema, before: stored.document, after }] : [];
  });
  const yielder = new Yielder();
  const results = new Map<Step, BatchResult>();
  const catalogued = async ({ stamps, entries }: AtomicResult) => {
    for (const [at, step] of writes.entries()) {
      const collectionIndex = await base.store.catalogue.collectionIndex(step.operation.collection);
      const stamp = stamps[at];
      const row = stamp && collectionIndex.put(step.plan.document, stamp);
      results.set(step, { ...resultOf(step), ...(row && { etag: collectionIndex.etag(row) }) });
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
    for (const [at, step] of removals.entries()) {
      (await base.store.catalogue.collectionIndex(step.operation.collection)).drop(step.id);
      const trash = entries[at]?.id;
      results.set(step, { ...nameOf(step), ...(trash !== undefined && { trash }) });
    }
  };
  const change = () => base.store.journal.change(changes, base.change, catalogued);
  await dropAround(base, edits, change).catch(tryAgain);
  for (const { operation, id } of writes) {
    const { collection } = operation;
    const type = operation.operation === 'create' ? 'object.created' : 'object.updated';
    const { copyOf } = 'copyOf' in operation ? operation : {};
    const sent = 'sent' in operation ? { sent: operation.sent } : undefined;
    const source = copyOf === undefined ? sent : { copyOf: { collection, id: copyOf } };
    await base.events.emit({ type, collection, id }, accepting(base.change, operation.suggestions), source);
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  for (const { operation, id } of removals) {
    const { collection, suggestions } = operation;
    base.events.emit({ type: 'object.deleted', collection, id }, accepting(base.change, suggestions));
    if (yielder.exhausted) await yielder.yieldToEventLoop();
  }
  return steps.map((step) => results.get(step) ?? nameOf(step));
}

const nameOf = ({ operation, id }: Addressed) => ({
  operation: operation.operation,
  collection: operation.collection,
  id,
});

/** What is answered of a step whether it is carried out or only checked. */
const resultOf = (step: Step): BatchResult => ({
  ...nameOf(step),
  ...('plan' in step && step.plan.warnings.length > 0 && { warnings: step.plan.warnings }),
});

export interface BatchOptions {
  dryRun?: boolean;
  /**
   * Changes of an outdated version are merged with what has changed since. `isWriter`: whether the caller sees the
   * private properties of an object.
   */
  merge?: { isWriter(collection: string, id: string): boolean } | undefined;
  /** Does what belongs to the writing, under the locks. */
  around?<T>(write: () => Promise<T>): Promise<T>;
}

/**
 * Does all operations or none of them. Each object is changed once; within the batch values of unique properties may
 * change hands. Throws `validation` with what is wrong by the places of the operations, `stale` or `clash` when only
 * their versions were, also in a dry run, which checks everything and writes nothing, `tooLarge`, `busy`, `full`,
 * `readOnly`.
 */
export function changeAtomically(
  request: WriteBase,
  operations: readonly BatchOperation[],
  { dryRun = false, merge, around = (write) => write() }: BatchOptions = {},
): Promise<BatchResult[]> {
  // A batch of one operation is a plain request in the history.
  const change = operations.length > 1 ? narrowed(request.change, 'batch') : request.change;
  const base = { ...request, change };
  return retryOnConflict(async () => {
    const items = await addressed(base, operations);
    return underLocks(base, items, async () => {
      const steps = await planned(withSlowChecks(base), items, merge);
      return dryRun ? steps.map(resultOf) : around(() => written(base, steps));
    });
  });
}

/**
 * As `changeAtomically`, of one collection: what is to be done is worked out under its lock, by the objects as they are
 * then. It is worked out again when another program changes one of them meanwhile.
 */
export function changeUnderLock(
  request: WriteBase,
  collection: string,
  operationsNow: () => Promise<readonly BatchOperation[]>,
): Promise<BatchResult[]> {
  const base = { ...request, change: narrowed(request.change, 'batch') };
  const attempt = async () => {
    const items = await addressed(base, await operationsNow());
    if (items.length === 0) return [];
    const work = async () => written(base, await planned(withSlowChecks(base), items, undefined));
    return underLocks(base, items, work, collection).catch(tryAgain);
  };
  return base.store.locked(`${collection}#unique`, () => retryOnConflict(attempt));
}

/** A new version of an object; `sent`: its values that are new, for listeners. */
export interface PlannedObject {
  plan: Plan;
  sent: SentProperties;
}

/**
 * Writes new versions of objects together or not at all. Each is worked out under the locks of all, again where another
 * program changes one of them meanwhile; `plan` is undefined where an object is left as it is. Where objects of a
 * collection are compared with each other it may be one. Throws what `plan` throws, `missing`, `busy`, `full`,
 * `readOnly`, `tooLarge`.
 */
export async function writeTogether<T extends { readonly collection: string; readonly id: string }>(
  base: WriteBase,
  objects: readonly T[],
  plan: (object: T) => Promise<PlannedObject | undefined>,
): Promise<void> {
  const addressedAs = ({ collection, id }: T, at: number, sent: SentProperties): Addressed => ({
    operation: { operation: 'replace', collection, id, at, sent },
    id,
  });
  const attempt = async () => {
    const steps: Step[] = [];
    const yielder = new Yielder();
    const isCompared = ({ collection }: T) => base.collections.get(collection).oneAtATime;
    if (objects.length > 1 && objects.some(isCompared))
      throw new FileChanged('A schema compares objects with each other');
    for (const [at, object] of objects.entries()) {
      const bound = base.collections.get(object.collection);
      const planned = await plan(object);
      if (planned) steps.push({ ...addressedAs(object, at, planned.sent), bound, plan: planned.plan });
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
    if (steps.length > 0) await written(base, steps);
  };
  const items = objects.map((object, at) => addressedAs(object, at, {}));
  await retryOnConflict(() => underLocks(base, items, attempt));
}
