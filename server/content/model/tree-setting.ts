/** The key `tree` of a collection's settings (spec/resources.md#tree): the relation by which objects have a parent. */
import { type Details, message } from '../../contract/messages/message.js';
import { relationTarget } from '../../properties/references.js';
import type { Property, Schema } from '../../schemas/schema.js';
import type { Collection } from './collection.js';

/** Whether values of a property are ids of objects of this collection, one each. */
const isParent = ({ kind, definition }: Property, collection: string): boolean => {
  const target = relationTarget(definition);
  return kind.type === 'string' && target?.collection === collection && target.property === 'id';
};

/** What does not fit the schema. */
export function treeMismatch(name: string, schema: Schema, collection: string): Details {
  const property = schema.properties.get(name);
  if (!property) return { tree: [message('noProperty', { name, schema: schema.id })] };
  if (!isParent(property, collection)) {
    return { tree: [message('notRelationProperty', { collection })] };
  }
  if (!schema.index.includes(name)) return { tree: [message('notIndexedProperty')] };
  return {};
}

/** The property that holds the parent; undefined where the objects are in no tree, or the setting does not fit. */
export function parentProperty({
  settings,
  schema,
}: Pick<Collection, 'settings' | 'schema'>): string | undefined {
  const { tree = '', id } = settings;
  return tree !== '' && Object.keys(treeMismatch(tree, schema, id)).length === 0 ? tree : undefined;
}
