/**
 * The number behind `${oid}` (spec/content.md#placeholders): how many objects a collection has ever had, plus one.
 * The count is stored on a delete only: a file that changes with every save would conflict in every synced folder.
 */
import type { CollectionIndex } from '../../store/types/catalogue.js';
import { changeSettings } from '../collections/settings-file.js';
import type { Changing, Content } from '../core/base.js';
import type { Collection } from '../model/collection.js';

const ENDS_WITH_ORDINAL = /\$\{oid(?:-0+)?\}\s*$/;
const LAST_NUMBER = /(?:^|[-_])(\d{1,9})$/;

const templateOf = (collection: Collection): string => {
  const template = collection.schema.properties.get('id')?.definition.settings?.autogen;
  return typeof template === 'string' ? template : '';
};

/**
 * The next ordinal. The settings keep a count only where a delete would lose it; otherwise it follows from the number
 * of objects and, where ids end with the ordinal, from the highest one.
 */
export function nextOrdinal(collection: Collection, collectionIndex: CollectionIndex): number {
  const template = templateOf(collection);
  if (!template.includes('${oid')) return collectionIndex.size + 1;
  const { count } = collection.settings;
  let highest = Math.max(
    collectionIndex.size,
    typeof count === 'number' && Number.isSafeInteger(count) ? count : 0,
  );
  if (ENDS_WITH_ORDINAL.test(template)) {
    for (const row of collectionIndex.rowsById())
      highest = Math.max(highest, Number(LAST_NUMBER.exec(row.id)?.[1] ?? 0));
  }
  return highest + 1;
}

/** Keeps the count before an object goes, where ids are counted: a deleted number must not be given out again. */
export async function keepCount(
  base: Content & Changing,
  collection: Collection,
  collectionIndex: CollectionIndex,
): Promise<void> {
  if (!templateOf(collection).includes('${oid')) return;
  const count = nextOrdinal(collection, collectionIndex) - 1;
  if (count === collection.settings.count) return;
  await changeSettings(base, collection.settings.id, (settings) => ({ ...settings, count }));
}
