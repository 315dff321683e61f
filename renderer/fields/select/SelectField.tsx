import { MultiSelect, Select } from '@mantine/core';
import type { FieldProps } from '../kind';
import { flag } from '../settings';
import { type Choice, type ChoiceGroup, choiceGroups, storedOf, textsOf } from './choice';

/** From this many choices on a select can be searched. */
const MANY = 8;

/** Mantine's data: plain choices where there is no group. */
function dataOf(groups: readonly ChoiceGroup[]): (Choice | ChoiceGroup)[] {
  return groups.flatMap(({ group, items }): (Choice | ChoiceGroup)[] =>
    group === '' ? items : [{ group, items }],
  );
}

const countOf = (groups: readonly ChoiceGroup[]): number =>
  groups.reduce((count, { items }) => count + items.length, 0);

export function SelectField({
  control,
  definition,
  value,
  onChange,
  readOnly,
  required,
  placeholder,
}: FieldProps) {
  const [chosen = null] = textsOf(value);
  const groups = choiceGroups(definition, chosen === null ? [] : [chosen]);
  const clearable = flag(definition, 'clearValue', true) && !required;
  return (
    <Select
      {...control}
      data={dataOf(groups)}
      value={chosen}
      onChange={(next) => onChange(next === null ? '' : storedOf(definition, next))}
      readOnly={readOnly}
      aria-required={required || undefined}
      placeholder={placeholder ?? 'Choose…'}
      searchable={countOf(groups) >= MANY}
      clearable={clearable}
      // The clear button is for the mouse; the keyboard takes the choice back in the list.
      allowDeselect={clearable}
      clearButtonProps={{ 'aria-label': 'Clear the choice' }}
      nothingFoundMessage="Nothing found"
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

export function MultiSelectField({
  control,
  definition,
  value,
  onChange,
  readOnly,
  required,
  placeholder,
}: FieldProps) {
  const chosen = textsOf(value);
  return (
    <MultiSelect
      {...control}
      data={dataOf(choiceGroups(definition, chosen))}
      value={chosen}
      onChange={(next) => onChange(next.map((text) => storedOf(definition, text)))}
      readOnly={readOnly}
      aria-required={required || undefined}
      placeholder={chosen.length === 0 ? (placeholder ?? 'Choose…') : undefined}
      searchable
      hidePickedOptions
      clearable
      clearButtonProps={{ 'aria-label': 'Clear all' }}
      nothingFoundMessage="Nothing left to choose"
      comboboxProps={{ shadow: 'md' }}
    />
  );
}
