/** What is drawn for a property that has no control: read-only, kept as it is. */
import { Code, Text } from '@mantine/core';
import type { JsonValue } from '#contract/values';
import { isEmptyValue } from '#contract/visibility';
import { t } from '../../t';
import { SourceDifference } from '../differences';
import type { DrawnKind, FieldProps } from '../kind';
import { ControlWrapper } from '../parts/ControlWrapper';
import { plainSummary, TextCell } from '../parts/TextCell';
import classes from './kept.module.css';

/** A value as indented JSON; a text as it is. */
export const written = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

function KeptField({ control, labelId, value, definition }: FieldProps) {
  const empty = isEmptyValue(value);
  const what = definition.type === '' ? definition.field : definition.type;
  return (
    <ControlWrapper control={control}>
      <fieldset className={classes.kept} aria-labelledby={labelId}>
        <Text size="xs" c="dimmed">
          {empty
            ? t(`Empty. Values of type “${what}” cannot be edited here.`)
            : t(`A value of type “${what}”. It cannot be edited here and is left unchanged.`)}
        </Text>
        {!empty && (
          // Scrolls, so the keyboard has to reach it.
          <Code block className={classes.json} tabIndex={0}>
            {written(value)}
          </Code>
        )}
      </fieldset>
    </ControlWrapper>
  );
}

export const kept: DrawnKind = {
  Input: KeptField,
  Cell: TextCell,
  Difference: SourceDifference,
  summary: plainSummary,
  accepts: () => true,
  empty: null,
  group: true,
};
