/**
 * Items of decks on the clipboard, as JSON text, so that they can be pasted into another object. What is read may have
 * been written by anything: only values that a field of the deck can show are taken. Pure.
 */
import { ITEM_SCHEMA, itemSchemaId } from '#contract/deck';
import type { PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { own } from '../../json';
import { labelOf } from '../field-rules';
import type { PartSchemas } from '../form-context';
import type { FieldLookup } from '../kind';
import { partSchemaIds } from '../parts/part-schema';

const MARK = 'plinth-items';
const VERSION = 1;
const MAX_LENGTH = 5_000_000;
const MAX_ITEMS = 500;

/** What is known of a deck that items are copied from or pasted into. */
export interface DeckOfItems {
  definition: PropertyOnWire;
  partSchemas: PartSchemas;
  fields: FieldLookup;
}

export interface PastedItems {
  items: JsonObject[];
  /** Labels of what was left out. */
  left: string[];
}

const texts = {
  none: 'The clipboard does not hold items.',
  newer: 'The items were copied by a newer version of Plinth.',
  tooLarge: 'There are too many items on the clipboard.',
  others: (names: string) => `Items of “${names}” do not fit into this field.`,
};

/** The values of a part that another object can have: no files, which lie beside their object, and no secrets. */
function takenOf(
  part: JsonObject,
  schema: SchemaDefinition,
  deck: DeckOfItems,
  left: Set<string>,
): JsonObject {
  const taken: JsonObject = {};
  for (const [name, value] of Object.entries(part)) {
    if (name === 'id' || name === ITEM_SCHEMA || value === null) continue;
    const definition = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const kind = definition && deck.fields.kindFor(definition, undefined);
    if (
      definition === undefined ||
      kind === undefined ||
      kind.sensitive ||
      kind.takes ||
      !kind.accepts(value)
    ) {
      left.add(labelOf(name, definition));
      continue;
    }
    const inner = kind.parts === 'one' ? deck.partSchemas.get(definition.itemSchema ?? '') : undefined;
    taken[name] = inner && isJsonObject(value) ? takenOf(value, inner, deck, left) : value;
  }
  return taken;
}

const schemaIdOf = ({ definition }: DeckOfItems, item: JsonObject): string | undefined =>
  definition.itemSchemas === undefined ? definition.itemSchema : itemSchemaId(definition.itemSchemas, item);

/** Items as text for the clipboard. */
export function writeItems(items: readonly JsonValue[], deck: DeckOfItems): PastedItems & { text: string } {
  const left = new Set<string>();
  const copied = items.filter(isJsonObject).flatMap((item) => {
    const id = schemaIdOf(deck, item);
    const schema = deck.partSchemas.get(id ?? '');
    return schema ? [{ [ITEM_SCHEMA]: schema.id, values: takenOf(item, schema, deck, left) }] : [];
  });
  return { items: copied, left: [...left], text: JSON.stringify({ [MARK]: VERSION, items: copied }) };
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The items in a text, as far as they fit into a deck. Throws where none does, with the reason. */
export function readItems(text: string, deck: DeckOfItems): PastedItems {
  if (text.length > MAX_LENGTH) throw new Error(texts.tooLarge);
  const read = text.startsWith('{') ? parsed(text) : undefined;
  if (!isJsonObject(read) || !Object.hasOwn(read, MARK) || !Array.isArray(read.items)) {
    throw new Error(texts.none);
  }
  if (read[MARK] !== VERSION) throw new Error(texts.newer);
  if (read.items.length > MAX_ITEMS) throw new Error(texts.tooLarge);
  const left = new Set<string>();
  const others = new Set<string>();
  const items = read.items.flatMap((one): JsonObject[] => {
    const named = isJsonObject(one) ? own(one, ITEM_SCHEMA) : undefined;
    const values = isJsonObject(one) ? own(one, 'values') : undefined;
    if (typeof named !== 'string' || !isJsonObject(values)) return [];
    const schema = partSchemaIds(deck.definition).includes(named) ? deck.partSchemas.get(named) : undefined;
    if (schema === undefined) {
      others.add(named.slice(0, 100));
      return [];
    }
    const taken = takenOf(values, schema, deck, left);
    return [deck.definition.itemSchemas === undefined ? taken : { [ITEM_SCHEMA]: named, ...taken }];
  });
  const [other] = others;
  if (items.length === 0) throw new Error(other === undefined ? texts.none : texts.others(other));
  return { items, left: [...left, ...others] };
}
