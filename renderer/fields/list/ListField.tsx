/** Words as tags, from a set of options or typed freely. */
import { MultiSelect, TagsInput } from '@mantine/core';
import type { PropertyOnWire } from '#contract/schemas';
import type { JsonValue } from '#contract/values';
import { t } from '../../t';
import type { FieldProps } from '../kind';
import { writtenIn } from '../parts/written';
import { useChoices } from '../select/useChoices';
import { flag, flatOptions, numberSetting } from '../settings';
import { wordsOf } from './words';

function storedOf(definition: PropertyOnWire, words: readonly string[]): JsonValue {
  return flag(definition, 'asString') ? words.join(',') : [...words];
}

export function ListField(props: FieldProps) {
  const { control, value, onChange, readOnly, required, placeholder } = props;
  const written = writtenIn(props);
  const { definition, partial, search } = useChoices(props);
  const words = wordsOf(value);
  const max = numberSetting(definition, 'maxItemCount') ?? -1;
  const offered = flatOptions(definition).map((option) => String(option.value));
  const shared = {
    ...control,
    // Props of the input itself, unlike attributes of its parts.
    ...written,
    attributes: { label: written },
    value: words,
    readOnly,
    'aria-required': required || undefined,
    placeholder: words.length === 0 ? (placeholder ?? t('Type and press Enter')) : undefined,
    clearable: true,
    clearButtonProps: { 'aria-label': t('Clear all') },
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
        placeholder={words.length === 0 ? (placeholder ?? t('Choose…')) : undefined}
        searchable
        hidePickedOptions
        maxValues={max > 0 ? max : undefined}
        nothingFoundMessage={t('No more options')}
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
