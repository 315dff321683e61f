/** A schema with one property, for tests of what a kind does in a real save. */

import { onWire } from '../../../server/contract/messages/message.js';
import type { ObjectDocument } from '../../../server/contract/objects.js';
import type { PropertyDefinition, SchemaDocument } from '../../../server/contract/schemas.js';
import type { JsonValue } from '../../../server/contract/values.js';
import type { ErrorDetails } from '../../../server/contract/wire.js';
import { PlinthError } from '../../../server/errors.js';
import { compileSchema } from '../../../server/schemas/compile.js';
import { flatten } from '../../../server/schemas/inherit.js';
import { prepare } from '../../../server/schemas/prepare.js';
import type { Schema } from '../../../server/schemas/schema.js';

export const NOON = new Date('2026-05-09T12:00:00Z');

/** The schema cards and decks of the tests refer to; it holds a card of its own kind. */
export const PART: SchemaDocument = {
  id: 'part',
  properties: {
    id: { field: 'id' },
    name: { field: 'text', label: 'Name', maxLength: 20 },
    price: { field: 'number', label: 'Price' },
    count: { field: 'number', label: 'Count', default: 1 },
    total: { field: 'number', settings: { calc: `\${price} * \${count}` } },
    pass: { field: 'password', minLength: 4 },
    note: { field: 'styledtext' },
    inner: { field: 'card', label: 'Inner', schemaref: 'part' },
  },
  required: ['id', 'name'],
  index: ['id', 'name'],
};

/** A flattened, compiled schema from definitions. `parts`: schemas its cards and decks may name, beside `part`. */
export function schemaOf(
  properties: Record<string, PropertyDefinition>,
  lists: { required?: string[]; index?: string[]; parts?: SchemaDocument[] } = {},
): Schema {
  const documents = new Map([PART, ...(lists.parts ?? [])].map((part) => [part.id, part]));
  const compiled = new Map<string, Schema>();
  const find = (id: string): Schema | undefined => {
    const document = documents.get(id);
    const schema =
      compiled.get(id) ??
      (document &&
        compileSchema(
          flatten(document, () => undefined),
          find,
        ));
    if (schema) compiled.set(id, schema);
    return schema;
  };
  const document = { id: 'walk', properties, required: lists.required ?? [], index: lists.index ?? [] };
  return compileSchema(
    flatten(document, () => undefined),
    find,
  );
}

export interface Save {
  current?: ObjectDocument;
  sent: Record<string, JsonValue>;
  mode?: 'create' | 'replace' | 'merge';
  now?: Date;
  isTaken?: (property: string, value: JsonValue) => boolean;
}

/** What a save stores, or the details it is refused with. Any other error is a failure of the test. */
export async function save(
  schema: Schema,
  { current, sent, mode = current ? 'merge' : 'create', now = NOON, isTaken = () => false }: Save,
): Promise<{ document: ObjectDocument } | { details: ErrorDetails }> {
  try {
    const document = await prepare({
      schema,
      sent,
      mode,
      context: { now },
      id: current?.id ?? 'one',
      isTaken,
      ...(current && { current }),
    });
    return { document };
  } catch (error) {
    if (error instanceof PlinthError && error.kind === 'validation')
      return { details: onWire(error.details ?? {}).details };
    throw error;
  }
}

/** As `save`, for saves that must succeed. */
export async function saved(schema: Schema, input: Save): Promise<ObjectDocument> {
  const result = await save(schema, input);
  if ('details' in result) throw new Error(`refused: ${JSON.stringify(result.details)}`);
  return result.document;
}

/** As `save`, for saves that must be refused. */
export async function refused(schema: Schema, input: Save): Promise<ErrorDetails> {
  const result = await save(schema, input);
  if ('document' in result) throw new Error(`saved: ${JSON.stringify(result.document)}`);
  return result.details;
}
