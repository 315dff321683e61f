/** Names in a query that no object of a collection has: ignored, as the specification requires, but reported. */
import { SYSTEM_PROPERTIES } from '../../contract/names.js';
import { isJsonObject } from '../../contract/values.js';
import { clausesOf } from '../../query/criteria.js';
import type { Schema } from '../../schemas/schema.js';
import type { Base } from './base.js';

/** Parameters of a query that name properties, as they came. */
export interface NamingWords {
  filter?: unknown;
  sort?: unknown;
  include?: unknown;
  exclude?: unknown;
  any?: unknown;
  fields?: unknown;
}

const NAMING = ['filter', 'sort', 'include', 'exclude', 'any', 'fields'] as const;

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');

/** The names one parameter holds: keys of `filter[name]`, else the beginnings of its clauses. */
function namesIn(parameter: (typeof NAMING)[number], value: unknown): string[] {
  if (value === undefined) return [];
  if (isJsonObject(value)) return Object.keys(value).map((name) => name.trim());
  return texts(value)
    .flatMap(clausesOf)
    .filter((clause) => parameter !== 'sort' || clause !== 'shuffle')
    .map(
      (clause) =>
        clause
          .replace(parameter === 'sort' ? /^-/ : '', '')
          .split(':', 1)[0]
          ?.trim() ?? '',
    );
}

/** Whether a name, or the first part of a dotted one, is a property of the schema. */
function isKnown(schema: Schema, name: string): boolean {
  const [first = ''] = name.split('.', 1);
  return first === 'id' || SYSTEM_PROPERTIES.has(first) || schema.properties.has(first);
}

/**
 * Requested names that are not properties of the collection, each once; the log has each once per run of the server.
 */
export function unknownNames(base: Base, collection: string, words: NamingWords): string[] {
  const { schema } = base.collections.get(collection);
  const unknown = new Set<string>();
  for (const parameter of NAMING) {
    for (const name of namesIn(parameter, words[parameter])) {
      if (name === '' || isKnown(schema, name) || unknown.has(name)) continue;
      unknown.add(name);
      base.unknownNameLog.add({ collection, parameter, name });
    }
  }
  return [...unknown];
}
