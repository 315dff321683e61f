/** The parents of objects in a tree (spec/resources.md#tree), also where files of other programs hold a cycle. */
import type { Details } from '../../contract/messages/message.js';
import { message } from '../../contract/messages/message.js';
import type { JsonValue } from '../../contract/values.js';
import { failed } from '../../errors.js';
import { labelOf } from '../../schemas/check.js';
import type { Property } from '../../schemas/schema.js';
import { indexedValue } from '../../store/catalogue/row.js';
import type { CollectionIndex, Row } from '../../store/types/catalogue.js';
import type { Collection } from '../model/collection.js';
import { parentProperty } from '../model/tree-setting.js';

/** The parent a value names; undefined for none. */
const namedIn = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The parent that the object of a row names, whether there is such an object or not. */
export const parentOf = (row: Row, property: string): string | undefined =>
  namedIn(indexedValue(row, property));

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

/** Looks up the parent that the object of an id names. */
export const parentIn = (collectionIndex: CollectionIndex, property: string) => (id: string) => {
  const row = collectionIndex.get(id);
  return row && parentOf(row, property);
};

/** The ids above an object, its parent first. An object in a cycle is among them itself. */
export const parentsOf = (collectionIndex: CollectionIndex, property: string, id: string): Set<string> =>
  above(id, parentIn(collectionIndex, property));

/**
 * The ids in a cycle, among `ids` and what is above them. Each parent is looked up once: another program may have put
 * all objects of a folder in one cycle.
 */
export function cyclesAmong(
  ids: Iterable<string>,
  parent: (id: string) => string | undefined,
): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  for (const id of ids) {
    const way: string[] = [];
    let at: string | undefined = id;
    for (; at !== undefined && !seen.has(at); at = parent(at)) {
      seen.add(at);
      way.push(at);
    }
    const start = at === undefined ? -1 : way.indexOf(at);
    if (start >= 0) for (const one of way.slice(start)) found.add(one);
  }
  return found;
}

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
function problemsOf({ parent: own, id }: Placed, { property, collectionIndex, others }: Among): Details {
  const { name } = property;
  const row = collectionIndex.get(id);
  if (own === undefined || (row && parentOf(row, name) === own)) return {};
  const label = labelOf(property);
  if (own === id) return { [name]: [message('ownParent').of(label)] };
  const stored = parentIn(collectionIndex, name);
  const parent = (one: string) => (others.has(one) ? others.get(one) : stored(one));
  if (!above(id, parent).has(id)) return {};
  return { [name]: [message('parentBelow', { parent: own, id }).of(label)] };
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
  const placed = new Map(others.map((one) => [one.id, namedIn(one[property.name])]));
  const own = { id: document.id, parent: namedIn(document[property.name]) };
  const problems = problemsOf(own, { property, collectionIndex, others: placed });
  if (Object.keys(problems).length > 0) throw failed(problems);
}
