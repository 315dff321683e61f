/**
 * Publishing a change set: its changes are merged onto what is live now, through the journal, as one transaction, or
 * nothing is changed at all (spec/change-sets.md#publish).
 */
import type { ChangeKind, Chosen, Published, PublishRequest } from '../../contract/change-sets.js';
import type { Actor, Suggestion } from '../../contract/changes.js';
import { type Message, message, rule } from '../../contract/messages/message.js';
import type { ObjectDocument, SentProperties } from '../../contract/objects.js';
import { failed, PlinthError } from '../../errors.js';
import { narrowed } from '../../origins.js';
import { applied, only, rebased } from '../../store/change-sets/set-values.js';
import { sameStamp } from '../../store/disk/stamp.js';
import type { StoredChange } from '../../store/types/change-sets.js';
import { clashError } from '../answers/clash-error.js';
import { changeAtomically } from '../batch/batch.js';
import type { BatchOperation } from '../batch/batch-operations.js';
import { namedProblems } from '../batch/problems.js';
import type { Changing, Content, WriteBase } from '../core/base.js';
import {
  appliedNow,
  changeIn,
  hasSet,
  isDone,
  leftOf,
  mergeFieldsIn,
  notePublished,
  plannedTime,
  setInfo,
  takeOut,
} from './change-sets.js';
import { clearFilesOfChange, missingFiles } from './set-files.js';

interface Publication {
  /** As the set has it. */
  stored: StoredChange;
  /** What of it is published. */
  change: StoredChange;
  properties: readonly string[] | undefined;
}

/** What is to be published. Throws `missing`. */
function chosenIn(base: Content, set: string, { objects }: PublishRequest): Publication[] {
  if (!hasSet(base, set)) throw new PlinthError('missing', message('changeSetMissing', { id: set }));
  const all = [...base.store.changeSets.current(set).changes.values()].flatMap((changes) => [
    ...changes.values(),
  ]);
  const chosen: readonly Chosen[] = objects ?? all;
  return chosen.map((one) => {
    const stored = changeIn(base, set, one);
    const properties = objects && stored.change === 'edit' ? one.properties : undefined;
    return {
      stored,
      change: properties ? { ...stored, ...only(stored, properties) } : stored,
      properties,
    };
  });
}

/** The values of a change on the version that is live when it is written. Throws `clash`. */
const onCurrent =
  (base: Content, change: StoredChange) =>
  (current: ObjectDocument): SentProperties => {
    const now = applied(change.id, current, change, mergeFieldsIn(base, change.collection));
    if (now.clashes.length > 0) throw clashError(now.clashes);
    if (now.document) rejectMissingFiles(base, change, current, now.document);
    return now.values;
  };

/** Throws `validation` for files of a change that are not in the folder. */
function rejectMissingFiles(
  base: Content,
  { collection }: StoredChange,
  before: ObjectDocument | undefined,
  after: ObjectDocument,
): void {
  const details = missingFiles(base, collection, before, after);
  if (Object.keys(details).length > 0) throw failed(details);
}

/** Suggestions that are in what is published of a change: of the set itself, and those that were accepted into it. */
function suggestionsIn(base: Content, set: string, { values, suggestions = [] }: StoredChange): Suggestion[] {
  const { kind, title, author } = setInfo(base, set);
  const accepted = suggestions.flatMap(({ properties, ...suggestion }) =>
    properties === undefined || properties.some((name) => Object.hasOwn(values, name)) ? suggestion : [],
  );
  const all = kind === 'suggestion' ? [...accepted, { title, ...(author && { author }) }] : accepted;
  return all.filter((one, at) => all.findIndex((other) => isSameSuggestion(one, other)) === at);
}

/** Several properties of one suggestion may have been accepted one by one. */
const isSameSuggestion = (a: Suggestion, b: Suggestion): boolean =>
  a.title === b.title && isSameActor(a.author, b.author) && isSameActor(a.acceptedBy, b.acceptedBy);

const isSameActor = (a: Actor | undefined, b: Actor | undefined): boolean =>
  a?.kind === b?.kind && a?.id === b?.id && a?.user === b?.user;

function operationOf(base: Content, set: string, change: StoredChange, at: number): BatchOperation {
  const { collection, id } = change;
  const common = { at, collection, id, suggestions: suggestionsIn(base, set, change) };
  switch (change.change) {
    case 'new':
      return {
        ...{ ...common, operation: 'create', sent: {}, stored: withoutNull(change.values) },
        check: () => rejectMissingFiles(base, change, undefined, { ...change.values, id }),
      };
    case 'remove':
      return { ...common, operation: 'delete', check: onCurrent(base, change) };
    case 'edit':
      return { ...common, operation: 'patch', sent: {}, rewrite: onCurrent(base, change), required: true };
  }
}

