/** The relations that `expand` names, checked against the schemas (spec/queries.md#expand). */
import { message } from '../../contract/messages/message.js';
import { SYSTEM_PROPERTIES } from '../../contract/names.js';
import { invalid } from '../../errors.js';
import type { FieldTree } from '../../query/field-tree.js';
import type { Property, Schema } from '../../schemas/schema.js';
import type { Content } from '../core/base.js';
import { targetOf } from '../model/relation.js';

/** Names on the way to relations. */
export type ExpandTree = Map<string, ExpandTree>;

/** Relations to follow, one inside the other. */
const MAX_DEPTH = 2;

/** The schema of a collection; undefined where there is none. */
const schemaOf = ({ collections }: Content, collection: string): Schema | undefined =>
  collections.has(collection) ? collections.get(collection).schema : undefined;

/** Whether a dotted name leads to a relation. Throws `invalid` for more relations than may follow each other. */
function isRelation(base: Content, from: Schema, path: string): boolean {
  let schema: Schema | undefined = from;
  let depth = 0;
  let relation = false;
  for (const name of path.split('.')) {
    const property: Property | undefined = schema?.properties.get(name);
    if (!property) return false;
    const target = targetOf(property);
    relation = target !== undefined;
    if (relation) depth += 1;
    if (depth > MAX_DEPTH) {
      throw invalid(message('parameterInvalid', { name: 'expand' }), {
        expand: [message('relationsOver', { limit: MAX_DEPTH, path: path.slice(0, 200) })],
      });
    }
    schema = target === undefined ? property.children?.schema() : schemaOf(base, target);
  }
  return relation;
}

/** The relations of `paths`, and the paths that lead to none. Throws `invalid`. */
export function expandTree(
  base: Content,
  schema: Schema,
  paths: readonly string[],
): { tree: ExpandTree; unknown: readonly string[] } {
  const tree: ExpandTree = new Map();
  const unknown: string[] = [];
  for (const path of paths) {
    if (!isRelation(base, schema, path)) {
      unknown.push(path);
      continue;
    }
    let at = tree;
    for (const name of path.split('.')) {
      const below: ExpandTree = at.get(name) ?? new Map();
      at.set(name, below);
      at = below;
    }
  }
  return { tree, unknown };
}

/** Requested fields that no object has, of those inside cards, decks and expanded relations. */
export function unknownInside(
  base: Content,
  schema: Schema,
  fields: FieldTree,
  expand: ExpandTree | undefined,
  above = '',
): string[] {
  const unknown: string[] = [];
  for (const [name, below] of fields) {
    const property = schema.properties.get(name);
    if (above !== '' && name !== 'id' && !SYSTEM_PROPERTIES.has(name) && !property)
      unknown.push(above + name);
    if (below === 'all' || !property) continue;
    const target = expand?.has(name) ? targetOf(property) : undefined;
    const inside = target === undefined ? property.children?.schema() : schemaOf(base, target);
    if (inside) unknown.push(...unknownInside(base, inside, below, expand?.get(name), `${above}${name}.`));
  }
  return unknown;
}
