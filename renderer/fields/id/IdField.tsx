import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { idProblem, slug } from '#contract/names';
import { t } from '../../t';
import { valuesOf } from '../../unsaved/read-form';
import { useFormState } from '../../unsaved/useFormState';
import { useForm } from '../form-context';
import type { FieldProps } from '../kind';
import { flag } from '../settings';
import { asText } from '../text/text-value';
import classes from './id.module.css';
import { previewId } from './id-preview';

/** The id: follows the title until it is typed in, and stays what it is once the object exists. */
export function IdField(props: FieldProps) {
  const { control, definition, name, value, onChange, readOnly, isNew } = props;
  const { store } = useForm();
  const text = asText(value);
  const preview = useFormState(store, (state) =>
    isNew ? previewId(definition, valuesOf(state), new Date()) : '',
  );
  // What is typed is shown as it is, what is kept is its legal spelling.
  const [typed, setTyped] = useState<string>();
  const waiting = name === 'id' ? t('Generated from the title') : undefined;
  const fixed = name === 'id' && !isNew;

  function hint(): string | undefined {
    if (text === '') return preview === '' ? undefined : 'automatic';
    return typed === undefined || typed === text ? undefined : `→ ${text}`;
  }

  function change(next: string) {
    const spelled = slug(next, flag(definition, 'snakeCase') ? '_' : '-');
    setTyped(next);
    onChange(spelled, next === '' ? undefined : idProblem(spelled));
  }

  return (
    <TextInput
      {...control}
      value={typed ?? text}
      onBlur={() => setTyped(undefined)}
      readOnly={readOnly || fixed}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      placeholder={preview === '' ? (props.placeholder ?? waiting) : preview}
      classNames={{ input: classes.input ?? '' }}
      onChange={(event) => change(event.currentTarget.value)}
      rightSectionWidth="auto"
      rightSectionPointerEvents="none"
      rightSection={
        hint() !== undefined && (
          <Text size="xs" c="dimmed" px={8} className="truncate">
            {hint()}
          </Text>
        )
      }
    />
  );
}
