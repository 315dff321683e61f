/**
 * Files that are not what they should be (promise: never overwritten unseen), and second versions that sync tools left,
 * for the list the admin shows.
 */
import type { DamagedFile, DamagedFiles } from '../../contract/objects.js';
import { MERGE_CONFLICT } from '../../store/disk/json-file.js';
import { copyUnderId } from '../conflicts/list-conflicts.js';
import type { Content } from '../core/base.js';

const withKind = (file: DamagedFile): DamagedFile =>
  file.reason === MERGE_CONFLICT ? { ...file, mergeConflict: true } : file;

/**
 * Damaged objects of all collections, then settings files (`id` is `.meta`), then schemas (collection `.schemas`),
 * those among them that work but for a part; and the second versions of all files.
 */
export async function listDamaged(base: Content): Promise<DamagedFiles> {
  const files: DamagedFile[] = [];
  const conflicts = await base.store.maintenance.conflictCopies();
  for (const { settings } of base.collections.all()) {
    const collectionIndex = await base.store.catalogue.collectionIndex(settings.id);
    for (const file of collectionIndex.damaged()) {
      const copy = copyUnderId(base, collectionIndex, file);
      if (copy) conflicts.push(copy);
      else files.push(file);
    }
  }
  const schemas = base.library
    .problems()
    .map(({ id, reason, usable }) => ({ collection: '.schemas', id, reason, ...(usable && { usable }) }));
  return { files: [...files, ...base.collections.damaged(), ...schemas].map(withKind), conflicts };
}
