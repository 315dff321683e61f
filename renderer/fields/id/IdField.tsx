import { Text, TextInput } from '@mantine/core';
import { idProblem, isLegalId, slug } from '#contract/names';
import { valuesOf } from '../../draft/read-draft';
import { useDraft } from '../../draft/useDraft';
import { useForm } from '../../form/form-context';
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
  const preview = useDraft(store, (draft) =>
    isNew ? previewId(definition, valuesOf(draft), new Date()) : '',
  );
  const spelled = slug(text, flag(definition, 'snakeCase') ? '_' : '-');
  const waiting = name === 'id' ? 'Made from the title' : undefined;
  const fixed = name === 'id' && !isNew;

  function hint(): string | undefined {
    if (text === '') return preview === '' ? undefined : 'automatic';
    return fixed || spelled === text ? undefined : `→ ${spelled}`;
  }

  function change(typed: string) {
    // Spelling is the server's: "My Post" becomes my-post. What no spelling makes legal is refused here.
    const wrong = typed === '' || isLegalId(slug(typed)) ? undefined : idProblem(typed);
    onChange(typed, wrong);
  }

  return (
    <TextInput
      {...control}
      value={text}
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