const withoutNull = (values: StoredChange['values']): StoredChange['values'] =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** Names the collections, objects and properties of problems, which a batch names by their places. */
function named(error: unknown, operations: readonly BatchOperation[]): unknown {
  const found = namedProblems(error, operations, (object) => `The object "${object}"`);
  if (!(found instanceof PlinthError) || !(error instanceof PlinthError)) return found;
  const clashes = error.clashes?.map(({ path: [, at, , ...path], ...values }) => {
    const { collection = '', id = '' } = operations[Number(at)] ?? {};
    return { ...values, path: [collection, id ?? '', ...path] };
  });
  return clashes
    ? new PlinthError('clash', found.reason, {
        ...(found.details && { details: found.details }),
        clashes,
        cause: error,
      })
    : found;
}

/**
 * Publishes a set, or some objects or properties of it. What is published leaves the set; what others have saved into the
 * set meanwhile stays there. `authorise` throws where the caller may not make a change. Throws `missing`, `clash` and `validation` with collection, object and property of all that
 * is in the way; then nothing is live.
 */
export async function publishSet(
  request: WriteBase,
  set: string,
  asked: PublishRequest,
  authorise: (change: StoredChange) => void,
): Promise<Published> {
  const base = { ...request, change: narrowed(request.change, 'publish') };
  const { dryRun = false } = asked;
  const publications = chosenIn(base, set, asked);
  for (const { change } of publications) authorise(change);
  if (asked.objects === undefined) rejectDamaged(base, set);
  const open: Publication[] = [];
  for (const publication of publications) {
    const { change } = publication;
    // It went live on another machine, or before a process ended.
    if (!isDone(change, await appliedNow(base, change))) open.push(publication);
  }
  const operations = open.map(({ change }, at) => operationOf(base, set, change, at));
  const finish = async () => {
    const { cleanupQueue } = base.store;
    for (const publication of await leaveTogether(base, set, publications)) {
      // It is live: what the disk does not let leave the set now leaves it later.
      const key = `${publication.stored.collection}/${publication.stored.id}`;
      cleanupQueue.add(key, () => leave(base, set, publication), key);
      await cleanupQueue.attempt(key);
    }
    if (asked.objects === undefined && (publications.length > 0 || plannedTime(base, set) !== undefined)) {
      const key = `.changes/${set}`;
      cleanupQueue.add(key, () => notePublished(base, set));
      await cleanupQueue.attempt(key);
    }
  };
  try {
    if (operations.length > 0) {
      await changeAtomically(base, operations, {
        dryRun,
        around: async (write) => {
          const written = await write();
          await finish();
          return written;
        },
      });
    } else if (!dryRun) await finish();
  } catch (error) {
    throw named(error, operations);
  }
  const published = publications.map(
    ({ change: { collection, id, change } }): Published['published'][number] => ({
      collection,
      id,
      change: change satisfies ChangeKind,
    }),
  );
  const isChanged = operations.length > 0 && !dryRun;
  return { dryRun, published, ...(isChanged && { transaction: base.change.transaction.id }) };
}

/** A set goes live as a whole, or not at all. Throws `validation` for files of it that cannot be read. */
function rejectDamaged({ store }: Content, set: string): void {
  const { damaged } = store.changeSets.current(set);
  if (damaged.size === 0) return;
  const details = [...damaged].map(([path, reason]): [string, Message[]] => [path, [rule(reason)]]);
  throw failed(Object.fromEntries(details), message('changeSetDamaged'));
}

/**
 * Takes out of a set what has not been saved there again since it was read, all at once: the set is read again after
 * each change that leaves it. Gives what is still in it.
 */
async function leaveTogether(
  base: Content & Changing,
  set: string,
  publications: readonly Publication[],
): Promise<readonly Publication[]> {
  const { changeSets, cleanupQueue, journal } = base.store;
  const current = changeSets.current(set).changes;
  const same = publications.filter(({ stored: { collection, id, stamp } }) => {
    const now = current.get(collection)?.get(id);
    return now !== undefined && sameStamp(now.stamp, stamp);
  });
  if (same.length < 2) return publications;
  const writes = same.map(({ stored, properties }) => {
    const { collection, id } = stored;
    return { set, collection, id, change: leftOf(stored, properties), expect: stored };
  });
  try {
    await changeSets.writeAll(writes, journal, base.change);
  } catch {
    // One was saved again, or the disk does not let it: each is tried by itself, now and later.
    return publications;
  }
  for (const { stored } of same) {
    const key = `${stored.collection}/${stored.id}`;
    cleanupQueue.add(key, () => clearFilesOfChange(base, set, stored), key);
    await cleanupQueue.attempt(key);
  }
  const left = new Set(same);
  return publications.filter((one) => !left.has(one));
}

/** Takes what went live out of its set. What was saved into the set meanwhile stays, as a change of what is live now. */
async function leave(
  base: Content & Changing,
  set: string,
  { stored, change, properties }: Publication,
): Promise<void> {
  const { changeSets } = base.store;
  const { collection, id } = stored;
  const current = changeSets.current(set).changes.get(collection)?.get(id);
  if (!current) return;
  if (sameStamp(current.stamp, stored.stamp)) await takeOut(base, set, stored, properties);
  else {
    const { live } = await appliedNow(base, current);
    const after = rebased(current, Object.keys(change.values), live);
    if (after) await changeSets.write(set, current, { change: after, expect: current }, base.change);
    else await changeSets.remove(set, current, base.change);
    await clearFilesOfChange(base, set, stored);
  }
}
