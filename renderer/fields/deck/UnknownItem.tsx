import { Text } from '@mantine/core';
import { ITEM_SCHEMA } from '#contract/deck';
import type { JsonValue } from '#contract/values';
import { asObject } from '../../unsaved/part-store';

const texts = {
  unknown: (schema: string) =>
    `Items of the schema “${schema}” are not part of this field. The item is kept as it is, and can be moved or removed.`,
};

/** In place of the form of an item whose schema is not among those of the deck. */
export const UnknownItem = ({ item }: { item: JsonValue | undefined }) => (
  <Text size="sm" c="dimmed">
    {texts.unknown(String(asObject(item)[ITEM_SCHEMA] ?? ''))}
  </Text>
);
