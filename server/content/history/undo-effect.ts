/** Whether an undo changes anything. */
import type { ObjectDocument } from '../../contract/objects.js';
import type { StoredObject } from '../../store/types/documents.js';
import type { Base } from '../core/base.js';
import { changesIn, planEdit } from '../objects/plan.js';
import { isTaken } from '../objects/unique-values.js';
import { namesOf, valuesOf } from './changed-values.js';

/**
 * Whether a save of a document leaves the object as it is, since a save fills in what an earlier version of another
 * program lacks. Values with files are not looked at: their bytes may come back. Throws `validation`.
 */
export async function isLeft(
  base: Base,
  name: string,
  stored: StoredObject,
  document: ObjectDocument,
): Promise<boolean> {
  const collection = base.collections.get(name);
  const before = stored.document;
  const sent = valuesOf(document, before, namesOf(document, before));
  const mayHaveFiles = (key: string) => {
    const property = collection.schema.properties.get(key);
    return property?.kind.files !== undefined || property?.children !== undefined;
  };
  if (Object.keys(sent).some(mayHaveFiles)) return false;
  const collectionIndex = await base.store.catalogue.collectionIndex(name);
  const plan = await planEdit(base, collection, stored, sent, 'replace', isTaken(collectionIndex, before.id));
  return changesIn(collection.schema, before, plan.document).length === 0;
}
