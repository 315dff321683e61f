import { Autocomplete, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { Parameter } from '../../api/openapi';
import { firstOptions } from '../../ui/first-options';
import { Prose } from './Prose';
import { type Resolve, shapeOf } from './schema-shape';

const texts = {
  pairs: 'property=value',
  unset: '–',
};

interface Props {
  parameter: Parameter;
  value: string;
  error: string | undefined;
  resolve: Resolve;
  /** Values to pick from, where the page knows some. */
  known: readonly string[];
  onChange: (value: string) => void;
}

/** The control of a parameter: what can be chosen is a choice, everything else is text. */
export function ParameterInput({ parameter, value, error, resolve, known, onChange }: Props) {
  const { name, required, description, schema, deep } = parameter;
  const choices = Array.isArray(schema.enum) ? schema.enum.map(String) : [];
  if (schema.type === 'boolean') choices.push('true', 'false');
  const common = { label: name, description: <Prose text={description} />, error, value };
  const onText = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  if (choices.length > 0) {
    const data = [{ value: '', label: texts.unset }, ...choices.map((one) => ({ value: one, label: one }))];
    return <NativeSelect {...common} data={data} onChange={onText} withAsterisk={required} />;
  }
  if (deep) return <Textarea {...common} placeholder={texts.pairs} autosize minRows={1} onChange={onText} />;
  const shared = { ...common, withAsterisk: required, spellCheck: false };
  if (known.length > 0)
    return <Autocomplete {...shared} data={[...known]} filter={firstOptions} onChange={onChange} />;
  const preset = schema.default;
  const hint = preset === undefined ? shapeOf(schema, resolve).type : String(preset);
  return <TextInput {...shared} placeholder={hint} onChange={onText} />;
}
