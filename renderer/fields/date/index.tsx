/** date, datetime and time. */
import { Text } from '@mantine/core';
import type { JsonValue } from '#contract/values';
import type { CellProps, FieldKind } from '../kind';
import { plainSummary } from '../parts/TextCell';
import { DateField, DateTimeField, TimeField } from './DateField';
import { clockOf, dayOf, formatDate, momentOf, timeOf } from './date-value';

/** The moment the control shows; a day without a time is shown at midnight. */
const momentShown = (value: JsonValue | undefined): JsonValue => {
  const day = dayOf(value);
  return day === undefined ? '' : momentOf(day, clockOf(value) ?? '00:00');
};

function dateKind(Input: FieldKind['Input'], withTime: boolean): FieldKind {
  const summary = (value: JsonValue | undefined) => formatDate(value, withTime);
  function DateCell({ value }: CellProps) {
    return (
      <Text size="sm" truncate className="tabular" title={plainSummary(value)}>
        {summary(value)}
      </Text>
    );
  }
  return {
    Input,
    Cell: DateCell,
    summary,
    accepts: (value) => value === '' || dayOf(value) !== undefined,
    shown: withTime ? momentShown : (value) => dayOf(value) ?? '',
    empty: '',
  };
}

export const date = dateKind(DateField, false);
export const datetime = dateKind(DateTimeField, true);
export const time: FieldKind = {
  Input: TimeField,
  Cell: ({ value }: CellProps) => (
    <Text size="sm" className="tabular">
      {plainSummary(value)}
    </Text>
  ),
  summary: plainSummary,
  accepts: (value) => value === '' || timeOf(value) !== undefined,
  shown: (value) => timeOf(value) ?? '',
  empty: '',
};
