/** A deck's value: items by id, in the order of its keys. Pure: values in, new values out. */
import { isNumericKey, itemIdProblem } from '#contract/deck';
import type { PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { own } from '../../json';
import { t } from '../../t';
import type { FieldLookup } from '../kind';
import { lineOf, partSummary } from '../parts/part-summary';
import { textSetting } from '../settings';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS_AND_DIGITS = `${LETTERS}0123456789`;
const ID_LENGTH = 7;

/** The deck with its items in another order. */
export const inOrder = (deck: JsonObject, ids: readonly string[]): JsonObject =>
  Object.fromEntries(ids.map((id) => [id, own(deck, id) ?? {}]));

/** The first place an item can be moved to: those before it are held by items whose ids are mere numbers. */
export const firstPlace = (ids: readonly string[]): number => ids.filter(isNumericKey).length;

/**
 * The ids with one of them at another place; a place beyond either end is that end. An id that is a mere number keeps
 * its place, and none comes before such ids.
 */
export function moved(ids: readonly string[], id: string, to: number): string[] {
  if (isNumericKey(id)) return [...ids];
  const others = ids.filter((one) => one !== id);
  return others.toSpliced(Math.max(firstPlace(ids), Math.min(to, others.length)), 0, id);
}

/** The deck with a new item behind `after`, or at the end. */
export function withItem(deck: JsonObject, id: string, item: JsonValue, after?: string): JsonObject {
  const ids = Object.keys(deck);
  const at = after === undefined ? ids.length : ids.indexOf(after) + 1;
  return inOrder({ ...deck, [id]: item }, ids.toSpliced(at, 0, id));
}

/** The deck without an item. */
export const withoutItem = (deck: JsonObject, id: string): JsonObject =>
  Object.fromEntries(Object.entries(deck).filter(([key]) => key !== id));

/** The deck with an item under another id, in its place. */
export function renamed(deck: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(
    Object.entries(deck).map(([id, item]): [string, JsonValue] => {
      if (id !== from) return [id, item];
      return [to, isJsonObject(item) && Object.hasOwn(item, 'id') ? { ...item, id: to } : item];
    }),
  );
}

/**
 * An item's values for another one: all but its id, and but its files, which lie in a folder of its own and which
 * the other one has not got.
 */
export function copyOf(
  item: JsonValue,
  schema: SchemaDefinition,
  partSchemas: ReadonlyMap<string, SchemaDefinition>,
  fields: FieldLookup,
): JsonObject {
  if (!isJsonObject(item)) return {};
  const values = Object.entries(item).flatMap(([key, value]): [string, JsonValue][] => {
    const definition = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    const kind = definition && fields.kindFor(definition, undefined);
    if (key === 'id' || kind?.takes !== undefined) return [];
    const inner = kind?.parts === 'one' ? partSchemas.get(definition?.itemSchema ?? '') : undefined;
    return [[key, inner ? copyOf(value, inner, partSchemas, fields) : value]];
  });
  return Object.fromEntries(values);
}

/** Why an item cannot get an id, as a sentence; undefined when it can. Folders on some disks know no case. */
export function newIdProblem(id: string, others: readonly string[]): string | undefined {
  const problem = itemIdProblem(id);
  if (problem !== undefined) return t(`The ID ${problem}.`);
  const taken = others.some((other) => other.toLowerCase() === id.toLowerCase());
  return taken ? t(`Another item already has the ID “${id}”.`) : undefined;
}

/** An id no item has. `random` gives numbers from 0 up to but not including 1. */
export function freeId(ids: readonly string[], random: () => number): string {
  for (;;) {
    const pick = (from: string) => from.charAt(Math.floor(random() * from.length));
    const id = pick(LETTERS) + Array.from({ length: ID_LENGTH - 1 }, () => pick(LETTERS_AND_DIGITS)).join('');
    if (newIdProblem(id, ids) === undefined) return id;
  }
}

/** The line for a dotted path: cards inside an item are looked into. */
function lineAt(item: JsonObject, path: string, schema: SchemaDefinition, fields: FieldLookup): string {
  const [head = '', ...rest] = path.split('.');
  if (rest.length === 0) return lineOf(item, head, schema, fields);
  const value = rest.reduce<JsonValue | undefined>(
    (part, key) => (isJsonObject(part) ? own(part, key) : undefined),
    own(item, head),
  );
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** What an item is called: by the deck's `deckItemLabel` with its `${names}` filled in, else by its first values. */
export function itemLabel(
  definition: PropertyOnWire,
  schema: SchemaDefinition | undefined,
  id: string,
  value: JsonValue | undefined,
  fields: FieldLookup,
): string {
  if (schema === undefined) return id;
  const item = isJsonObject(value) ? value : {};
  const written = definition.deckItemLabel ?? textSetting(definition, 'deckItemLabel');
  if (typeof written === 'string' && !/^\s*(\$\{\s*id\s*\})?\s*$/.test(written)) {
    const label = written
      .slice(0, 500)
      .replace(/\$\{\s*([^{}\s]{1,120})\s*\}/g, (_all, path: string) =>
        path === 'id' ? id : lineAt(item, path, schema, fields),
      )
      .trim();
    if (label !== '') return label;
  }
  return partSummary(item, schema, fields);
}
