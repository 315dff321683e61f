/** `deck`: parts that follow a schema of their own, by item id and in their order (spec/field-kinds.md#deck). */
import { deckBounds } from '../../contract/deck.js';
import { type Message, message } from '../../contract/messages/message.js';
import type { PropertyDefinition } from '../../contract/schemas.js';
import { isJsonObject, type JsonValue } from '../../contract/values.js';
import { mergeKeys, wordsIn } from '../card/index.js';
import type { PropertyKind } from '../kind.js';
import { childSchemas } from '../reference.js';

/** `settings.atMostOne: {type: "webhook"}`: what is wrong for each value that more than one item has. */
function repeated(value: JsonValue, { settings }: PropertyDefinition): Message[] {
  const rules = settings?.atMostOne;
  if (!isJsonObject(rules) || !isJsonObject(value)) return [];
  return Object.entries(rules).flatMap(([property, once]) => {
    const having = Object.entries(value).filter(
      ([, item]) => isJsonObject(item) && Object.hasOwn(item, property) && item[property] === once,
    );
    const ids = having.map(([id]) => `"${id}"`).join(', ');
    return having.length > 1 ? [message('itemsWithSame', { property, value: String(once), ids })] : [];
  });
}

export const deckKind: PropertyKind = {
  type: 'deck',
  ofTypes: ['deck'],
  exclusive: true,
  aliases: ['deckTable'],
  blank: {},
  outermost: true,
  ownKeywords: ['minItems', 'maxItems'],
  schema: () => ({ type: 'object' }),
  valueType: () => 'unknown',
  isEmpty: (value) => typeof value === 'object' && value !== null && Object.keys(value).length === 0,
  children(definition) {
    const { ids, named } = childSchemas(definition);
    return { schemas: ids, named, many: true };
  },
  check(value, definition) {
    const count = isJsonObject(value) ? Object.keys(value).length : 0;
    const { min: least, max: most } = deckBounds(definition);
    if (count < least) return [least === 1 ? message('minItemsOne') : message('minItems', { limit: least })];
    if (count > most) return [most === 1 ? message('maxItemsOne') : message('maxItems', { limit: most })];
    return repeated(value, definition);
  },
  merge: mergeKeys,
  // As a list: an item called "id" is an item.
  text: (value) => (isJsonObject(value) ? wordsIn(Object.values(value)) : ''),
};
