/** list: words such as tags or categories. */
import { MultiSelect, TagsInput } from '@mantine/core';
import type { PropertyOnWire } from '#contract/schemas';
import type { JsonValue } from '#contract/values';
import { choiceSources, placeholder } from '../builder-settings';
import { EntriesDifference } from '../differences';
import type { FieldKind, FieldProps } from '../kind';
import { bulk, columns } from '../presets';
import { BadgesCell } from '../select';
import { isChoosable } from '../select/choice';
import { useChoices } from '../select/useChoices';
import { flag, flatOptions, numberSetting } from '../settings';
import { wordsOf } from './words';

function storedOf(definition: PropertyOnWire, words: readonly string[]): JsonValue {
  return flag(definition, 'asString') ? words.join(',') : [...words];
}

function ListField(props: FieldProps) {
  const { control, value, onChange, readOnly, required, placeholder } = props;
  const { definition, partial, search } = useChoices(props);
  const words = wordsOf(value);
  const max = numberSetting(definition, 'maxItemCount') ?? -1;
  const offered = flatOptions(definition).map((option) => String(option.value));
  const shared = {
    ...control,
    attributes: { inputField: { dir: 'auto' }, label: { dir: 'auto' } },
    value: words,
    readOnly,
    'aria-required': required || undefined,
    placeholder: words.length === 0 ? (placeholder ?? 'Type and press Enter') : undefined,
    clearable: true,
    clearButtonProps: { 'aria-label': 'Clear all' },
    comboboxProps: { shadow: 'md' as const },
    onChange: (next: string[]) => onChange(storedOf(definition, next)),
    limit: 200,
    ...(partial ? { onSearchChange: search } : {}),
  };
  if (!flag(definition, 'addChoices', true)) {
    return (
      <MultiSelect
        {...shared}
        data={[...new Set([...offered, ...words])]}
        placeholder={words.length === 0 ? (placeholder ?? 'Choose…') : undefined}
        searchable
        hidePickedOptions
        maxValues={max > 0 ? max : undefined}
        nothingFoundMessage="No more options"
      />
    );
  }
  return (
    <TagsInput
      {...shared}
      data={offered.filter((word) => !words.includes(word))}
      allowDuplicates={flag(definition, 'duplicateItemsAllowed')}
      maxTags={max > 0 ? max : undefined}
      splitChars={[',']}
      acceptValueOnBlur
    />
  );
}

export const list: FieldKind = {
  Input: ListField,
  Cell: (props) => <BadgesCell {...props} value={wordsOf(props.value)} />,
  Difference: ({ before, after }) => <EntriesDifference before={wordsOf(before)} after={wordsOf(after)} />,
  summary: (value) => wordsOf(value).join(', '),
  accepts: isChoosable,
  shown: wordsOf,
  empty: [],
  type: 'array',
  builder: {
    group: 'Choices',
    label: 'Tags',
    help: 'Tags or keywords, typed freely.',
    words: 'words list',
    settings: [
      placeholder,
      ...choiceSources,
      {
        key: 'addChoices',
        place: 'settings',
        group: 'Choices',
        input: 'switch',
        label: 'Allow custom values',
        otherwise: true,
      },
      { key: 'maxItemCount', place: 'settings', group: 'Choices', input: 'count', label: 'Max items' },
    ],
  },
  column: columns.chips,
  filter: 'words',
  bulk: bulk.many,
};
