/** Every object write: the document to store, from what was sent and what is stored (spec/content.md#create). */

import { inSlices, Yielder } from '../async/yielder.js';
import type { Details } from '../contract/messages/message.js';
import { SYSTEM_PROPERTIES } from '../contract/names.js';
import type { ObjectDocument, SentProperties } from '../contract/objects.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { failed } from '../errors.js';
import type { SaveContext } from '../properties/kind.js';
import { applyInput } from './apply-input.js';
import { copyOf } from './apply-value.js';
import { calculateAll, fillDefaults, generate, stampTimes } from './fill.js';
import { withPresentNames } from './former-names.js';
import type { Schema } from './schema.js';
import { SlowCheck, SlowValues, TooSlow } from './too-slow.js';
import { checkUnique } from './unique.js';
import { isUntouched, oldProblems } from './untouched.js';

export interface PrepareInput {
  schema: Schema;
  /** The object as stored; for a new object, values that come with it. */
  current?: ObjectDocument;
  sent: SentProperties;
  /** `replace` and `merge` both keep what was not sent (spec/content.md#put); `copy`: a new object like `current`. */
  mode: 'create' | 'copy' | 'replace' | 'merge';
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
 * properties are checked, and not what broke them before. Throws `validation`.
 */
export async function withValues(
  schema: Schema,
  stored: ObjectDocument,
  values: JsonObject,
  context: SaveContext,
): Promise<ObjectDocument> {
  const before = withPresentNames(schema, stored);
  const document = copyOf(before);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) delete document[name];
    else document[name] = value;
  }
  stampTimes(schema, document, { context, creating: false });
  const yielder = new Yielder();
  await inSlices(calculateAll(schema, document), yielder);
  const prepared = inOrder(schema, document, stored.id);
  const isValue = (name: string | undefined) => name !== undefined && Object.hasOwn(values, name);
  const mayStay = (steps: readonly string[]) => !isValue(steps[0]) || isUntouched(before, prepared, steps);
  const slow = SlowValues.of(mayStay, context.slowChecks);
  const details = Object.fromEntries(
    Object.entries(await checked(schema, prepared, { yielder, slow })).filter(([path]) =>
      isValue(path.split('.')[0]),
    ),
  );
  if (Object.keys(details).length === 0) return prepared;
  const known = { document: before, details: await checked(schema, before, { yielder, slow: slow.again() }) };
  const old = await inSlices(oldProblems(known, { document: prepared, details }), yielder);
  for (const path of old) delete details[path];
  if (Object.keys(details).length > 0) throw failed(details);
  return prepared;
}

/** What the schema finds wrong. Throws `TooSlow` as the rejection of the request. */
async function checked(
  schema: Schema,
  document: ObjectDocument,
  { yielder, slow }: { yielder: Yielder; slow: SlowValues },
): Promise<Details> {
  try {
    return await schema.check(document, yielder, slow);
  } catch (error) {
    throw error instanceof TooSlow ? new SlowCheck(error) : error;
  }
}

/** The document of a save before it is judged, and what cannot be taken of the sent values. */
async function filled({ schema, current, sent, mode, id, ...input }: PrepareInput, yielder: Yielder) {
  const context: SaveContext = { ...input.context, yielder };
  const creating = mode === 'create' || mode === 'copy';
  const document = copyOf(current ? withPresentNames(schema, current) : {});
  const given = creating ? withDefaultParts(schema, document, sent) : sent;
  const rejected = await applyInput(schema, document, given, { context, creating });
  if (creating) await fillDefaults(schema, document, context);
  stampTimes(schema, document, { context, creating });
  await generate(schema, document, { context, creating });
  await inSlices(calculateAll(schema, document), yielder);
  return { document: inOrder(schema, document, id), rejected };
}

/** The values of the document of a save that may stay unchecked: those that are as they are stored. */
function staying({ schema, current, mode, context }: PrepareInput, document: ObjectDocument): SlowValues {
  const before = current && mode !== 'create' ? withPresentNames(schema, current) : {};
  return SlowValues.of((steps) => isUntouched(before, document, steps), context.slowChecks);
}

/** The document of a save with what breaks rules in it. `known`: slow values found before. */
async function judged(input: PrepareInput, yielder: Yielder, known?: SlowValues) {
  const { document, rejected } = await filled(input, yielder);
  const slow = known ?? staying(input, document);
  const details: Details = {
    ...checkUnique(input.schema, document, input.isTaken),
    ...(await checked(input.schema, document, { yielder, slow })),
  };
  return { document, details, rejected, slow };
}

/** What breaks rules in a stored object, also what its next save would leave as it is. */
export async function problemsOf(
  schema: Schema,
  { current, context }: { current: ObjectDocument; context: SaveContext },
): Promise<Details> {
  const { id } = current;
  const input: PrepareInput = { schema, current, sent: {}, mode: 'merge', context, id, isTaken: () => false };
  return (await judged(input, new Yielder())).details;
}

/** The details without problems of values that the save does not change, which are named. */
async function newDetails(
  input: PrepareInput,
  now: { document: ObjectDocument; details: Details; slow: SlowValues },
  yielder: Yielder,
): Promise<Details> {
  const { current, mode, context } = input;
  if (!current || mode === 'create' || Object.keys(now.details).length === 0) return now.details;
  const { markupLost: _told, ...quiet } = context;
  const then = judged({ ...input, context: quiet, sent: {} }, yielder, now.slow.again());
  // There was too much to check in time, so that nothing is known of before: all must be right.
  const before = await then.catch((error: unknown) => {
    if (error instanceof SlowCheck) return undefined;
    throw error;
  });
  if (!before) return now.details;
  const old = new Set(await inSlices(oldProblems(before, now), yielder));
  // Not one of a value: the schema of the collection may be missing.
  old.delete('id');
  // A copy must not take a value that its original needs for itself.
  if (mode === 'copy') {
    for (const path of Object.keys(checkUnique(input.schema, now.document, input.isTaken))) old.delete(path);
  }
  for (const path of old) context.leftInvalid?.(path);
  return Object.fromEntries(Object.entries(now.details).filter(([path]) => !old.has(path)));
}

/**
 * The whole, checked document in canonical key order. Merges, normalizes, fills in defaults (on create only), time
 * stamps, generated and calculated values, then checks what was changed: values that broke rules before and are not
 * touched stay as they are (decision 275). `created` and `modified` are left as stored for the caller to set. Throws
 * `validation` with every failing property.
 */
export async function prepare(input: PrepareInput): Promise<ObjectDocument> {
  const yielder = new Yielder();
  const { rejected, ...now } = await judged(input, yielder);
  const details = { ...(await newDetails(input, now, yielder)), ...rejected };
  if (Object.keys(details).length > 0) throw failed(details);
  return now.document;
}
