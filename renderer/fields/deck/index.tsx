/** deck: parts of one schema in an order of their own, each with a form. */
import { Text } from '@mantine/core';
import { isJsonObject, type JsonValue } from '#contract/values';
import { t } from '../../t';
import { asObject } from '../../unsaved/part-store';
import { itemSchemas } from '../builder-settings';
import { DeckDifference } from '../differences';
import type { FieldKind } from '../kind';
import { late } from '../late';
import { looseSummary } from '../parts/part-summary';

const DeckField = late(async () => (await import('./DeckField')).DeckField);

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
  Difference: DeckDifference,
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
  parts: 'many',
  type: 'object',
  builder: {
    group: t('Nested'),
    label: t('Deck'),
    help: t('A sortable list of such groups.'),
    words: 'repeater blocks list',
    settings: [
      itemSchemas,
      {
        key: 'deckItemLabel',
        place: 'definition',
        group: t('Nested'),
        input: 'text',
        label: t('Item title'),
        help: t(`For example \${title}, or \${name}, \${venue.city}.`),
      },
      {
        key: 'modalSize',
        place: 'settings',
        group: t('Nested'),
        input: 'choice',
        label: t('Open items'),
        help: t('Inline or in a dialog.'),
        choices: [
          { value: 'small', label: t('in a small dialog') },
          { value: 'medium', label: t('in a dialog') },
          { value: 'large', label: t('in a large dialog') },
        ],
      },
      { key: 'minItems', place: 'settings', group: t('Nested'), input: 'count', label: t('Min items') },
      { key: 'maxItems', place: 'settings', group: t('Nested'), input: 'count', label: t('Max items') },
    ],
  },
};
