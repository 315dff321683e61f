/** number, range and price. */
import { Text } from '@mantine/core';
import { LOCALE } from '../../locale';
import { t } from '../../t';
import { placeholder, type Setting } from '../builder-settings';
import { ValueDifference } from '../differences';
import { numberFrom } from '../from-text';
import type { CellProps, FieldKind } from '../kind';
import { late } from '../late';
import { plainSummary } from '../parts/TextCell';
import { bulk, columns } from '../presets';
import { asNumber } from './bounds';
import { currencyOf, formatAmount } from './currency';
import classes from './number.module.css';

const NumberField = late(async () => (await import('./NumberField')).NumberField);
const PriceField = late(async () => (await import('./NumberField')).PriceField);
const RangeField = late(async () => (await import('./NumberField')).RangeField);

/** Four digits stay together: most of them are years. */
function NumberCell({ value }: CellProps) {
  const shown = asNumber(value);
  return (
    <Text size="sm" className={classes.cell}>
      {shown === undefined
        ? plainSummary(value)
        : shown.toLocaleString(LOCALE, { maximumFractionDigits: 20, useGrouping: 'min2' })}
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

const bounds: readonly Setting[] = [
  { key: 'min', place: 'settings', group: t('Rules'), input: 'number', label: t('Min') },
  { key: 'max', place: 'settings', group: t('Rules'), input: 'number', label: t('Max') },
  { key: 'step', place: 'settings', group: t('Rules'), input: 'number', label: t('Step') },
];

const money: readonly Setting[] = [
  {
    key: 'currency',
    place: 'settings',
    group: t('Rules'),
    input: 'text',
    label: t('Currency'),
    help: t('A three-letter code, such as EUR, GBP or USD.'),
  },
  { key: 'decimals', place: 'settings', group: t('Rules'), input: 'count', label: t('Decimals') },
];

const calc: Setting = {
  key: 'calc',
  place: 'settings',
  group: t('Behavior'),
  input: 'text',
  label: t('Formula'),
  help: t(`For example \${price} * \${count}. The field becomes read-only.`),
};

export const number: FieldKind = {
  Input: NumberField,
  Cell: NumberCell,
  Difference: ValueDifference,
  summary: plainSummary,
  accepts: (value) => value === '' || asNumber(value) !== undefined,
  shown: (value) => asNumber(value) ?? null,
  empty: null,
  type: 'number',
  builder: {
    group: t('Numbers and dates'),
    label: t('Number'),
    help: t('A whole or decimal number.'),
    words: 'integer',
    settings: [placeholder, ...bounds, calc],
  },
  column: columns.amount,
  inCell: NumberField,
  fromText: (text, _definition, at) => (text.trim() === '' ? null : numberFrom(text, at)),
  filter: 'number',
  bulk: bulk.one,
};

export const range: FieldKind = {
  ...number,
  Input: RangeField,
  builder: {
    group: t('Numbers and dates'),
    label: t('Slider'),
    help: t('A number within a range.'),
    words: 'range',
    settings: [...bounds, calc],
  },
};

export const price: FieldKind = {
  ...number,
  Input: PriceField,
  inCell: PriceField,
  Cell: PriceCell,
  summary: (value, definition) => {
    const amount = asNumber(value);
    return amount === undefined ? plainSummary(value) : formatAmount(amount, currencyOf(definition));
  },
  builder: {
    group: t('Numbers and dates'),
    label: t('Price'),
    help: t('An amount in a currency.'),
    words: 'money',
    settings: [...bounds, ...money, calc],
  },
};
