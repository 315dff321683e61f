/** The references of an object: what its relations and texts name, at any depth, by the schema. Pure. */
import type { ObjectDocument } from '../contract/objects.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { type Reference, relationTarget } from '../properties/references.js';
import type { References } from '../store/types/catalogue.js';
import { withPresentNames } from './former-names.js';
import { MAX_NESTING, reachable } from './reach.js';
import type { Property, Schema } from './schema.js';

/** The references of an object that are indexed; an object with more is a list of links rather than a text. */
const MAX_REFERENCES = 2000;

/** As `VisitReference`, with the property: by name, or by a dotted path through cards and decks without ids of items. */
export type VisitObjectReference = (reference: Reference, path: string) => string | null | undefined;

function inValue(
  { kind, children, definition }: Property,
  value: JsonValue,
  path: string,
  visit: VisitObjectReference,
  depth: number,
): JsonValue {
  // References of private values would reveal them.
  if (kind.private) return value;
  if (!children) return kind.references?.(value, definition, (one) => visit(one, path)) ?? null;
  if (!isJsonObject(value) || depth >= MAX_NESTING) return value;
  const inside = (part: JsonObject): JsonObject => {
    const schema = children.of(part);
    return schema ? inPart(schema, part, `${path}.`, visit, depth + 1) : part;
  };
  if (!children.many) return inside(value);
  let next = value;
  for (const [id, item] of Object.entries(value)) {
    const changed = isJsonObject(item) ? inside(item) : item;
    if (changed === item) continue;
    if (next === value) next = { ...value };
    next[id] = changed;
  }
  return next;
}

function inPart(
  schema: Schema,
  part: JsonObject,
  prefix: string,
  visit: VisitObjectReference,
  depth: number,
): JsonObject {
  let next = part;
  for (const [name, property] of schema.properties) {
    const value = Object.hasOwn(part, name) ? part[name] : undefined;
    if (value === undefined || (!property.kind.references && !property.children)) continue;
    const changed = inValue(property, value, prefix + name, visit, depth);
    if (changed === value) continue;
    if (next === part) next = { ...part };
    if (changed === null && depth > 0) delete next[name];
    else next[name] = changed;
  }
  return next;
}

/** The properties of an object in which references change, with their new values; null removes a property. */
export function changedReferences(
  schema: Schema,
  document: ObjectDocument,
  visit: VisitObjectReference,
): JsonObject {
  const present = withPresentNames(schema, document);
  const changed = inPart(schema, present, '', visit, 0);
  return Object.fromEntries(Object.entries(changed).filter(([name, value]) => value !== present[name]));
}

/** A reference as the catalogue keeps it: an address as it is, an object as `=collection/property/value`. */
export const referenceText = (reference: Reference): string =>
  'address' in reference
    ? reference.address
    : `=${reference.collection}/${reference.property}/${reference.value}`;

/** The references of an object, by their properties; undefined where it has none. */
export function referencesOf(schema: Schema, document: ObjectDocument): References | undefined {
  let found: Record<string, string[]> | undefined;
  let count = 0;
  inPart(
    schema,
    withPresentNames(schema, document),
    '',
    (reference, path) => {
      count += 1;
      if (count > MAX_REFERENCES) return undefined;
      found ??= {};
      const text = referenceText(reference);
      const others = found[path];
      if (!others) found[path] = [text];
      else if (!others.includes(text)) others.push(text);
      return undefined;
    },
    0,
  );
  return found;
}

/** Differs between schemas with other relations; empty where there are none. */
export function relationsKey(schema: Schema): string {
  const relations = reachable(schema).flatMap(({ id, properties }) =>
    [...properties.values()].flatMap(({ name, definition }) => {
      const target = relationTarget(definition);
      return target ? [[id, name, target.collection, target.property]] : [];
    }),
  );
  return relations.length > 0 ? `:${JSON.stringify(relations)}` : '';
}
