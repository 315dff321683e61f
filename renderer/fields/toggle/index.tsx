/** toggle and checkbox: true or false. */
import { Checkbox, Switch } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { JsonValue } from '#contract/values';
import type { CellProps, FieldKind, FieldProps } from '../kind';
import classes from './toggle.module.css';

/** What counts as on: the words the server reads as true (facts, field kinds). */
export function isOn(value: JsonValue | undefined): boolean {
  return value === true || value === 1 || value === '1' || value === 'true' || value === 'yes';
}

const word = (value: JsonValue | undefined): string => (isOn(value) ? 'Yes' : 'No');

function shared({ control, value, readOnly, required, onChange }: FieldProps) {
  return {
    id: control.id,
    description: control.description,
    error: control.error,
    checked: isOn(value),
    label: <span aria-hidden="true">{word(value)}</span>,
    labelProps: { className: classes.word },
    disabled: control.disabled || readOnly,
    'aria-required': required || undefined,
    classNames: { root: classes.root, body: classes.body },
    onChange: (event: { currentTarget: { checked: boolean } }) => onChange(event.currentTarget.checked),
  };
}

function ToggleField(props: FieldProps) {
  return <Switch {...shared(props)} size="md" withThumbIndicator={false} />;
}

function CheckboxField(props: FieldProps) {
  return <Checkbox {...shared(props)} />;
}

function ToggleCell({ value }: CellProps) {
  if (value === undefined || value === null) return null;
  const Icon = isOn(value) ? IconCheck : IconMinus;
  return (
    <Icon
      size={16}
      role="img"
      aria-label={word(value)}
      color={isOn(value) ? 'var(--plinth-active-text)' : 'var(--mantine-color-dimmed)'}
    />
  );
}

export const toggle: FieldKind = {
  Input: ToggleField,
  Cell: ToggleCell,
  summary: (value) => (value === undefined || value === null ? '' : word(value)),
  accepts: (value) => typeof value !== 'object',
  empty: false,
};

export const checkbox: FieldKind = { ...toggle, Input: CheckboxField };
