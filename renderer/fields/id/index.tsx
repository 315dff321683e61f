/** id and slug. */
import { Text } from '@mantine/core';
import type { CellProps, FieldKind } from '../kind';
import { plainSummary } from '../parts/TextCell';
import { asText, isTextual } from '../text/text-value';
import { IdField } from './IdField';

function IdCell({ value }: CellProps) {
  return (
    <Text size="xs" ff="monospace" truncate>
      {plainSummary(value)}
    </Text>
  );
}

export const id: FieldKind = {
  Input: IdField,
  Cell: IdCell,
  summary: plainSummary,
  accepts: isTextual,
  shown: asText,
  empty: '',
};
export const slug: FieldKind = id;
