/** The parents of objects in a tree (spec/resources.md#tree), also where files of other programs hold a cycle. */
import type { JsonValue } from '../../contract/values.js';
import type { ErrorDetails } from '../../contract/wire.js';
import { failed } from '../../errors.js';
import { labelOf } from '../../schemas/check.js';
import type { Property } from '../../schemas/schema.js';
import { indexedValue } from '../../store/catalogue/row.js';
import type { CollectionIndex, Row } from '../../store/types/catalogue.js';
import type { Collection } from '../model/collection.js';
import { parentProperty } from '../model/tree-setting.js';

/** The parent a value names; undefined for none. */
const parentIn = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The parent that the object of a row names, whether there is such an object or not. */
export const parentOf = (row: Row, property: string): string | undefined =>
  parentIn(indexedValue(row, property));

/** Objects by the parent that they name. */
export const childrenOf = (
  collectionIndex: CollectionIndex,
  property: string,
): ReadonlyMap<string, readonly Row[]> =>
  collectionIndex.grouped(`parent ${property}`, (row) => parentOf(row, property));

/** From the parent of an object up to the top, each once; `parent` answers that of an id. */
function above(id: string, parent: (id: string) => string | undefined): Set<string> {
  const found = new Set<string>();
  for (let at = parent(id); at !== undefined && !found.has(at); at = parent(at)) found.add(at);
  return found;
}

/** The ids above an object, its parent first. An object in a cycle is among them itself. */
export const parentsOf = (collectionIndex: CollectionIndex, property: string, id: string): Set<string> =>
  above(id, (one) => {
    const row = collectionIndex.get(one);
    return row && parentOf(row, property);
  });

interface Placed {
  id: string;
  parent: string | undefined;
}

interface Among {
  property: Property;
  collectionIndex: CollectionIndex;
  /** Parents of what is written together, by id. */
  others: ReadonlyMap<string, string | undefined>;
}

/** Names a parent that would be below the object itself. One that the object has already is not judged. */
function problemsOf({ parent: own, id }: Placed, { property, collectionIndex, others }: Among): ErrorDetails {
  const { name } = property;
  const row = collectionIndex.get(id);
  if (own === undefined || (row && parentOf(row, name) === own)) return {};
  const label = labelOf(property);
  if (own === id) return { [name]: [`${label} must be another object: none can be its own parent`] };
  const parent = (one: string) => {
    if (others.has(one)) return others.get(one);
    const at = collectionIndex.get(one);
    return at && parentOf(at, name);
  };
  if (!above(id, parent).has(id)) return {};
  return { [name]: [`${label} must not be below the object itself; "${own}" is below "${id}"`] };
}

/**
 * Rejects a document whose parent would be the object itself or one below it. `others`: documents that are written with
 * it. Throws `validation`.
 */
export function rejectCycle(
  collection: Collection,
  collectionIndex: CollectionIndex,
  document: { id: string; [key: string]: JsonValue | undefined },
  others: readonly { id: string; [key: string]: JsonValue | undefined }[] = [document],
): void {
  const name = parentProperty(collection);
  const property = name === undefined ? undefined : collection.schema.properties.get(name);
  if (property === undefined) return;
  const placed = new Map(others.map((one) => [one.id, parentIn(one[property.name])]));
  const own = { id: document.id, parent: parentIn(document[property.name]) };
  const problems = problemsOf(own, { property, collectionIndex, others: placed });
  if (Object.keys(problems).length > 0) throw failed(problems);
}
