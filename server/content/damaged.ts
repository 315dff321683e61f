/** Files that are not what they should be (promise: never overwritten unseen), for the list the admin shows. */
import type { DamagedFile } from '../contract/objects.js';
import type { Base } from './base.js';

/** Damaged objects of all collections, then settings files (`id` is `.meta`), then schemas (collection `.schemas`). */
export async function listDamaged(base: Base): Promise<DamagedFile[]> {
  const files: DamagedFile[] = [];
  for (const { settings } of base.collections.all()) {
    const shelf = await base.store.catalogue.shelf(settings.id);
    files.push(...shelf.damaged());
  }
  const { damaged } = await base.store.schemas.readAll();
  return [
    ...files,
    ...base.collections.damaged(),
    ...damaged.map(({ id, reason }) => ({ collection: '.schemas', id, reason })),
  ];
}
