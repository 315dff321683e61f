/**
 * Files that are not what they should be (promise: never overwritten unseen), and second versions that sync tools left,
 * for the list the admin shows.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ConflictCopy, DamagedFile, DamagedFiles } from '../../contract/objects.js';
import { isJsonObject, type JsonObject } from '../../contract/values.js';
import { MERGE_CONFLICT } from '../../store/disk/json-file.js';
import { originalIds } from '../../store/maintenance/conflict-names.js';
import type { CollectionIndex } from '../../store/types/catalogue.js';
import type { Base } from '../core/base.js';

const withKind = (file: DamagedFile): DamagedFile =>
  file.reason === MERGE_CONFLICT ? { ...file, mergeConflict: true } : file;

/** The JSON of an object's file, even if it is not an object of that id. */
function documentOf(base: Base, collection: string, id: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(base.store.files.document(collection, id)?.toString('utf8') ?? '');
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A file under the id of an object with something of a sync tool behind it, which holds another version of it. */
function copyOf(
  base: Base,
  collectionIndex: CollectionIndex,
  { collection, id }: DamagedFile,
): ConflictCopy | undefined {
  for (const original of originalIds(id)) {
    if (!collectionIndex.get(original)) continue;
    const copy = documentOf(base, collection, id);
    if (copy?.id !== original) continue;
    const same = isDeepStrictEqual(copy, documentOf(base, collection, original));
    return { collection, id: original, path: `${collection}/${id}.json`, same };
  }
  return undefined;
}

/**
 * Damaged objects of all collections, then settings files (`id` is `.meta`), then schemas (collection `.schemas`),
 * those among them that work but for a part; and the second versions of all files.
 */
export async function listDamaged(base: Base): Promise<DamagedFiles> {
  const files: DamagedFile[] = [];
  const conflicts = await base.store.maintenance.conflictCopies();
  for (const { settings } of base.collections.all()) {
    const collectionIndex = await base.store.catalogue.collectionIndex(settings.id);
    for (const file of collectionIndex.damaged()) {
      const copy = copyOf(base, collectionIndex, file);
      if (copy) conflicts.push(copy);
      else files.push(file);
    }
  }
  const schemas = base.library
    .problems()
    .map(({ id, reason, usable }) => ({ collection: '.schemas', id, reason, ...(usable && { usable }) }));
  return { files: [...files, ...base.collections.damaged(), ...schemas].map(withKind), conflicts };
}
