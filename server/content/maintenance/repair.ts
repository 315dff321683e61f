/**
 * Repairs without loss: what is replaced or moved goes to the trash. No object is taken out of its place: in the
 * middle of a merge a moved object is a deleted one.
 */

import { inSlices, Yielder } from '../../async/yielder.js';
import type { ObjectDocument, TrashEntry } from '../../contract/objects.js';
import { PlinthError } from '../../errors.js';
import { mergeFieldsOf } from '../../schemas/merge-fields.js';
import type { MarkedVersions } from '../../store/types/maintenance.js';
import { compareVersions } from '../conflicts/compare.js';
import type { Changing, Content, WriteBase } from '../core/base.js';
import { commit, FileChanged, withObjectLock } from '../objects/commit.js';

const inTrash = (entry: TrashEntry) => `moved to the trash as "${entry.id}"`;

/** Repaired elsewhere, or the disk is not writable: the problem stays and is reported. */
async function ifPossible(work: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await work();
  } catch (error) {
    const passed =
      error instanceof PlinthError &&
      ['missing', 'conflict', 'stale', 'validation', 'busy'].includes(error.kind);
    if (error instanceof FileChanged || passed) return undefined;
    throw error;
  }
}

/**
 * Both versions in one; undefined where they clash, or hold what a merge would change. Without a common version between the markers each property that
 * differs does: a value that only one side has may have been added there or removed on the other.
 */
async function merged(
  { collections }: Content,
  collection: string,
  id: string,
  { mine, theirs, base, whole }: MarkedVersions,
): Promise<ObjectDocument | undefined> {
  if (!whole) return undefined;
  const fields = mergeFieldsOf(collections.get(collection).schema);
  const ancestor = base && { base, minePath: [], theirsPath: [] };
  const compared = await inSlices(compareVersions(ancestor, mine, theirs, fields), new Yielder());
  return compared.clashes.size === 0 ? { ...compared.merged.base, id } : undefined;
}

/**
 * Repairs a damaged object file: a wrong id or encoding is corrected, two versions that git could not merge are merged
 * field by field where they do not conflict. Any other stays, with its files. Resolves with what was done; undefined
 * when it must be repaired by hand.
 */
export function repairDamaged(base: WriteBase, collection: string, id: string): Promise<string | undefined> {
  return ifPossible(() =>
    withObjectLock(base, collection, id, async () => {
      const found = base.store.maintenance.recoverDocument(collection, id);
      if (found.state === 'left') return undefined;
      const document =
        found.state === 'markers' ? await merged(base, collection, id, found.versions) : found.document;
      if (!document) return undefined;
      const own = found.state === 'markers' ? base : { ...base, read: [found] };
      await commit(own, collection, document, 'damaged', { type: 'object.updated', collection, id });
      return found.state === 'markers'
        ? 'merged field by field from both versions; the original file is in the trash'
        : 'rewritten under its own name; the original file is in the trash';
    }),
  );
}

/** Moves a folder of files without its object to the trash. Resolves as `repairDamaged`. */
export function repairOrphanFiles(
  base: Content & Changing,
  { collection, id }: { collection: string; id: string },
): Promise<string | undefined> {
  return ifPossible(() =>
    base.store.locked(`${collection}/${id}`, async () =>
      inTrash(await base.store.maintenance.takeFiles(collection, id, base.change)),
    ),
  );
}
