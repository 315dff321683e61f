/** Items of a deck, one at a time (spec/content.md#deck-items). */
import { itemIdFrom, itemIdProblem } from '../../contract/deck.js';
import { message, ruleIf } from '../../contract/messages/message.js';
import type { ObjectDocument, SentProperties } from '../../contract/objects.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { failed, invalid, missing, PlinthError } from '../../errors.js';
import { autogenOf, fillPlaceholders } from '../../schemas/autogen.js';
import type { Property } from '../../schemas/schema.js';
import { type Answer, etagOf } from '../answers/answer.js';
import { countedBytes } from '../answers/counted.js';
import type { Clock, Content, Live, WriteBase } from '../core/base.js';
import { objectBody, sameId } from '../core/body.js';
import { requirePro } from '../core/edition.js';
import type { Collection } from '../model/collection.js';
import { getUncounted } from '../reading/read.js';
import { type ChangeOptions, changeObject } from './change.js';
import { addressedProperty, type PropertyPlace, storedValue } from './property.js';

/** The deck property at a place. Throws `missing` for an unknown property, `invalid` for one that is not a deck. */
function deckAt(collection: Collection, name: string): Property {
  const property = addressedProperty(collection, name);
  if (property.children?.many !== true) throw invalid(message('deckNeeded', { name }));
  return property;
}

const noItem = (name: string, item: string) => missing(message('deckItemMissing', { deck: name, item }));

/** The items as stored; none where the deck is empty, which PHP writes as a list. */
function itemsOf(document: ObjectDocument | undefined, name: string): JsonObject {
  const value = storedValue(document, name);
  return isJsonObject(value) ? value : {};
}

/** Changes the items of a deck by `edit`. Throws as `changeObject`, and `forbidden` below Pro. */
async function changeItems(
  base: WriteBase,
  [collection, id, name]: PropertyPlace,
  options: ChangeOptions,
  edit: (items: JsonObject, property: Property) => JsonObject,
): Promise<Answer> {
  deckAt(base.collections.get(collection), name);
  requirePro(base, `Changing the deck "${name}"`);
  const merge = { ...options, mode: 'merge' } as const;
  const { answer } = await changeObject(base, collection, id, merge, (bound, stored): SentProperties => {
    const property = deckAt(bound, name);
    return { [name]: edit(itemsOf(stored, name), property) };
  });
  return answer;
}

/** `base`, then `base_2`, `base_3` …: the first that no item has, ignoring case. */
function firstFree(id: string, items: JsonObject): string {
  const taken = new Set(Object.keys(items).map((other) => other.toLowerCase()));
  let candidate = id;
  for (let count = 2; taken.has(candidate.toLowerCase()); count += 1) candidate = `${id}_${count}`;
  return candidate;
}

/** The id the item schema makes (spec/content.md#deck-items: `-` becomes `_`, no ordinals). Throws `validation` when it makes none. */
function generatedId(base: Clock, property: Property, item: JsonObject, items: JsonObject): string {
  const schema = property.children?.of(item);
  const template = autogenOf(schema?.properties.get('id')?.definition);
  const id = template === undefined ? '' : itemIdFrom(fillPlaceholders(template, item, { now: base.now() }));
  if (id !== '') return firstFree(id, items);
  throw failed({ id: [message('itemIdUngenerated')] });
}

/** The id a new item is sent with. Throws `validation` for one no item may have. */
function chosenId(sent: JsonValue): string {
  const problem = itemIdProblem(sent);
  if (problem !== undefined || typeof sent !== 'string')
    throw failed({ id: [ruleIf(problem) ?? message('notText')] });
  return sent;
}

export interface CreatedItem extends Answer {
  /** Id of the new item. */
  readonly item: string;
}

/**
 * Adds an item at the end of the deck. Returns the updated object. Throws `missing`, `invalid` for a property that is
 * not a deck or a body that is not an object, `validation` for a bad id or item, `taken` for a taken id, `forbidden`
 * below Pro, `stale`.
 */
