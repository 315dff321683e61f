/** Every object write: the document to store, from what was sent and what is stored (spec/content.md#create). */

import { inSlices, Yielder } from '../async/yielder.js';
import { SYSTEM_PROPERTIES } from '../contract/names.js';
import type { ObjectDocument, SentProperties } from '../contract/objects.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import type { ErrorDetails } from '../contract/wire.js';
import { failed } from '../errors.js';
import type { SaveContext } from '../properties/kind.js';
import { applyInput } from './apply-input.js';
import { copyOf } from './apply-value.js';
import { calculateAll, fillDefaults, generate, stampTimes } from './fill.js';
import { withPresentNames } from './former-names.js';
import type { Schema } from './schema.js';
import { SlowCheck, TooSlow } from './too-slow.js';
import { checkUnique } from './unique.js';

export interface PrepareInput {
  schema: Schema;
  /** The object as stored; with mode `create`, the object a clone is made of. */
  current?: ObjectDocument;
  sent: SentProperties;
  /** `replace` and `merge` both keep what was not sent (spec/content.md#put). */
  mode: 'create' | 'replace' | 'merge';
  context: SaveContext;
  id: string;
  /** Whether another object holds this value of an indexed property. */
  isTaken(property: string, value: JsonValue): boolean;
}

/** `id`, the schema's order, keys it does not know in their stored order, `created`, `modified`. */
function inOrder(schema: Schema, document: JsonObject, id: string): ObjectDocument {
  const ordered: ObjectDocument = { id };
  const rest = new Set(Object.keys(document).filter((key) => key !== 'id' && !SYSTEM_PROPERTIES.has(key)));
  for (const name of [...schema.properties.keys(), ...rest]) {
    const value = rest.has(name) ? document[name] : undefined;
    if (value !== undefined) ordered[name] = value;
  }
  for (const name of SYSTEM_PROPERTIES) {
    const value = document[name];
    if (value !== undefined) ordered[name] = value;
  }
  return ordered;
}

/** Defaults of cards and decks are taken like sent ones, for their parts follow a schema. */
function withDefaultParts(schema: Schema, document: JsonObject, sent: SentProperties): SentProperties {
  const preset: SentProperties = {};
  for (const [name, { children, definition }] of schema.properties) {
    if (!children || (document[name] ?? sent[name] ?? null) !== null) continue;
    if (isJsonObject(definition.default)) preset[name] = definition.default;
  }
  return Object.keys(preset).length === 0 ? sent : { ...sent, ...preset };
}

/**
 * A document whose files changed, with updated save dates and calculated values. Other rules are not checked: a file
 * must not be rejected because a title is missing.
 */
export async function restamped(
  schema: Schema,
  stored: ObjectDocument,
  context: SaveContext,
): Promise<ObjectDocument> {
  const document = copyOf(stored);
  stampTimes(schema, document, { context, creating: false });
  await inSlices(calculateAll(schema, document), new Yielder());
  return inOrder(schema, document, stored.id);
}

/**
 * A document with other values for some properties, stored as they are; null removes one. Only the rules of these
 * properties are checked. Throws `validation`.
 */
export async function withValues(
  schema: Schema,
  stored: ObjectDocument,
  values: JsonObject,
  context: SaveContext,
): Promise<ObjectDocument> {
  const document = copyOf(withPresentNames(schema, stored));
  for (const [name, value] of Object.entries(values)) {
    if (value === null) delete document[name];
    else document[name] = value;
  }
  stampTimes(schema, document, { context, creating: false });
  const yielder = new Yielder();
  await inSlices(calculateAll(schema, document), yielder);
  const prepared = inOrder(schema, document, stored.id);
  const problems = Object.entries(await checked(schema, prepared, yielder)).filter(([path]) =>
    Object.hasOwn(values, path.split('.')[0] ?? ''),
  );
  if (problems.length > 0) throw failed(Object.fromEntries(problems));
  return prepared;
}

/** What the schema finds wrong. Throws `TooSlow` as the rejection of the request. */
async function checked(schema: Schema, document: ObjectDocument, yielder: Yielder): Promise<ErrorDetails> {
  try {
    return await schema.check(document, yielder);
  } catch (error) {
    throw error instanceof TooSlow ? new SlowCheck(error) : error;
  }
}

/**
 * The whole, checked document in canonical key order. Merges, normalizes, fills in defaults (on create only), time
 * stamps, generated and calculated values, then checks everything. `created` and `modified` are left as stored for
 * the caller to set. Throws `validation` with every failing property.
 */
export async function prepare(input: PrepareInput): Promise<ObjectDocument> {
  const { schema, sent, id } = input;
  const yielder = new Yielder();
  const context: SaveContext = { ...input.context, yielder };
  const creating = input.mode === 'create';
  const document = copyOf(input.current ? withPresentNames(schema, input.current) : {});
  const given = creating ? withDefaultParts(schema, document, sent) : sent;
  const rejected = await applyInput(schema, document, given, { context, creating });
  if (creating) await fillDefaults(schema, document, context);
  stampTimes(schema, document, { context, creating });
  await generate(schema, document, context);
  await inSlices(calculateAll(schema, document), yielder);

  const prepared = inOrder(schema, document, id);
  const details: ErrorDetails = {
    ...checkUnique(schema, prepared, input.isTaken),
    ...(await checked(schema, prepared, yielder)),
    ...rejected,
  };
  if (Object.keys(details).length > 0) throw failed(details);
  return prepared;
}
