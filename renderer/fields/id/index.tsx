/** id and slug. */
import { Text } from '@mantine/core';
import { t } from '../../t';
import { autogen, pattern, placeholder } from '../builder-settings';
import type { CellProps } from '../kind';
import { late } from '../late';
import { plainSummary } from '../parts/TextCell';
import { columns } from '../presets';
import { textKind } from '../text/text-kind';

const IdField = late(async () => (await import('./IdField')).IdField);

function IdCell({ value }: CellProps) {
  return (
    <Text size="xs" ff="monospace" truncate>
      {plainSummary(value)}
    </Text>
  );
}

export const id = textKind({
  Input: IdField,
  Cell: IdCell,
  builder: {
    group: t('Special'),
    label: 'ID',
    help: t('The object’s file name.'),
    words: 'identifier',
    settings: [autogen],
    onlyAs: 'id',
  },
  column: { min: 140, grow: 1 },
  filter: 'text',
});

export const slug = textKind({
  Input: IdField,
  Cell: IdCell,
  builder: {
    group: t('Text'),
    label: t('Slug'),
    help: t('Lowercase words with hyphens, for URLs.'),
    words: 'url short name',
    settings: [placeholder, pattern, autogen],
  },
  column: columns.words,
  filter: 'text',
});
