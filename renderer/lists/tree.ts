/** Whether the objects of a collection are in a tree, and by which relation (spec/resources.md#tree). Pure. */
import type { CollectionSettings } from '#contract/objects';
import type { PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import { declaredKind } from '../fields';
import { labelOf } from '../fields/field-rules';
import { refersById, relatedCollection } from '../fields/select/choice';
import { flag } from '../fields/settings';
import { isWritable } from './arrangement';

export interface TreeBy {
  /** The relation that names the parent. */
  name: string;
  label: string;
  definition: PropertyOnWire;
  /** Objects can get another parent. */
  writable: boolean;
}

/** Relations of a schema by which objects of a collection can be in a tree. */
export const parentsOf = (collection: string, schema: SchemaDefinition): string[] =>
  schema.index.filter((name) => {
    const definition = schema.properties[name];
    return (
      definition !== undefined &&
      declaredKind(definition)?.filter === 'choice' &&
      relatedCollection(definition) === collection &&
      refersById(definition)
    );
  });

/** Undefined for a collection whose objects are in no tree. */
export function treeOf(
  { id, tree = '' }: Pick<CollectionSettings, 'id' | 'tree'>,
  schema: SchemaDefinition,
): TreeBy | undefined {
  const definition = schema.properties[tree];
  if (definition === undefined || !parentsOf(id, schema).includes(tree)) return undefined;
  const writable = isWritable({ name: tree, definition }) && !flag(definition, 'disabled');
  return { name: tree, definition, label: labelOf(tree, definition), writable };
}
