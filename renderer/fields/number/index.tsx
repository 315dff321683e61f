/** number, range and price. */
import { Text } from '@mantine/core';
import type { CellProps, FieldKind } from '../kind';
import { plainSummary } from '../parts/TextCell';
import { asNumber } from './bounds';
import { currencyOf, formatAmount } from './currency';
import { NumberField, PriceField, RangeField } from './NumberField';
import classes from './number.module.css';

/** Four digits stay together: most of them are years. */
function NumberCell({ value }: CellProps) {
  const shown = asNumber(value);
  return (
    <Text size="sm" className={classes.cell}>
      {shown === undefined
        ? plainSummary(value)
        : shown.toLocaleString('en-GB', { maximumFractionDigits: 20, useGrouping: 'min2' })}
    </Text>
  );
}

function PriceCell({ value, definition }: CellProps) {
  return (
    <Text size="sm" className={classes.cell}>
      {price.summary(value, definition)}
    </Text>
  );
}

export const number: FieldKind = {
  Input: NumberField,
  Cell: NumberCell,
  summary: plainSummary,
  accepts: (value) => value === '' || asNumber(value) !== undefined,
  shown: (value) => asNumber(value) ?? null,
  empty: null,
};

export const range: FieldKind = { ...number, Input: RangeField };

export const price: FieldKind = {
  ...number,
  Input: PriceField,
  Cell: PriceCell,
  summary: (value, definition) => {
    const amount = asNumber(value);
    return amount === undefined ? plainSummary(value) : formatAmount(amount, currencyOf(definition));
  },
};
