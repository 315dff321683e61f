/** Writing `.meta.json`: under a lock, on the current file, then bound and announced. */
import { isDeepStrictEqual } from 'node:util';
import { message } from '../../contract/messages/message.js';
import type { CollectionSettings } from '../../contract/objects.js';
import type { JsonObject } from '../../contract/values.js';
import { missing } from '../../errors.js';
import type { ReplaceOptions } from '../../store/types/documents.js';
import type { Changing, Content } from '../core/base.js';
import type { Collection } from '../model/collection.js';
import { settingsFrom } from '../model/collection-settings.js';

/** One settings change of a collection at a time; object locks are `collection/id`, so the keys never meet. */
export const settingsLock = (id: string): string => `#settings/${id}`;

/** Writes settings and binds the collection again. The caller holds the lock. */
export async function writeSettings(
  base: Content & Changing,
  settings: CollectionSettings,
  options: ReplaceOptions = {},
): Promise<Collection> {
  await base.store.collections.write(settings.id, settings, options, base.change);
  const bound = await base.collections.reload(settings.id);
  if (!bound) throw missing(message('collectionMissing', { id: settings.id }));
  return bound;
}

/**
 * The current settings on disk; where another program has changed them, the collection is bound again, so that a
 * rejected caller reads the new ones. The caller holds the lock. Throws `missing`, `damaged`.
 */
export async function settingsOnDisk(
  base: Content,
  id: string,
): Promise<{ settings: CollectionSettings; document: JsonObject }> {
  const document = await base.store.collections.read(id);
  if (!document) throw missing(message('collectionMissing', { id }));
  const settings = settingsFrom(id, document);
  if (base.collections.has(id) && !isDeepStrictEqual(settings, base.collections.get(id).settings)) {
    await base.collections.reload(id);
  }
  return { settings, document };
}

/** Changes the settings on disk without an event: for values Plinth maintains itself. Throws `missing`, `damaged`. */
export async function changeSettings(
  base: Content & Changing,
  id: string,
  change: (settings: CollectionSettings, document: JsonObject) => CollectionSettings,
  options: ReplaceOptions = {},
): Promise<Collection> {
  return base.store.locked(settingsLock(id), async () => {
    const { settings, document } = await settingsOnDisk(base, id);
    return writeSettings(base, change(settings, document), options);
  });
}
