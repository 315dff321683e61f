/** Files that are not what they should be (promise: never overwritten unseen), for the list the admin shows. */
import type { DamagedFile } from '../contract/objects.js';
import type { Base } from './base.js';

/**
 * Damaged objects of all collections, then settings files (`id` is `.meta`), then schemas (collection `.schemas`),
 * those among them that work but for a part.
 */
export async function listDamaged(base: Base): Promise<DamagedFile[]> {
  const files: DamagedFile[] = [];
  for (const { settings } of base.collections.all()) {
    const shelf = await base.store.catalogue.shelf(settings.id);
    files.push(...shelf.damaged());
  }
  const schemas = base.library
    .problems()
    .map(({ id, reason, usable }) => ({ collection: '.schemas', id, reason, ...(usable && { usable }) }));
  return [...files, ...base.collections.damaged(), ...schemas];
}
