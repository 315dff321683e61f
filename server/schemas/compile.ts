/** From a flattened document to a schema ready for work. */
import { createHash } from 'node:crypto';
import { inSlices, Yielder } from '../async/yielder.js';
import type { PropertyDefinition } from '../contract/schemas.js';
import { resolveKind } from '../properties/resolve.js';
import { checkDocument, checkPart } from './check.js';
import { childrenOf } from './children.js';
import { type Flattened, formerNames } from './inherit.js';
import { reachable } from './reach.js';
import type { Property, Schema, SchemaOf } from './schema.js';
import { compileValidator, type Validator } from './validator.js';

/** Raised when Plinth begins to show or index the same documents differently. */
const RENDERING = 2;

const shapesOf = ({ id, properties, former }: Schema) => [
  id,
  [...properties.values()].map(({ name, definition, kindName, kind, children }) => [
    name,
    kindName,
    kind.type,
    kind.private,
    children?.named ? children.schemaIds : children?.schemaIds[0],
    kind.markup?.(definition),
  ]),
  [...former],
];

/** The same text for schemas with the same answers; indexed properties do not matter. */
export const shapeOf = (schema: Schema): string => JSON.stringify(reachable(schema).map(shapesOf));

/** What entries and answers depend on; a new label or help text does not rebuild them. */
function hashOf(schema: Schema): string {
  const text = JSON.stringify([RENDERING, schema.index, reachable(schema).map(shapesOf)]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function compileProperty(
  name: string,
  definition: PropertyDefinition,
  { required, inheritedFrom, schemaOf }: { required: boolean; inheritedFrom?: string; schemaOf: SchemaOf },
): Property {
  const { name: kindName, kind } = resolveKind(definition);
  const parts = kind.children?.(definition);
  return {
    name,
    definition,
    kindName,
    kind,
    required,
    ...(inheritedFrom === undefined ? {} : { inheritedFrom }),
    ...(parts === undefined ? {} : { children: childrenOf(parts, schemaOf) }),
  };
}

/**
 * Resolves the kinds of a flattened document. The validator is built on the first check: most schemas wait for one.
 * Schemas of cards and decks are looked up when they are needed, so that one may hold cards of its own kind.
 */
export function compileSchema(
  { document, inheritedFrom }: Flattened,
  schemaOf: SchemaOf = () => undefined,
): Schema {
  const required = new Set(document.required);
  const properties = new Map<string, Property>();
  for (const [name, definition] of Object.entries(document.properties)) {
    const parent = inheritedFrom.get(name);
    properties.set(
      name,
      compileProperty(name, definition, {
        required: required.has(name),
        schemaOf,
        ...(parent === undefined ? {} : { inheritedFrom: parent }),
      }),
    );
  }
  let validator: Validator | undefined;
  const validatorOnce = () => {
    validator ??= compileValidator(properties.values());
    return validator;
  };
  let hash: string | undefined;
  let renamed: boolean | undefined;
  const schema: Schema = {
    id: document.id,
    document,
    properties,
    required: document.required,
    index: document.index,
    former: formerNames(new Map(Object.entries(document.properties))),
    get renamed() {
      renamed ??= reachable(schema).some(({ former }) => former.size > 0);
      return renamed;
    },
    get hash() {
      hash ??= hashOf(schema);
      return hash;
    },
    schemaOf,
    check: (values, yielder = new Yielder(), slow) =>
      inSlices(checkDocument(values, properties, validatorOnce, slow), yielder),
    checkPart: (values, depth, slow) => checkPart(values, properties, validatorOnce, { depth, slow }),
  };
  return schema;
}
