/**
 * Sent values into a document: removed, kept or normalized by their kinds, cards and decks part by part by the schema
 * these follow (spec/content.md#put, spec/field-kinds.md#deck).
 */
import { isDeepStrictEqual } from 'node:util';
import { ITEM_SCHEMA, itemIdProblem } from '../contract/deck.js';
import { type Details, Message, message } from '../contract/messages/message.js';
import { SYSTEM_PROPERTIES, UNSAFE_KEYS } from '../contract/names.js';
import type { SentProperties } from '../contract/objects.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { isEmptyPart } from '../properties/card/index.js';
import type { SaveContext } from '../properties/kind.js';
import { Refusal } from '../properties/refusal.js';
import { applyReadOnly, copyable, copyOf, isUnset, takeFiles } from './apply-value.js';
import { detailsInside, labelOf } from './check.js';
import { fillDefaults, generate, stampTimes } from './fill.js';
import { isShownSame, shownList } from './present.js';
import { MAX_NESTING } from './reach.js';
import type { Children, Property, Schema } from './schema.js';

/** A property whose values are made of parts. */
type WithChildren = Property & { readonly children: Children };

/** Whether the values of a property are made of parts. */
const hasChildren = (property: Property): property is WithChildren => property.children !== undefined;

interface Taken {
  /** What is to be stored; undefined: nothing. */
  value: JsonValue | undefined;
  /** Refusals by dotted path from the object that holds the property. */
  rejected: Details;
}

interface Moment {
  context: SaveContext;
  /** Number of cards and items around the property. */
  depth: number;
  /** Folder of the part's files, below the object's folder; ends with a slash. */
  folder: string;
}

/**
 * Equal to the place of the last key: a deck with another order of items has changed. Printing both costs a fraction of
 * comparing them key by key.
 */
const isSame = (stored: JsonValue | undefined, sent: JsonValue): boolean =>
  stored === sent || JSON.stringify(stored) === JSON.stringify(sent);

/** What is stored where a list that takes its place is the one answers show. */
const unlessSentBack = (children: Children, stored: JsonValue | undefined, sent: JsonValue): JsonValue =>
  Array.isArray(stored) && Array.isArray(sent) && isSame(shownList(children, stored), sent) ? stored : sent;

/** `id`, the schema's order, then keys it does not know in their stored order. */
function inOrder(schema: Schema, part: JsonObject, id: string): JsonObject {
  const ordered: JsonObject = { id };
  for (const name of [...schema.properties.keys(), ...Object.keys(part)]) {
    const value = Object.hasOwn(part, name) ? part[name] : undefined;
    if (name !== 'id' && value !== undefined) ordered[name] = value;
  }
  return ordered;
}

/**
 * One part: sent values replace stored ones, except for values that readers do not see or that Plinth does not edit.
 * An unchanged part stays untouched, including its time stamps. `whole`: an empty part is kept.
 */
async function applyPart(
  schema: Schema,
  id: string,
  { stored, sent, whole }: { stored: JsonObject | undefined; sent: JsonObject; whole: boolean },
  { context, depth, folder }: Moment,
): Promise<{ part: JsonObject; rejected: Details }> {
  const document = copyOf(stored ?? {});
  const given: SentProperties = Object.fromEntries(copyable(sent));
  for (const [name, { kind, children }] of schema.properties) {
    if (name === 'id' || Object.hasOwn(given, name)) continue;
    if (kind.kept || kind.files || kind.keepWhenBlank || kind.outermost) continue;
    // A card inside may have values to keep: it is emptied, not dropped.
    if (children && !isUnset(document[name])) given[name] = {};
    else delete document[name];
  }
  const creating = stored === undefined;
  const rejected = await applyInput(schema, document, given, {
    context,
    creating,
    depth: depth + 1,
    folder,
  });
  const taken = inOrder(schema, document, id);
  if (stored && isDeepStrictEqual(taken, stored)) return { part: stored, rejected };
  if (!whole && isEmptyPart(taken)) return { part: {}, rejected };
  if (creating) await fillDefaults(schema, document, context);
  stampTimes(schema, document, { context, creating });
  await generate(schema, document, { context, creating });
  return { part: inOrder(schema, document, id), rejected };
}

