import { Text } from '@mantine/core';
import type { JsonValue } from '#contract/values';
import type { CellProps } from '../kind';

/** A value as one line, white space joined; HTML stays text. */
export function plainSummary(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replace(/\s+/g, ' ').trim();
}

/** One line of text, cut with an ellipsis. */
export function TextCell({ value }: CellProps) {
  const text = plainSummary(value);
  return (
    <Text size="sm" truncate title={text.length > 40 ? text.slice(0, 500) : undefined}>
      {text.slice(0, 200)}
    </Text>
  );
}
