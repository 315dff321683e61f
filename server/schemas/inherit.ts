/** Inheritance between schemas (spec/schemas.md#inheritance): one level, the child's own definitions first. */
import { isLegalPropertyName, SYSTEM_PROPERTIES } from '../contract/names.js';
import type { PropertyDefinition, SchemaDocument } from '../contract/schemas.js';
import { isJsonObject } from '../contract/values.js';

export interface Flattened {
  document: SchemaDocument;
  /** Id of the parent a property came from; own properties are not listed. */
  inheritedFrom: ReadonlyMap<string, string>;
}

/** The property every object has, for schemas that do not spell it out. */
const ID_DEFINITION: PropertyDefinition = { $ref: 'slug', field: 'id', label: 'ID' };

/** Own definitions that can be used: a valid name and an object. The others are listed by `documentProblems`. */
function ownProperties(document: SchemaDocument): [string, PropertyDefinition][] {
  const properties: unknown = document.properties;
  if (!isJsonObject(properties)) return [];
  const usable: [string, PropertyDefinition][] = [];
  for (const [name, definition] of Object.entries(document.properties)) {
    if (isLegalPropertyName(name) && isJsonObject(definition)) usable.push([name, definition]);
  }
  return usable;
}

/** The strings of a list that came from a file; anything else counts as empty. */
export function namesIn(list: unknown): string[] {
  const entries = typeof list === 'string' ? [list] : Array.isArray(list) ? list : [];
  return entries.filter((entry) => typeof entry === 'string');
}

/** The parents a document names, without itself and without repeats. */
export function parentIds(document: SchemaDocument): string[] {
  return [...new Set(namesIn(document.inheritFrom))].filter((id) => id !== document.id);
}

/** Former names of properties with their present ones, without those another property has taken since. */
export function formerNames(properties: ReadonlyMap<string, PropertyDefinition>): Map<string, string> {
  const former = new Map<string, string>();
  for (const [name, { formerly }] of properties) {
    if (formerly === undefined) continue;
    for (const before of namesIn(formerly)) {
      if (!properties.has(before) && !SYSTEM_PROPERTIES.has(before)) former.set(before, name);
    }
  }
  return former;
}

/**
 * Lists one after the other, former names as the present ones, repeats dropped, names of no property dropped; `id` is
 * always among them.
 */
function mergeNames(
  lists: readonly unknown[],
  properties: ReadonlyMap<string, unknown>,
  former: ReadonlyMap<string, string>,
): string[] {
  const all = lists.flatMap(namesIn).map((name) => former.get(name) ?? name);
  const names = new Set(all.filter((name) => properties.has(name)));
  return names.has('id') ? [...names] : ['id', ...names];
}

/**
 * A document with what it inherits: its own properties win, then those of the parents in their order; `required`
 * and `index` take the parents' entries first. Parents that do not exist are skipped, parents of parents ignored.
 */
export function flatten(
  document: SchemaDocument,
  parentOf: (id: string) => SchemaDocument | undefined,
): Flattened {
  const parents = parentIds(document).flatMap((id) => parentOf(id) ?? []);
  const properties = new Map(ownProperties(document));
  const inheritedFrom = new Map<string, string>();
  for (const parent of parents) {
    for (const [name, definition] of ownProperties(parent)) {
      if (properties.has(name)) continue;
      properties.set(name, definition);
      inheritedFrom.set(name, parent.id);
    }
  }
  if (!properties.has('id')) properties.set('id', ID_DEFINITION);
  const former = formerNames(properties);
  const lists = (key: 'required' | 'index') => [...parents, document].map((source) => source[key]);
  return {
    document: {
      ...document,
      properties: Object.fromEntries(properties),
      required: mergeNames(lists('required'), properties, former),
      index: mergeNames(lists('index'), properties, former),
    },
    inheritedFrom,
  };
}
