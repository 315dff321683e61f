/** date, datetime and time. */
import { Text } from '@mantine/core';
import type { JsonValue } from '#contract/values';
import type { CellProps, FieldKind } from '../kind';
import { plainSummary } from '../parts/TextCell';
import { DateField, DateTimeField, TimeField } from './DateField';
import { dayOf, formatDate, timeOf } from './date-value';

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
  empty: '',
};
