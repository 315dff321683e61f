/** deck: parts of one schema in an order of their own, each with a form. */
import { Text } from '@mantine/core';
import { isJsonObject, type JsonValue } from '#contract/values';
import { asObject } from '../../draft/part-store';
import type { FieldKind } from '../kind';
import { looseSummary } from '../parts/part-summary';
import { DeckField } from './DeckField';

const itemsOf = (value: JsonValue | undefined): JsonValue[] =>
  isJsonObject(value) ? Object.values(value) : [];

const counted = (count: number): string => `${count} ${count === 1 ? 'item' : 'items'}`;

export const deck: FieldKind = {
  Input: DeckField,
  Cell: ({ value }) => {
    const { length } = itemsOf(value);
    return (
      <Text size="sm" truncate c={length === 0 ? 'dimmed' : undefined}>
        {length === 0 ? '' : counted(length)}
      </Text>
    );
  },
  summary: (value) => {
    const items = itemsOf(value);
    if (items.length === 0) return '';
    const named = items
      .slice(0, 5)
      .map(looseSummary)
      .filter((line) => line !== '');
    return [counted(items.length), ...named].join('; ');
  },
  // An empty list is how PHP writes an empty deck.
  accepts: (value) => isJsonObject(value) || (Array.isArray(value) && value.length === 0),
  shown: asObject,
  empty: {},
  group: true,
  parts: true,
};