export async function createItem(
  base: WriteBase,
  place: PropertyPlace,
  body: unknown,
  options: ChangeOptions = {},
): Promise<CreatedItem> {
  const { id: sentId, ...item } = objectBody(body, 'An item of a deck');
  const [, , name] = place;
  let made = '';
  const answer = await changeItems(base, place, options, (items, property) => {
    const isSent = sentId !== undefined && sentId !== null && sentId !== '';
    made = isSent ? chosenId(sentId) : generatedId(base, property, item, items);
    if (Object.hasOwn(items, made)) {
      throw new PlinthError('taken', message('deckItemExists', { deck: name, item: made }), {
        details: { id: [message('nameTaken', { name: made })] },
      });
    }
    return { ...items, [made]: item };
  });
  return { ...answer, item: made };
}

/** One item as answers show it. Throws `missing`, `invalid` for a property that is not a deck. */
export async function getItem(
  base: Content & Live,
  [collection, id, name]: PropertyPlace,
  item: string,
  { writer }: { writer: () => boolean },
): Promise<Answer> {
  deckAt(base.collections.get(collection), name);
  const answer = await getUncounted(base, collection, id, { writer });
  const object: ObjectDocument = JSON.parse(answer.bytes.toString());
  const [etag] = tagsOfItem(name, item, [object]);
  if (etag === undefined) throw noItem(name, item);
  const counted: ObjectDocument = JSON.parse(
    countedBytes(base.counts, collection, id, answer.bytes).toString(),
  );
  return { bytes: Buffer.from(JSON.stringify(itemsOf(counted, name)[item])), etag };
}

/** The ETags of an item in an answered object; none without the item. */
const tagsOfItem = (name: string, item: string, shown: readonly JsonObject[]): string[] =>
  shown.flatMap((object) => {
    const value = object[name];
    if (!isJsonObject(value) || !Object.hasOwn(value, item)) return [];
    return etagOf(JSON.stringify(value[item]));
  });

/** Options under which `If-Match` may name the item's own ETag. */
const onItem = (name: string, item: string, options: ChangeOptions): ChangeOptions => ({
  ...options,
  part: { tags: (_, shown) => tagsOfItem(name, item, shown), nameIf: () => undefined },
});

/** Changes an item in its place. Throws as `createItem`; `missing` for an unknown item, `invalid` for another id. */
const itemChange =
  (changed: (stored: JsonObject, sent: JsonObject) => JsonObject) =>
  (
    base: WriteBase,
    place: PropertyPlace,
    item: string,
    body: unknown,
    options: ChangeOptions = {},
  ): Promise<Answer> => {
    const { id: sentId, ...sent } = objectBody(body, 'An item of a deck');
    const [, , name] = place;
    return changeItems(base, place, onItem(name, item, options), (items) => {
      const stored = Object.hasOwn(items, item) ? items[item] : undefined;
      if (stored === undefined) throw noItem(name, item);
      sameId(sentId ?? undefined, item);
      return { ...items, [item]: changed(isJsonObject(stored) ? stored : {}, sent) };
    });
  };

/** Replaces an item; throws as `itemChange`. */
export const replaceItem = itemChange((_stored, sent) => sent);

/** Changes the properties of an item that are sent, null removes one; throws as `itemChange`. */
export const patchItem = itemChange((stored, sent) => ({ ...stored, ...sent }));

/** Removes an item. Throws as `replaceItem`; `validation` when the deck would hold too few. */
export function removeItem(
  base: WriteBase,
  place: PropertyPlace,
  item: string,
  options: ChangeOptions = {},
): Promise<Answer> {
  const [, , name] = place;
  return changeItems(base, place, onItem(name, item, options), (items) => {
    if (!Object.hasOwn(items, item)) throw noItem(name, item);
    const { [item]: _removed, ...others } = items;
    return others;
  });
}
