import { Group } from '@mantine/core';
import { DateInput, type DateInputProps, TimeInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import '@mantine/dates/styles.css';
import 'dayjs/locale/de';
import { firstDayOf, LANGUAGE, LOCALE } from '../../locale';
import { t } from '../../t';
import type { FieldProps } from '../kind';
import { ControlWrapper } from '../parts/ControlWrapper';
import { placeholderOf } from './automatic';
import { clockOf, DAY_FORMAT, dayOf, momentOf, parseDay, timeOf } from './date-value';

const FIRST_DAY = firstDayOf(LOCALE) as DateInputProps['firstDayOfWeek'];

function shared(props: FieldProps): DateInputProps {
  const { control, readOnly, required, value } = props;
  return {
    ...control,
    value: dayOf(value) ?? null,
    valueFormat: DAY_FORMAT,
    dateParser: parseDay,
    allowDeselect: false,
    locale: LANGUAGE,
    firstDayOfWeek: FIRST_DAY,
    // Red weekends would look like mistakes.
    weekendDays: [],
    clearable: !required,
    clearButtonProps: { 'aria-label': t('Clear date') },
    readOnly,
    'aria-required': required || undefined,
    placeholder: placeholderOf(props),
    leftSection: <IconCalendar size={16} stroke={1.6} aria-hidden="true" />,
    leftSectionPointerEvents: 'none',
    popoverProps: { shadow: 'md' },
  };
}

/** A day; what is stored with a time becomes a plain day only when it is changed. */
export function DateField(props: FieldProps) {
  return <DateInput {...shared(props)} onChange={(day) => props.onChange(day ?? '')} />;
}

/** A day and a time, both local; stored in UTC. */
export function DateTimeField(props: FieldProps) {
  const { control, value, onChange, readOnly, invalid } = props;
  const day = dayOf(value);
  const clock = clockOf(value) ?? '00:00';
  const { description: _help, error: _messages, inputWrapperOrder: _order, ...bare } = shared(props);
  return (
    <ControlWrapper control={{ ...control, id: `${control.id}-moment` }}>
      <Group gap="xs" wrap="nowrap">
        <DateInput
          {...bare}
          flex={1}
          miw={0}
          error={invalid}
          onChange={(next) => onChange(next === null ? '' : momentOf(next, clock))}
        />
        <TimeInput
          aria-label={t('Time')}
          w={104}
          value={day === undefined ? '' : clock}
          disabled={control.disabled || day === undefined}
          readOnly={readOnly}
          error={invalid}
          onChange={(event) => day !== undefined && onChange(momentOf(day, event.currentTarget.value))}
        />
      </Group>
    </ControlWrapper>
  );
}

export function TimeField({ control, value, onChange, readOnly, required }: FieldProps) {
  return (
    <TimeInput
      {...control}
      value={timeOf(value) ?? ''}
      readOnly={readOnly}
      aria-required={required || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
