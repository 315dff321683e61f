/**
 * From a stored document to what answers and indexes show (spec/resources.md#object). Keys that the schema does not
 * have stay in the file and out of answers: they may be secrets whose property was removed.
 */
import { ITEM_SCHEMA } from '../contract/deck.js';
import { SYSTEM_PROPERTIES, UNSAFE_KEYS } from '../contract/names.js';
import type { ObjectDocument } from '../contract/objects.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { isEmptyPart } from '../properties/card/index.js';
import { fitting, withoutPasswords } from '../properties/fitting.js';
import type { Shown } from '../properties/kind.js';
import { isPasswordHash } from '../properties/password/index.js';
import type { Entry } from '../store/types/catalogue.js';
import { withPresentNames } from './former-names.js';
import { MAX_NESTING, reachable } from './reach.js';
import type { Children, Property, Schema } from './schema.js';

export interface Times {
  created: string;
  modified: string;
}

/** Whether private answers differ from public ones. */
export function hasPrivate(schema: Schema): boolean {
  return reachable(schema).some(({ properties }) =>
    [...properties.values()].some(({ kind }) => kind.private === true),
  );
}

/** Whether answers may omit parts of a document. */
export function hasHiddenValues(schema: Schema): boolean {
  return reachable(schema).some(({ properties }) =>
    [...properties.values()].some(({ kind }) => kind.private === true || kind.present !== undefined),
  );
}

const NO_MORE: Shown = { places: false };

/** Who looks, and at which place. */
export interface View {
  /** May write the object, and so sees private values. */
  writer: boolean;
  /** The object's place as a path of an address, `/blog/quay`; further in with each card and item. */
  address: string;
  /** What the folder's settings show. */
  shown?: Shown;
  /** Number of cards and items around the value. */
  depth?: number;
  /** Told where a value does not fit its kind, so that only writers see all of it. */
  withheld?(): void;
}

/** The address of a part of what is at an address. */
const below = (address: string, name: string) => `${address}/${encodeURIComponent(name)}`;

/** The place of an object in addresses. */
export const addressOf = (collection: string, id: string): string => below(below('', collection), id);

/**
 * A value as far as its kind has place for it; the same one where it has place for all. The hash of a password has none
 * where the property is of another kind now.
 */
export function fittingValue({ kind, definition }: Property, value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    const isHidden = kind.private || kind.keepWhenBlank;
    return value.startsWith('$2') && !isHidden && isPasswordHash(value) ? '' : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) return value;
  return kind.fitting ? kind.fitting(value) : fitting(value, kind.schema(definition));
}

/** A value as answers show it. */
export function shownValue(property: Property, value: JsonValue, view: View): JsonValue {
  const { kind, children, name } = property;
  if (kind.private === true && !view.writer) return kind.blank;
  if (children) {
    return shownParts(name, children, value, { ...view, address: below(view.address, name) });
  }
  const fits = fittingValue(property, value);
  if (!kind.present && fits === value) return value;
  const shownOf = (one: JsonValue) => kind.present?.(one, below(view.address, name), view.shown) ?? one;
  if (fits === value) return shownOf(value);
  view.withheld?.();
  return view.writer ? withoutPasswords(shownOf(value), shownOf(fits)) : shownOf(fits);
}

/** Keys that answers add to what is stored of files. */
const ADDED: ReadonlySet<string> = new Set(['url', 'count']);

/**
 * Whether a value that does not fit its kind is sent as answers show it, to readers or to writers. Tables hold it as
 * text.
 */
export function isShownSame(property: Property, document: JsonObject, sent: JsonValue): boolean {
  const { name, kind } = property;
  const stored = Object.hasOwn(document, name) ? document[name] : undefined;
  if (stored === undefined || stored === null || kind.keepWhenBlank) return false;
  if (sent === null || (typeof sent !== 'object' && typeof sent !== 'string')) return false;
  if (fittingValue(property, stored) === stored) return false;
  const told = (value: JsonValue) =>
    JSON.stringify(value, (key, child) => (kind.files && ADDED.has(key) ? undefined : child));
  const text = typeof sent === 'string' ? sent : told(sent);
  return [true, false].some((writer) => {
    const shown = shownValue(property, stored, { writer, address: '' });
    return shown === sent || told(shown) === text;
  });
}

/**
 * A list where parts should be: its entries, and of objects among them the properties of the schema that answers show
 * as they are stored. The result depends on nothing else, so that a save recognizes it when it is sent back.
 */
