import { Loader, MultiSelect, type OptionsFilter, Select } from '@mantine/core';
import type { FieldProps } from '../kind';
import { flag } from '../settings';
import { type Choice, type ChoiceGroup, choiceGroups, storedOf, textsOf } from './choice';
import { RelatedLinks } from './RelatedLinks';
import { type AllChoices, useChoices } from './useChoices';

const texts = {
  choose: 'Choose…',
  clear: 'Clear selection',
  clearAll: 'Clear all',
  nothing: 'No results',
  loading: 'Searching…',
};

/** From this many choices on a select can be searched. */
const MANY = 8;

/** Most choices drawn at once; searching narrows them. */
const SHOWN = 200;

/** Mantine's data: plain choices where there is no group. */
function dataOf(groups: readonly ChoiceGroup[]): (Choice | ChoiceGroup)[] {
  return groups.flatMap(({ group, items }): (Choice | ChoiceGroup)[] =>
    group === '' ? items : [{ group, items }],
  );
}

const countOf = (groups: readonly ChoiceGroup[]): number =>
  groups.reduce((count, { items }) => count + items.length, 0);

/** With choices the server has to be asked for, what it found is not filtered once more. */
const asFound: OptionsFilter = ({ options }) => options;

/** What both inputs say of choices that are made of other objects. */
function searching({ loading, error, partial, search }: AllChoices) {
  return {
    rightSection: loading ? <Loader size={14} /> : undefined,
    nothingFoundMessage: error === undefined ? (loading ? texts.loading : texts.nothing) : error.message,
    ...(partial ? { filter: asFound, onSearchChange: search } : {}),
  };
}

export function SelectField(props: FieldProps) {
  const { control, value, onChange, readOnly, required, placeholder } = props;
  const choices = useChoices(props);
  const { definition, related, missing, known } = choices;
  const [chosen = null] = textsOf(value);
  const groups = choiceGroups(definition, chosen === null ? [] : [chosen], missing);
  const clearable = flag(definition, 'clearValue', true) && !required;
  return (
    <>
      <Select
        {...control}
        {...searching(choices)}
        data={dataOf(groups)}
        value={chosen}
        onChange={(next) => onChange(next === null ? '' : storedOf(definition, next))}
        readOnly={readOnly}
        aria-required={required || undefined}
        placeholder={placeholder ?? texts.choose}
        searchable={related !== undefined || countOf(groups) >= MANY}
        clearable={clearable}
        // The clear button is for the mouse; the keyboard takes the choice back in the list.
        allowDeselect={clearable}
        clearButtonProps={{ 'aria-label': texts.clear }}
        comboboxProps={{ shadow: 'md' }}
        limit={SHOWN}
      />
      {related !== undefined && (
        <RelatedLinks
          collection={related}
          definition={definition}
          chosen={chosen === null ? [] : [chosen]}
          missing={missing}
          known={known}
        />
      )}
    </>
  );
}

export function MultiSelectField(props: FieldProps) {
  const { control, value, onChange, readOnly, required, placeholder } = props;
  const choices = useChoices(props);
  const { definition, related, missing, known } = choices;
  const chosen = textsOf(value);
  return (
    <>
      <MultiSelect
        {...control}
        {...searching(choices)}
        data={dataOf(choiceGroups(definition, chosen, missing))}
        value={chosen}
        onChange={(next) => onChange(next.map((text) => storedOf(definition, text)))}
        readOnly={readOnly}
        aria-required={required || undefined}
        placeholder={chosen.length === 0 ? (placeholder ?? texts.choose) : undefined}
        searchable
        hidePickedOptions
        clearable
        clearButtonProps={{ 'aria-label': texts.clearAll }}
        comboboxProps={{ shadow: 'md' }}
        limit={SHOWN}
      />
      {related !== undefined && (
        <RelatedLinks collection={related} {...{ definition, chosen, missing, known }} />
      )}
    </>
  );
}
