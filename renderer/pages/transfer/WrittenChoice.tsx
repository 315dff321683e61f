/** How an exported CSV file is written: the defaults are for programs, others for spreadsheets of a country. */
import { NativeSelect, SimpleGrid } from '@mantine/core';
import { DATE_ORDERS, DECIMAL_MARKS } from '#contract/cell-values';
import { SEPARATOR_NAMES, WRITTEN_ENCODINGS, type WrittenFormat } from '#contract/sheets';
import { labels } from './sheet-labels';

interface Props {
  value: WrittenFormat;
  onChange: (value: WrittenFormat) => void;
}

export function WrittenChoice({ value, onChange }: Props) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs" verticalSpacing="xs">
      <NativeSelect
        label={labels.encoding}
        data={WRITTEN_ENCODINGS.map((one) => ({ value: one, label: labels.written[one] }))}
        value={value.encoding}
        onChange={({ currentTarget }) =>
          onChange({ ...value, encoding: WRITTEN_ENCODINGS.find((one) => one === currentTarget.value) })
        }
      />
      <NativeSelect
        label={labels.separator}
        data={SEPARATOR_NAMES.map((one) => ({ value: one, label: labels.separators[one] }))}
        value={value.separator}
        onChange={({ currentTarget }) =>
          onChange({ ...value, separator: SEPARATOR_NAMES.find((one) => one === currentTarget.value) })
        }
      />
      <NativeSelect
        label={labels.numbers}
        data={DECIMAL_MARKS.map((one) => ({ value: one, label: labels.writtenMarks[one] }))}
        value={value.decimal}
        onChange={({ currentTarget }) =>
          onChange({ ...value, decimal: DECIMAL_MARKS.find((one) => one === currentTarget.value) })
        }
      />
      <NativeSelect
        label={labels.dates}
        data={DATE_ORDERS.map((one) => ({ value: one, label: labels.writtenOrders[one] }))}
        value={value.dates}
        onChange={({ currentTarget }) =>
          onChange({ ...value, dates: DATE_ORDERS.find((one) => one === currentTarget.value) })
        }
      />
    </SimpleGrid>
  );
}
