/** Requested fields as a tree: `title,author.name` keeps a title and part of an author. Pure. */
import { isJsonObject, type JsonValue } from '../contract/values.js';

/** The requested parts by name. */
export type FieldTree = Map<string, Fields>;
/** The requested parts of a value, or all of it. */
export type Fields = FieldTree | 'all';

/** Adds a field by the names that lead to it; one that is requested as a whole stays so. */
export function addField(tree: FieldTree, [first = '', ...rest]: readonly string[]): void {
  const known = tree.get(first);
  if (rest.length === 0 || known === 'all') {
    tree.set(first, 'all');
    return;
  }
  const below: FieldTree = known ?? new Map();
  tree.set(first, below);
  addField(below, rest);
}

/** Picks the requested parts of a value, in lists of each element; missing ones are omitted. */
export function pickFields(value: JsonValue, fields: Fields): JsonValue {
  if (fields === 'all') return value;
  if (Array.isArray(value)) return value.map((item) => pickFields(item, fields));
  if (!isJsonObject(value)) return value;
  const found: [string, JsonValue][] = [];
  for (const [key, below] of fields) {
    const child = Object.hasOwn(value, key) ? value[key] : undefined;
    if (child !== undefined) found.push([key, pickFields(child, below)]);
  }
  return Object.fromEntries(found);
}
