import { Group, NumberInput, type NumberInputProps, Slider } from '@mantine/core';
import { t } from '../../t';
import type { FieldProps } from '../kind';
import { ControlWrapper } from '../parts/ControlWrapper';
import { asNumber, boundsOf, decimalsOf, outOfBounds } from './bounds';
import { currencyOf } from './currency';
import classes from './number.module.css';

/** Turns what was typed into an edit: cleared removes, out of bounds is kept with its reason, half a number is ignored. */
function change({ definition, onChange }: FieldProps, typed: number | string): void {
  const number = Number(typed);
  if (typed === '') onChange(null);
  // Past 2^53 the input hands over text, because a number would lose digits.
  else if (Math.abs(number) > Number.MAX_SAFE_INTEGER)
    onChange(number, t('has too many digits to be stored exactly'));
  else if (Number.isFinite(number)) onChange(number, outOfBounds(number, boundsOf(definition)));
}

function shared(props: FieldProps): NumberInputProps {
  const { control, definition, readOnly, required, placeholder } = props;
  const { step } = boundsOf(definition);
  return {
    ...control,
    value: asNumber(props.value) ?? '',
    step,
    readOnly,
    placeholder,
    'aria-required': required || undefined,
    // A stored number stays what it is; one out of bounds gets a message instead.
    clampBehavior: 'none',
    inputMode: 'decimal',
    onChange: (typed) => change(props, typed),
  };
}

export function NumberField(props: FieldProps) {
  return <NumberInput {...shared(props)} allowDecimal={props.definition.type !== 'integer'} />;
}

export function PriceField(props: FieldProps) {
  const { symbol, decimals, code } = currencyOf(props.definition);
  return (
    <NumberInput
      {...shared(props)}
      thousandSeparator=","
      decimalScale={decimals}
      fixedDecimalScale
      hideControls
      leftSection={<span title={code}>{symbol}</span>}
      leftSectionWidth={symbol.length > 2 ? 46 : 30}
    />
  );
}

/** A slider with its number beside it, since a slider alone is hard to set exactly. */
export function RangeField(props: FieldProps) {
  const { control, definition, labelId, readOnly, value } = props;
  const { min = 0, max = 100, step } = boundsOf(definition);
  const number = asNumber(value);
  const { description: _help, error: _messages, inputWrapperOrder: _order, ...bare } = shared(props);
  return (
    <ControlWrapper control={{ ...control, id: `${control.id}-range` }}>
      <Group gap="md" wrap="nowrap" className={classes.range}>
        <Slider
          flex={1}
          min={min}
          max={max}
          step={step}
          value={Math.min(max, Math.max(min, number ?? min))}
          disabled={control.disabled || readOnly}
          label={null}
          thumbProps={{ 'aria-labelledby': labelId }}
          onChange={(next) => change(props, Number(next.toFixed(decimalsOf(step))))}
          className={number === undefined ? classes.unset : undefined}
        />
        <NumberInput {...bare} error={props.invalid} w={84} hideControls />
      </Group>
    </ControlWrapper>
  );
}
