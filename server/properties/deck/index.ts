/** `deck`: parts that follow a schema of their own, by item id and in their order (facts, field kinds; 4.3). */
import type { PropertyDefinition } from '../../contract/schemas.js';
import { isJsonObject } from '../../contract/values.js';
import { mergeKeys, wordsIn } from '../card/index.js';
import type { PropertyKind } from '../kind.js';
import { childSchemaId } from '../reference.js';

/** The bounds of a count: the keyword's and the setting's, the narrower wins; -1 is no bound. */
function bound(definition: PropertyDefinition, key: 'minItems' | 'maxItems'): number | undefined {
  const stated = [definition[key], definition.settings?.[key]].filter(
    (value) => typeof value === 'number' && value >= 0,
  );
  const bounds = stated.map(Number);
  if (bounds.length === 0) return undefined;
  return key === 'minItems' ? Math.max(...bounds) : Math.min(...bounds);
}

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
    const least = bound(definition, 'minItems') ?? 0;
    const most = bound(definition, 'maxItems') ?? Number.POSITIVE_INFINITY;
    if (count < least) return [`must have at least ${items(least)}`];
    return count > most ? [`must have at most ${items(most)}`] : [];
  },
  merge: mergeKeys,
  // As a list: an item called "id" is an item.
  text: (value) => (isJsonObject(value) ? wordsIn(Object.values(value)) : ''),
};
