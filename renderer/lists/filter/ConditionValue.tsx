/** The control for a condition's value, as the property's kind needs it. */

import { MultiSelect, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import dayjs from 'dayjs';
import { VALUE_SEPARATOR } from '#contract/criteria';
import { flatOptions } from '../../fields/settings';
import { fitsInList } from './limits';
import type { FilterProperty } from './questions';
import { WordsValue } from './WordsValue';

/** Moments between a filter, which is UTC, and the input of a browser, which is local time. Pure. */
const ZONE = /(?:z|[+-]\d{2}:?\d{2})$/i;

/** The local `YYYY-MM-DDTHH:MM` of a filter's moment; a bare day is its midnight in UTC, as the server reads it. */
function localOf(value: string): string {
  if (value === '') return '';
  const whole = value.length === 10 ? `${value}T00:00:00Z` : ZONE.test(value) ? value : `${value}Z`;
  const moment = dayjs(whole);
  return moment.isValid() ? moment.format('YYYY-MM-DDTHH:mm') : '';
}

/** The moment of a local `YYYY-MM-DDTHH:MM`: UTC, whole seconds; empty for an unfinished one. */
function momentIn(local: string): string {
  const moment = dayjs(local);
  if (local === '' || !moment.isValid()) return '';
  return moment
    .toDate()
    .toISOString()
    .replace(/\.\d{3}Z$/, 'Z');
}

const texts = {
  value: 'Value',
  values: 'Values',
  choose: 'Choose…',
  type: 'Type and press Enter',
  unfit: 'Options that contain a comma, | or * cannot be combined.',
};

interface Props {
  /** Undefined when the schema has no such property. */
  property: FilterProperty | undefined;
  /** One of several values is asked for. */
  several: boolean;
  value: string;
  onChange: (value: string) => void;
  /** Id of the sentence that says why this value cannot be asked for. */
  limitId?: string;
}

export function ConditionValue({ property, several, value, onChange, limitId }: Props) {
  const shared = {
    'aria-label': texts.value,
    ...(limitId === undefined ? {} : { 'aria-describedby': limitId, error: true as const }),
  };
  const options = property === undefined ? [] : flatOptions(property.definition);
  const values = value
    .split(VALUE_SEPARATOR)
    .map((one) => one.trim())
    .filter((one) => one !== '');

  if (several) {
    const list = {
      ...shared,
      'aria-label': texts.values,
      onChange: (next: string[]) => onChange(next.join(VALUE_SEPARATOR)),
      // Inside, so that a click in it is no click beside the builder.
      comboboxProps: { withinPortal: false },
    };
    if (options.length === 0) {
      return <WordsValue {...list} values={values} placeholder={values.length === 0 ? texts.type : ''} />;
    }
    const known = options.map((option) => ({
      value: String(option.value),
      label: option.label,
      disabled: !fitsInList(String(option.value)),
    }));
    const strange = values.filter((one) => !known.some((option) => option.value === one));
    return (
      <MultiSelect
        {...list}
        value={values}
        data={[...known, ...strange.map((one) => ({ value: one, label: one, disabled: false }))]}
        searchable={known.length > 8}
        placeholder={values.length === 0 ? texts.choose : ''}
        description={known.some((option) => option.disabled) ? texts.unfit : undefined}
        inputWrapperOrder={['input', 'description']}
      />
    );
  }
  if (options.length > 0 && (property?.topic === 'choice' || property?.topic === 'choices')) {
    const known = options.map((option) => ({ value: String(option.value), label: option.label }));
    const strange = value !== '' && !known.some((option) => option.value === value);
    return (
      <NativeSelect
        {...shared}
        data={[{ value: '', label: texts.choose }, ...known, ...(strange ? [{ value, label: value }] : [])]}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  switch (property?.topic) {
    case 'number':
      return (
        <NumberInput {...shared} value={value} onChange={(next) => onChange(String(next))} hideControls />
      );
    case 'date':
    case 'time':
      return (
        <TextInput
          {...shared}
          type={property.topic}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'moment':
      return (
        <TextInput
          {...shared}
          type="datetime-local"
          value={localOf(value)}
          onChange={(event) => onChange(momentIn(event.currentTarget.value))}
        />
      );
    default:
      return (
        <TextInput
          {...shared}
          placeholder={texts.value}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
