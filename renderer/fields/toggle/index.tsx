/** toggle and checkbox: true or false. */
import { Checkbox, Switch } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { JsonValue } from '#contract/values';
import { t } from '../../t';
import { ValueDifference } from '../differences';
import { switchFrom } from '../from-text';
import type { CellProps, ControlProps, FieldKind, FieldProps } from '../kind';
import { ControlWrapper, describedBy } from '../parts/ControlWrapper';
import { bulk, columns } from '../presets';
import classes from './toggle.module.css';

/** What counts as on and as off: the words the server reads so (spec/field-kinds.md#booleans). */
const ON: readonly unknown[] = [true, 1, '1', 'true', 'yes', 'on'];
const OFF: readonly unknown[] = [false, 0, '', '0', 'false', 'no', 'off'];

const spelled = (value: JsonValue | undefined) =>
  typeof value === 'string' ? value.trim().toLowerCase() : value;

export const isOn = (value: JsonValue | undefined): boolean => ON.includes(spelled(value));

const word = (value: JsonValue | undefined): string => (isOn(value) ? t('Yes') : t('No'));

/** No word beside the control: after the label of the field, “No” reads as an answer that a check mark would agree to. */
function shared({ control, value, readOnly, required, invalid, onChange }: FieldProps) {
  return {
    id: control.id,
    error: invalid,
    checked: isOn(value),
    disabled: control.disabled || readOnly,
    'aria-describedby': describedBy(around(control)),
    'aria-required': required || undefined,
    'aria-invalid': invalid || undefined,
    classNames: { root: classes.root, body: classes.body },
    onChange: (event: { currentTarget: { checked: boolean } }) => onChange(event.currentTarget.checked),
  };
}

const around = (control: ControlProps): ControlProps => ({ ...control, id: `${control.id}-switch` });

function ToggleField(props: FieldProps) {
  return (
    <ControlWrapper control={around(props.control)}>
      <Switch {...shared(props)} size="sm" withThumbIndicator={false} />
    </ControlWrapper>
  );
}

function CheckboxField(props: FieldProps) {
  return (
    <ControlWrapper control={around(props.control)}>
      <Checkbox {...shared(props)} />
    </ControlWrapper>
  );
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
  Difference: ValueDifference,
  summary: (value) => (value === undefined || value === null ? '' : word(value)),
  accepts: (value) => isOn(value) || OFF.includes(spelled(value)),
  shown: isOn,
  empty: false,
  type: 'boolean',
  builder: {
    group: t('Choices'),
    label: t('Switch'),
    help: t('On or off.'),
    words: 'boolean yes no',
    settings: [],
  },
  column: columns.yesNo,
  inCell: 'flip',
  fromText: switchFrom,
  filter: 'flag',
  bulk: bulk.flag,
};

export const checkbox: FieldKind = {
  ...toggle,
  Input: CheckboxField,
  builder: {
    group: t('Choices'),
    label: t('Checkbox'),
    help: t('Checked or unchecked.'),
    words: 'boolean',
    settings: [],
  },
};
