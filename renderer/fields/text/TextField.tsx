import { Autocomplete, Text, Textarea, TextInput } from '@mantine/core';
import type { FieldProps } from '../kind';
import { writtenIn } from '../parts/written';
import { flag, flatOptions, numberKeyword, numberSetting } from '../settings';
import { lengthOf, textProblem } from './text-rules';
import { asText } from './text-value';

const texts = { count: (length: number, limit: number) => `${length} of ${limit}` };

/** Longest text the schema allows; `settings.maxlength` is the form's own. */
function limitOf({ definition }: FieldProps): number | undefined {
  return numberKeyword(definition, 'maxLength') ?? numberSetting(definition, 'maxlength');
}

/** Up to this share of the limit no counter is shown. */
const QUIET = 0.8;

/** Characters used of those allowed; said only near the limit, so that short fields stay quiet. */
function Counter({ length, limit }: { length: number; limit: number }) {
  if (length < limit * QUIET) return null;
  return (
    <Text
      component="span"
      size="xs"
      c={length > limit ? 'red' : 'dimmed'}
      className="tabular"
      aria-live="polite"
    >
      {texts.count(length, limit)}
    </Text>
  );
}

/** Room for the counter, so that it never stands over the text. */
function counterWidth(length: number, limit: number | undefined): string | undefined {
  if (limit === undefined || length < limit * QUIET) return undefined;
  return `calc(${texts.count(length, limit).length}ch + 12px)`;
}

/** The heading of a page: as many lines as it needs, none of them made by Enter, which goes on to the text. */
function TitleField({
  control,
  value,
  readOnly,
  required,
  placeholder,
  onChange,
  onEnter,
  definition,
  dir,
  lang,
}: FieldProps) {
  return (
    <Textarea
      {...control}
      attributes={{ input: writtenIn({ dir, lang, definition }) }}
      value={asText(value)}
      readOnly={readOnly}
      aria-required={required || undefined}
      placeholder={placeholder}
      autosize
      minRows={1}
      onKeyDown={(event) => {
        // Enter also ends the composition of a word.
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onEnter?.();
      }}
      onChange={(event) => {
        const next = event.currentTarget.value.replace(/[\r\n]+/g, ' ');
        onChange(next, textProblem(definition, next));
      }}
    />
  );
}

/** A line of text; with `options` a text with suggestions. */
export function TextField(props: FieldProps) {
  const { control, definition, readOnly, required, placeholder, onChange } = props;
  const text = asText(props.value);
  const change = (next: string) => onChange(next, textProblem(definition, next));
  const limit = limitOf(props);
  const shared = {
    ...control,
    // On the input itself: on what is around it, its value would not count.
    attributes: { input: writtenIn(props) },
    value: text,
    readOnly,
    'aria-required': required || undefined,
    placeholder,
    rightSectionWidth: counterWidth(lengthOf(text), limit),
    rightSectionPointerEvents: 'none' as const,
    rightSectionProps: { style: { paddingInline: 8 } },
    rightSection: limit === undefined ? undefined : <Counter length={lengthOf(text)} limit={limit} />,
  };
  const suggestions = flatOptions(definition).map((option) => String(option.value));
  if (props.look === 'title' && suggestions.length === 0) return <TitleField {...props} />;
  if (suggestions.length > 0) {
    return <Autocomplete {...shared} data={suggestions} onChange={change} comboboxProps={{ shadow: 'md' }} />;
  }
  return <TextInput {...shared} onChange={(event) => change(event.currentTarget.value)} />;
}

/** Lines of text; grows with its content unless `autoGrow` is off. */
export function TextareaField(props: FieldProps) {
  const { control, definition, readOnly, required, placeholder, onChange } = props;
  const text = asText(props.value);
  const change = (next: string) => onChange(next, textProblem(definition, next));
  const limit = limitOf(props);
  const rows = numberSetting(definition, 'rows') ?? 3;
  return (
    <>
      <Textarea
        {...control}
        attributes={{ input: writtenIn(props) }}
        value={text}
        readOnly={readOnly}
        aria-required={required || undefined}
        placeholder={placeholder}
        minRows={rows}
        maxRows={Math.max(rows, 24)}
        autosize={flag(definition, 'autoGrow', true)}
        rows={rows}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {limit !== undefined && <Counter length={lengthOf(text)} limit={limit} />}
    </>
  );
}
