/** color: stored as hex and oklch together. */
import { ColorSwatch, Group, Text } from '@mantine/core';
import { isJsonObject } from '#contract/values';
import { t } from '../../t';
import { options } from '../builder-settings';
import { CellDifference } from '../differences';
import type { CellProps, FieldKind } from '../kind';
import { late } from '../late';
import { bulk } from '../presets';
import { hexOf, hexShown } from './hex';

const ColorField = late(async () => (await import('./ColorField')).ColorField);

function ColorCell({ value }: CellProps) {
  const hex = hexOf(value);
  if (hex === '') return null;
  return (
    <Group gap={6} wrap="nowrap">
      {CSS.supports('color', hexShown(hex)) && (
        <ColorSwatch component="span" color={hexShown(hex)} size={14} radius={3} aria-hidden="true" />
      )}
      <Text size="sm" ff="monospace" fz="xs">
        {hex}
      </Text>
    </Group>
  );
}

export const color: FieldKind = {
  Input: ColorField,
  Cell: ColorCell,
  Difference: CellDifference,
  summary: hexOf,
  accepts: (value) => typeof value === 'string' || (isJsonObject(value) && typeof value.hex === 'string'),
  shown: (value) => hexShown(hexOf(value)),
  empty: '',
  builder: {
    group: t('Appearance'),
    label: t('Color'),
    help: t('A color with its OKLCH values.'),
    words: 'color',
    settings: [options],
  },
  column: { min: 110, grow: 0.4, rank: 5 },
  inCell: ColorField,
  fromText: (text) => text.trim(),
  bulk: bulk.one,
};
