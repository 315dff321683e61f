/** `deck`: parts that follow a schema of their own, by item id and in their order (facts, field kinds; 4.3). */
import { deckBounds } from '../../contract/deck.js';
import { isJsonObject } from '../../contract/values.js';
import { mergeKeys, wordsIn } from '../card/index.js';
import type { PropertyKind } from '../kind.js';
import { childSchemaId } from '../reference.js';

const items = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`;

export const deckKind: PropertyKind = {
  type: 'deck',
  blank: {},
  outermost: true,
  ownKeywords: ['minItems', 'maxItems'],
  schema: () => ({ type: 'object' }),
  isEmpty: (value) => typeof value === 'object' && value !== null && Object.keys(value).length === 0,
  children: (definition) => ({ schema: childSchemaId(definition), many: true }),
  check(value, definition) {
    const count = isJsonObject(value) ? Object.keys(value).length : 0;
    const { least, most } = deckBounds(definition);
    if (count < least) return [`must have at least ${items(least)}`];
    return count > most ? [`must have at most ${items(most)}`] : [];
  },
  merge: mergeKeys,
  // As a list: an item called "id" is an item.
  text: (value) => (isJsonObject(value) ? wordsIn(Object.values(value)) : ''),
};
