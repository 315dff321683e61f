/** From a flattened document to a schema ready for work. */
import { createHash } from 'node:crypto';
import type { SchemaDocument } from '../contract/schemas.js';
import { resolveKind } from '../properties/resolve.js';
import { checkDocument } from './check.js';
import type { Flattened } from './inherit.js';
import type { Property, Schema } from './schema.js';
import { compileValidator, type Validator } from './validator.js';

/** Raised when Plinth begins to show or index the same documents differently. */
const RENDERING = 1;

/** What entries and answers are made of; a new label or help text makes no entry anew. */
function hashOf({ id, index }: SchemaDocument, properties: Iterable<Property>): string {
  const shapes = [...properties].map(({ name, kindName, kind }) => [name, kindName, kind.type, kind.private]);
  const text = JSON.stringify([RENDERING, id, index, shapes]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Resolves the kinds of a flattened document. The validator is built on the first check: most schemas wait for one. */
export function compileSchema({ document, inheritedFrom }: Flattened): Schema {
  const required = new Set(document.required);
  const properties = new Map<string, Property>();
  for (const [name, definition] of Object.entries(document.properties)) {
    const { name: kindName, kind } = resolveKind(definition);
    const parent = inheritedFrom.get(name);
    properties.set(name, {
      name,
      definition,
      kindName,
      kind,
      required: required.has(name),
      ...(parent === undefined ? {} : { inheritedFrom: parent }),
    });
  }
  let validator: Validator | undefined;
  const validatorOnce = () => {
    validator ??= compileValidator(properties.values());
    return validator;
  };
  return {
    id: document.id,
    document,
    properties,
    required: document.required,
    index: document.index,
    hash: hashOf(document, properties.values()),
    check: (values) => checkDocument(values, properties, validatorOnce),
  };
}
