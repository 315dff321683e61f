/** The types of a folder: its collections, the schemas that their objects and parts follow, and relations. */
import type { Content } from '../content/core/base.js';
import { SYSTEM_PROPERTIES } from '../contract/names.js';
import { isJsonObject } from '../contract/values.js';
import type { ValueType } from '../properties/value-type.js';
import { labelOf } from '../schemas/check.js';
import { requiredInput } from '../schemas/required-input.js';
import type { Property, Schema } from '../schemas/schema.js';

/** A block: the name of its type, and of the schema that its item names. */
export interface BlockType {
  part: string;
  schema: string;
}

/** A value, the parts of a card or deck by the name of their type, or a deck of blocks. */
export type PropertyType = ValueType | { part: string; many: boolean } | { blocks: BlockType[] };

export interface TypedProperty {
  name: string;
  /** Label and help. */
  comment: string;
  type: PropertyType;
  /** In every answer, as long as no other program left it out. */
  required: boolean;
  /** Collections that the ids of a relation are of. */
  relation: string | undefined;
}

export interface ObjectType {
  /** Name of the type, `BlogPost`. */
  name: string;
  comment: string;
  /** A part of cards and decks, which have no times. */
  part: boolean;
  properties: TypedProperty[];
}

export interface FolderTypes {
  objects: ObjectType[];
  /** Names of the types of collections, by their ids. */
  collections: { id: string; type: ObjectType }[];
}

/** Names that the generated file has already. */
const TAKEN = ['Plinth', 'ColorValue', 'DepotValue', 'FileValue', 'ImageValue', 'LocalizedText'];

/** `blog-post` as the name of a type; `_2` and so on for a taken one. */
class TypeNames {
  readonly #taken = new Set(TAKEN);

  of(id: string): string {
    const words = id.split(/[^a-z0-9]+/i).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
    const plain = words.join('');
    const name = /^[A-Z]/.test(plain) ? plain : `Schema${plain}`;
    let free = name;
    for (let n = 2; this.#taken.has(free); n += 1) free = `${name}${n}`;
    this.#taken.add(free);
    return free;
  }
}

const commentOf = (property: Property): string => {
  const { help } = property.definition;
  return [labelOf(property), typeof help === 'string' ? help : ''].filter((text) => text !== '').join('. ');
};

/** The collection whose objects a property names. */
function relationOf(property: Property, collections: ReadonlySet<string>): string | undefined {
  const relation = property.definition.settings?.relationalOptions;
  const collection = isJsonObject(relation) ? relation.collection : undefined;
  return typeof collection === 'string' && collections.has(collection) ? collection : undefined;
}

/** Reads the types of all collections. */
export function folderTypes(base: Content): FolderTypes {
  const collections = base.collections.all();
  const ids = new Set(collections.map(({ settings }) => settings.id));
  const names = new TypeNames();
  const objects: ObjectType[] = [];
  const byKey = new Map<string, ObjectType>();

  const typeOf = (schema: Schema, key: string, wanted: string, part: boolean): ObjectType => {
    const known = byKey.get(key);
    if (known) return known;
    const { description } = schema.document;
    const comment = typeof description === 'string' ? description : '';
    const made: ObjectType = { name: names.of(wanted), comment, part, properties: [] };
    byKey.set(key, made);
    objects.push(made);
    // Files come after their object, and empty cards answer without their required properties.
    const required = new Set(part ? [] : requiredInput(schema));
    for (const property of schema.properties.values()) {
      const { name } = property;
      if (name === 'id' || SYSTEM_PROPERTIES.has(name)) continue;
      made.properties.push({
        name,
        comment: commentOf(property),
        type: typeOfValue(property),
        required: required.has(name),
        relation: part ? undefined : relationOf(property, ids),
      });
    }
    return made;
  };
  const typeOfValue = ({ kind, definition, children }: Property): PropertyType => {
    if (!children) return kind.valueType(definition);
    const partOf = (schema: Schema) => typeOf(schema, `part ${schema.id}`, `${schema.id}-part`, true).name;
    if (children.named) {
      return { blocks: children.all().map((schema) => ({ part: partOf(schema), schema: schema.id })) };
    }
    const schema = children.schema();
    return schema ? { part: partOf(schema), many: children.many } : 'unknown';
  };

  return {
    objects,
    collections: collections.map(({ settings, schema }) => {
      // Settings of a collection can change properties of its schema.
      const own = settings.properties !== undefined;
      const wanted = own ? `${settings.schema}-of-${settings.id}` : settings.schema;
      return { id: settings.id, type: typeOf(schema, wanted, wanted, false) };
    }),
  };
}
