import { Text, TextInput } from '@mantine/core';
import { idProblem } from '#contract/names';
import { valuesOf } from '../../draft/read-draft';
import { useDraft } from '../../draft/useDraft';
import { useForm } from '../../form/form-context';
import type { FieldProps } from '../kind';
import { asText } from '../text/text-value';
import classes from './id.module.css';
import { previewId } from './id-preview';

/** The id: follows the title until it is typed in, and stays what it is once the object exists. */
export function IdField(props: FieldProps) {
  const { control, definition, name, value, onChange, readOnly, isNew } = props;
  const { store } = useForm();
  const text = asText(value);
  const preview = useDraft(store, (draft) =>
    isNew ? previewId(definition, valuesOf(draft), new Date()) : '',
  );
  const fixed = name === 'id' && !isNew;
  return (
    <TextInput
      {...control}
      value={text}
      readOnly={readOnly || fixed}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      placeholder={preview === '' ? (props.placeholder ?? 'Made from the title') : preview}
      classNames={{ input: classes.input ?? '' }}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        const problem = typed === '' ? undefined : idProblem(typed);
        onChange(typed, problem);
      }}
      rightSectionWidth="auto"
      rightSectionPointerEvents="none"
      rightSection={
        isNew && text === '' && preview !== '' ? (
          <Text size="xs" c="dimmed" px={8} aria-hidden="true">
            automatic
          </Text>
        ) : undefined
      }
    />
  );
}