async function applyCard(
  property: Property,
  schema: Schema,
  stored: JsonValue | undefined,
  sent: JsonObject,
  moment: Moment,
) {
  const before = isJsonObject(stored) && !isUnset(stored) ? stored : undefined;
  const { part, rejected } = await applyPart(
    schema,
    property.name,
    { stored: before, sent, whole: false },
    moment,
  );
  return { value: part, rejected: detailsInside(property.name, labelOf(property), rejected) };
}

/** Why a new item cannot have its id. Ids that differ in case only share a folder. */
function newItemProblem(id: string, byFoldedId: ReadonlyMap<string, readonly string[]>): Message | undefined {
  const problem = itemIdProblem(id);
  if (problem !== undefined) return message('itemId', { problem });
  const other = byFoldedId.get(id.toLowerCase())?.find((candidate) => candidate !== id);
  return other === undefined ? undefined : message('itemIdConflicts', { id: other });
}

/** Ids by their lower-case spelling. */
function foldedIds(ids: readonly string[]): Map<string, string[]> {
  const folded = new Map<string, string[]>();
  for (const id of ids) {
    const same = folded.get(id.toLowerCase());
    if (same) same.push(id);
    else folded.set(id.toLowerCase(), [id]);
  }
  return folded;
}

/** An item to apply, as `applyPart` takes it; or why it cannot be. */
type NamedItem = { schema: Schema; stored: JsonObject | undefined; sent: JsonObject } | Message;

/**
 * An item with the schema it follows: of a deck with several the one it names, else the one it had. Stored values of
 * another schema are not its own.
 */
function namedItem(children: Children, existing: JsonObject | undefined, sent: JsonObject): NamedItem {
  if (!children.named) {
    const schema = children.of(sent);
    return schema ? { schema, stored: existing, sent } : message('itemWithoutSchema');
  }
  const given = sent[ITEM_SCHEMA] ?? '';
  const schema = children.of({ [ITEM_SCHEMA]: given === '' ? (existing?.[ITEM_SCHEMA] ?? '') : given });
  if (!schema) return message('notOneOf', { choices: children.schemaIds.map((id) => `"${id}"`).join(', ') });
  const stored = existing && children.of(existing) === schema ? existing : undefined;
  return { schema, stored, sent: { ...sent, [ITEM_SCHEMA]: schema.id } };
}

async function applyDeck(
  property: WithChildren,
  stored: JsonValue | undefined,
  sent: JsonObject,
  moment: Moment,
) {
  const { name, children } = property;
  const label = labelOf(property);
  const items = isJsonObject(stored) ? stored : {};
  const value: JsonObject = {};
  const rejected: Details = {};
  const byFoldedId = foldedIds(Object.keys(sent));
  for (const [id, item] of Object.entries(sent)) {
    if (moment.context.yielder?.exhausted) await moment.context.yielder.yieldToEventLoop();
    const path = `${name}.${id}`;
    const existing = Object.hasOwn(items, id) ? items[id] : undefined;
    if (item === null) continue;
    const problem = existing === undefined ? newItemProblem(id, byFoldedId) : undefined;
    if (problem !== undefined || UNSAFE_KEYS.has(id)) {
      rejected[path] = [(problem ?? message('itemIdReserved')).of(label)];
    } else if (!isJsonObject(item)) {
      // Left for the check to reject.
      value[id] = unlessSentBack(children, existing, item);
    } else if (item.id !== undefined && item.id !== null && item.id !== '' && item.id !== id) {
      rejected[`${path}.id`] = [message('idOfItem', { id }).of(`${label} › ${id} › ID`)];
    } else {
      const before = isJsonObject(existing) ? existing : undefined;
      const named = namedItem(children, before, item);
      if (named instanceof Message) {
        // An item whose schema is gone is shown without its values: sent back it stays as it is.
        if (before && before[ITEM_SCHEMA] === item[ITEM_SCHEMA]) value[id] = before;
        else rejected[`${path}.${ITEM_SCHEMA}`] = [named.of(`${label} › ${id} › Schema`)];
        continue;
      }
      const { schema, ...parts } = named;
      const taken = await applyPart(
        schema,
        id,
        { ...parts, whole: true },
        { ...moment, folder: `${moment.folder}${id}/` },
      );
      value[id] = taken.part;
      Object.assign(rejected, detailsInside(path, `${label} › ${id}`, taken.rejected));
    }
  }
  return { value, rejected };
}

