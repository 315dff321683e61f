/** The schemas of the parts of a value. Items of a deck with several name their own (spec/field-kinds.md#deck). */
import { ITEM_SCHEMA, itemSchemaId } from '../contract/deck.js';
import type { ChildrenOf } from '../properties/kind.js';
import { resolveKind } from '../properties/resolve.js';
import type { Children, Property, Schema, SchemaOf } from './schema.js';

/** The property by which an item names its schema. */
function nameProperty(ids: readonly string[]): Property {
  const definition = { type: 'string', field: 'text', label: 'Schema', enum: [...ids] };
  const { name: kindName, kind } = resolveKind(definition);
  return { name: ITEM_SCHEMA, definition, kindName, kind, required: false };
}

/** The same schema with other properties. */
const withProperties = (schema: Schema, properties: ReadonlyMap<string, Property>): Schema =>
  Object.create(schema, { properties: { value: properties, enumerable: true } });

/** The property, and those of all schemas; of several with the same name the first. */
function united(first: Property, schemas: readonly Schema[]): ReadonlyMap<string, Property> {
  const properties = new Map([[first.name, first]]);
  for (const one of schemas) {
    for (const [name, property] of one.properties) if (!properties.has(name)) properties.set(name, property);
  }
  return properties;
}

/** The parts of a property, whose schemas are looked up when they are needed. */
export function childrenOf({ schemas: ids, named, many }: ChildrenOf, schemaOf: SchemaOf): Children {
  const all = () => ids.flatMap((id) => schemaOf(id) ?? []);
  if (!named) {
    const schema = () => (ids[0] === undefined ? undefined : schemaOf(ids[0]));
    return { schemaIds: ids, named, many, all, schema, of: schema };
  }
  const name = nameProperty(ids);
  const withName = (schemas: readonly Schema[]) => united(name, schemas);
  const blocks = new WeakMap<Schema, Schema>();
  const block = (schema: Schema): Schema => {
    const known = blocks.get(schema) ?? withProperties(schema, withName([schema]));
    blocks.set(schema, known);
    return known;
  };
  return {
    schemaIds: ids,
    named,
    many,
    all,
    schema() {
      const [first, ...others] = all();
      return first && withProperties(first, withName([first, ...others]));
    },
    of(part) {
      const id = itemSchemaId(ids, part);
      const schema = id === undefined ? undefined : schemaOf(id);
      return schema && block(schema);
    },
  };
}
