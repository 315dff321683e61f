/**
 * Replaces the references to objects, and with them renames or removes the objects (spec/content.md#references): in
 * one transaction, and together where there are not very many. A rename is a copy and a deletion in one batch:
 * renamed in place, an object would be gone and its references broken for programs that read the folder in between.
 */
import { message } from '../../contract/messages/message.js';
import type { ObjectDocument } from '../../contract/objects.js';
import type { RenamedObject, ReplacedReferences } from '../../contract/relations.js';
import { failed } from '../../errors.js';
import { narrowed } from '../../origins.js';
import { recordRedirect, redirectsOf } from '../collections/redirects.js';
import type { WriteBase } from '../core/base.js';
import { FileChange } from '../files/file-change.js';
import { chosenId } from '../objects/create.js';
import { noObject } from '../reading/read.js';
import { ReferenceReplacer } from '../reading/reference-replacer.js';
import { type ReferringRow, referringTo } from '../reading/references.js';
import { type BatchResult, changeAtomically } from './batch.js';
import type { BatchOperation } from './batch-operations.js';
import { namedProblems } from './problems.js';

/** Objects that are changed together; of more the others follow, in the same transaction. */
const TOGETHER = 500;
/** References that others add meanwhile are found again so often. */
const MAX_ROUNDS = 200;

export interface ReplaceRequest {
  collection: string;
  ids: readonly string[];
  /** The object to refer to instead; null removes the references. */
  to: string | null;
  /** Moves the objects to the trash as well. */
  remove?: boolean;
  /** Whether the caller may change an object. References of others stay as they are. */
  mayChange(collection: string, id: string): boolean;
}

type Operation = BatchOperation extends infer One ? (One extends unknown ? Omit<One, 'at'> : never) : never;

/** Changes references until none is left that the caller may change. `first`: operations on the objects themselves. */
async function rewriteAll(
  base: WriteBase,
  { collection, ids, mayChange }: ReplaceRequest,
  visitor: ReferenceReplacer,
  first: readonly Operation[],
  around?: <T>(write: () => Promise<T>) => Promise<T>,
): Promise<{ results: BatchResult[]; kept: number }> {
  const results: BatchResult[] = [];
  const done = new Set<string>();
  const isOpen = ({ bound, row }: ReferringRow) => !done.has(`${bound.collection.settings.id}/${row.id}`);
  for (let round = 0; ; round += 1) {
    const { rows, hidden } = await referringTo(base, collection, ids, mayChange, visitor.keys);
    const open = rows.filter(isOpen).slice(0, TOGETHER);
    if ((open.length === 0 && round > 0) || round === MAX_ROUNDS) return { results, kept: hidden };
    const patches = open.map(({ bound, row }): Operation => {
      const name = bound.collection.settings.id;
      done.add(`${name}/${row.id}`);
      const rewrite = (current: ObjectDocument) =>
        visitor.changes(base.collections.get(name).schema, current);
      return { operation: 'patch', collection: name, id: row.id, sent: {}, rewrite };
    });
    const steps = [...(round === 0 ? first : []), ...patches];
    const operations = steps.map((step, at): BatchOperation => ({ ...step, at }));
    if (operations.length === 0) continue;
    try {
      results.push(
        ...(await changeAtomically(base, operations, { ...(round === 0 && around && { around }) })),
      );
    } catch (error) {
      throw namedProblems(error, operations, (object) => `The references in ${object}`);
    }
  }
}

const changedAmong = (results: readonly BatchResult[]) =>
  results
    .filter(({ operation }) => operation === 'patch')
    .map(({ collection, id, etag }) => ({ collection, id, ...(etag !== undefined && { etag }) }));

/**
 * Replaces the references to objects by references to another one, or removes them. Relations by another property than
 * the id are removed with their objects, or replaced by the value of the other one. Throws `validation` where a rule of
 * a schema is broken by it, `missing` for an unknown collection.
 */
export async function replaceReferences(
  request: WriteBase,
  asked: ReplaceRequest,
): Promise<ReplacedReferences> {
  const base = { ...request, change: narrowed(request.change, 'batch') };
  const { collection, ids, to, remove = false } = asked;
  if (to !== null && ids.includes(to)) throw failed({ to: [message('notAnotherObject')] });
  const index = await base.store.catalogue.collectionIndex(collection);
  if (to !== null && !index.get(to)) throw failed({ to: [message('noObjectIn', { id: to, collection })] });
  const visitor = await ReferenceReplacer.for(base, collection, new Map(ids.map((id) => [id, to])));
  const first = remove ? ids.map((id): Operation => ({ operation: 'delete', collection, id })) : [];
  const { results, kept } = await rewriteAll(base, asked, visitor, first);
  const trash = results.flatMap(({ id, trash: entry }) =>
    entry === undefined ? [] : [{ id, trash: entry }],
  );
  return { changed: changedAmong(results), kept, trash };
}

export interface RenameRequest {
  collection: string;
  id: string;
  /** The new id as it was sent. */
  to: unknown;
  /** Replaces references to the object. */
  references: boolean;
  /** Records a redirect from the old id. */
  redirect: boolean;
  ifMatch?: string | undefined;
  mayChange(collection: string, id: string): boolean;
}

/**
 * Gives an object another id: a copy with all files takes its place, the old one goes to the trash, references follow.
 * Throws `missing`, `taken`, `stale`, `validation` for an id that cannot be used or references that cannot be saved.
 */
export async function renameObject(request: WriteBase, asked: RenameRequest): Promise<RenamedObject> {
  const base = { ...request, change: narrowed(request.change, 'batch') };
  const { collection, id, references, redirect, ifMatch } = asked;
  const { settings } = base.collections.get(collection);
  if (settings.singleton) throw failed({ id: [message('unchangeableInSingleton')] });
  const to = chosenId(asked.to);
  if (to === undefined) throw failed({ id: [message('withoutLetter')] });
  if (to === id) throw failed({ id: [message('sameId')] });
  const index = await base.store.catalogue.collectionIndex(collection);
  if (!index.get(id)) throw noObject(index, collection, id);
  const target = { collection, id: to };
  const visitor = await ReferenceReplacer.for(base, collection, new Map([[id, to]]), { renames: true });
  const make = (source: ObjectDocument) => ({
    ...source,
    ...visitor.changes(base.collections.get(collection).schema, source),
    id: to,
  });
  const first: Operation[] = [
    { operation: 'create', collection, id: to, sent: {}, copyOf: id, make },
    { operation: 'delete', collection, id, ...(ifMatch !== undefined && { ifMatch }) },
  ];
  const around = <T>(write: () => Promise<T>) =>
    FileChange.of(base, target, async (files) => {
      await base.store.objects.copyFiles(
        { collection, id },
        target,
        (paths) => files.expect(paths),
        base.change,
      );
      const done = await write();
      files.saved();
      return done;
    });
  // Recorded first: a redirect from an object that still exists does not count.
  const before = redirectsOf(settings);
  if (redirect) await recordRedirect(base, collection, id, to);
  const ids = [id];
  const mayChange = references ? asked.mayChange : () => false;
  try {
    const { results, kept } = await rewriteAll(
      base,
      { collection, ids, to, mayChange },
      visitor,
      first,
      around,
    );
    const [created, removed] = results;
    return {
      ...target,
      ...(created?.etag !== undefined && { etag: created.etag }),
      ...(removed?.trash !== undefined && { trash: removed.trash }),
      changed: changedAmong(results),
      kept,
    };
  } catch (error) {
    if (redirect) await recordRedirect(base, collection, id, before[id]);
    throw error;
  }
}