export function shownList(children: Children, list: readonly JsonValue[], depth = 0): JsonValue[] {
  if (depth >= MAX_NESTING) return [];
  return list.map((entry) => {
    if (Array.isArray(entry)) return shownList(children, entry, depth + 1);
    if (!isJsonObject(entry)) return entry;
    const known = children.of(entry)?.properties;
    return Object.fromEntries(
      Object.entries(entry).flatMap(([key, value]): [string, JsonValue][] => {
        const property = known?.get(key);
        if (!property || property.kind.private || property.kind.present || property.children) return [];
        return [[key, fittingValue(property, value)]];
      }),
    );
  });
}

/**
 * A card or a deck. Without its schema it is unknown which values are secrets, so nothing is shown. What was stored
 * before the property became one, such as a text, has no parts and is shown as it is.
 */
function shownParts(name: string, children: Children, value: JsonValue, view: View): JsonValue {
  if (typeof value !== 'object') return value;
  // An empty list is what PHP writes for an empty object.
  if (Array.isArray(value)) return value.length > 0 ? shownList(children, value) : {};
  if (!isJsonObject(value) || (view.depth ?? 0) >= MAX_NESTING) return {};
  const single = children.named ? undefined : children.schema();
  if (!single && !children.named) return {};
  if (!children.many) return isEmptyPart(value) || !single ? {} : shownPart(single, name, value, view);
  const shown: JsonObject = {};
  for (const [id, item] of Object.entries(value)) {
    if (item === null || item === undefined || UNSAFE_KEYS.has(id)) continue;
    if (!isJsonObject(item)) {
      shown[id] = Array.isArray(item) ? shownList(children, item) : item;
      continue;
    }
    const at = { ...view, address: below(view.address, id) };
    if (single) shown[id] = shownPart(single, id, item, at);
    else shown[id] = shownBlock(children, id, item, at);
  }
  return shown;
}

/** An item that names its schema; of one that is not among them, no more than that. */
function shownBlock(children: Children, id: string, item: JsonObject, view: View): JsonObject {
  const schema = children.of(item);
  if (schema) return shownPart(schema, id, { ...item, [ITEM_SCHEMA]: schema.id }, view);
  return { id, ...(typeof item[ITEM_SCHEMA] === 'string' && { [ITEM_SCHEMA]: item[ITEM_SCHEMA] }) };
}

function shownPart(schema: Schema, id: string, part: JsonObject, view: View): JsonObject {
  const shown: JsonObject = { id };
  const inside = { ...view, depth: (view.depth ?? 0) + 1 };
  for (const [name, property] of schema.properties) {
    const value = name !== 'id' && Object.hasOwn(part, name) ? part[name] : undefined;
    if (value !== undefined) shown[name] = shownValue(property, value, inside);
  }
  return shown;
}

/**
 * An object in an answer: `id`, the schema's properties in its order, `created`, `modified`. Unknown keys stay in the
 * file only: one of them may be a secret whose property was removed.
 */
export function present(
  schema: Schema,
  stored: ObjectDocument,
  {
    writer,
    times,
    collection,
    shown = NO_MORE,
    withheld,
  }: Pick<View, 'writer' | 'shown' | 'withheld'> & { times: Times; collection: string },
): JsonObject {
  const document = withPresentNames(schema, stored);
  const answer: JsonObject = { id: document.id };
  const view: View = {
    writer,
    address: addressOf(collection, document.id),
    shown,
    ...(withheld && { withheld }),
  };
  for (const [name, property] of schema.properties) {
    if (name === 'id' || SYSTEM_PROPERTIES.has(name) || !Object.hasOwn(document, name)) continue;
    const value = document[name];
    if (value !== undefined) answer[name] = shownValue(property, value, view);
  }
  answer.created = times.created;
  answer.modified = times.modified;
  return answer;
}

/** The indexed public fields of an object; always `id`, `created` and `modified`. */
export function entryOf(
  schema: Schema,
  stored: ObjectDocument,
  times: Times,
  collection: string,
  shown: Shown = NO_MORE,
): Entry {
  const document = withPresentNames(schema, stored);
  const entry: Entry = { id: document.id };
  const view: View = { writer: false, address: addressOf(collection, document.id), shown };
  for (const name of schema.index) {
    const property = schema.properties.get(name);
    if (!property || name === 'id' || SYSTEM_PROPERTIES.has(name) || !Object.hasOwn(document, name)) continue;
    const value = document[name];
    if (value !== undefined) entry[name] = shownValue(property, value, view);
  }
  entry.created = times.created;
  entry.modified = times.modified;
  return entry;
}