/** Why the parts of a property cannot be written; undefined when they can. */
function obstacle(
  { children }: WithChildren,
  schema: Schema | undefined,
  depth: number,
): Message | undefined {
  const [first] = children.schemaIds;
  if (first === undefined) return message('partsWithoutSchema');
  if (!schema) return message('partsOfMissingSchema', { id: first });
  return depth >= MAX_NESTING ? message('tooNested', { limit: MAX_NESTING }) : undefined;
}

/**
 * The value of a card or a deck to store. Invalid values are passed on for the check to reject; forbidden changes keep
 * the stored value and are rejected here.
 */
async function applyParts(
  property: WithChildren,
  stored: JsonValue | undefined,
  sent: JsonValue,
  moment: Moment,
): Promise<Taken> {
  const { name, children } = property;
  if (stored !== undefined && isSame(stored, sent)) return { value: stored, rejected: {} };
  if (isUnset(sent) && isUnset(stored)) return { value: stored === undefined ? {} : stored, rejected: {} };
  const schema = children.schema();
  const problem = obstacle(property, schema, moment.depth);
  if (!schema || problem) {
    // Readers are shown an empty value for parts without a schema; sending that back changes nothing.
    const rejected =
      isUnset(sent) && !schema ? {} : { [name]: problem ? [problem.of(labelOf(property))] : [] };
    return { value: stored, rejected };
  }
  const given = isUnset(sent) ? {} : sent;
  if (!isJsonObject(given)) return { value: unlessSentBack(children, stored, given), rejected: {} };
  if (children.many) return applyDeck(property, stored, given, moment);
  return applyCard(property, schema, stored, given, moment);
}

/**
 * Applies sent values to `document` (`depth` cards or items inside an object, whose files are below `folder`): `null`
 * removes, a blank password keeps the stored one, properties the schema lacks are dropped, `id`, `created` and
 * `modified` are ignored. Returns rejections by property.
 */
export async function applyInput(
  schema: Schema,
  document: JsonObject,
  sent: SentProperties,
  {
    context,
    creating,
    depth = 0,
    folder = '',
  }: { context: SaveContext; creating: boolean; depth?: number; folder?: string },
): Promise<Details> {
  const rejected: Details = {};
  for (const [name, value] of copyable(sent)) {
    if (context.yielder?.exhausted) await context.yielder.yieldToEventLoop();
    const property = schema.properties.get(name);
    if (!property || name === 'id' || SYSTEM_PROPERTIES.has(name)) continue;
    const { kind, definition } = property;
    if (depth > 0 && kind.outermost) {
      if (!isUnset(value)) rejected[name] = [message('outermost').of(labelOf(property))];
      continue;
    }
    if (hasChildren(property) && value !== null) {
      const stored = Object.hasOwn(document, name) ? document[name] : undefined;
      const taken = await applyParts(property, stored, value, {
        context,
        depth,
        folder: `${folder}${name}/`,
      });
      if (taken.value !== undefined) document[name] = taken.value;
      Object.assign(rejected, taken.rejected);
      continue;
    }
    if (isShownSame(property, document, value)) continue;
    if (kind.files) {
      const problem = await takeFiles(document, property, value, { context, folder });
      if (problem) rejected[name] = [problem.of(labelOf(property))];
      continue;
    }
    if (kind.kept) {
      const problem = applyReadOnly(document, property, value, creating);
      if (problem) rejected[name] = [problem.of(labelOf(property))];
      continue;
    }
    if (value === '' && kind.keepWhenBlank) continue;
    // Sent back as it is stored: it stays, whether or not its kind would store it so today.
    if (Object.hasOwn(document, name) && !kind.keepWhenBlank && isSame(document[name], value)) continue;
    try {
      const taken =
        value === null || !kind.normalise ? value : await kind.normalise(value, definition, context);
      if (context.markupLost && (await kind.lost?.(value, taken, definition, context))) {
        context.markupLost(`${folder}${name}`.replaceAll('/', '.'));
      }
      if (taken === null) delete document[name];
      else document[name] = taken;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      rejected[name] = [error.reason.of(labelOf(property))];
    }
  }
  return rejected;
}
