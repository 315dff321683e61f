import { jsonParseLinter } from '@codemirror/lang-json';
import { linter, lintGutter } from '@codemirror/lint';
import { useEffect, useRef, useState } from 'react';
import type { JsonValue } from '#contract/values';
import { sameJson } from '../../json';
import type { FieldProps } from '../kind';
import { ControlWrapper, describedBy } from '../parts/ControlWrapper';
import { LazyCodeEditor } from '../parts/LazyCodeEditor';
import { numberSetting } from '../settings';
import { jsonText, readJson } from './json-text';

const parse = jsonParseLinter();
/** Empty text means no value, which is no mistake. */
const checks = [linter((view) => (view.state.doc.toString().trim() === '' ? [] : parse(view))), lintGutter()];

/** Half-typed JSON is kept as text with its problem; anything else is the value itself. */
const textOf = (value: JsonValue | undefined, problem: string | undefined): string =>
  problem !== undefined && typeof value === 'string' ? value : jsonText(value);

/** JSON as text; its formatting is the author's until the field is loaded again. */
export default function JsonField(props: FieldProps) {
  const { control, labelId, definition, value, problem, onChange, readOnly, invalid, required } = props;
  const [text, setText] = useState(() => textOf(value, problem));
  const given = useRef<JsonValue | undefined>(value);

  // A value from elsewhere (revert, reload) replaces the text; one that came from the text does not.
  useEffect(() => {
    if (sameJson(given.current, value)) return;
    given.current = value;
    setText(textOf(value, problem));
  }, [value, problem]);

  function type(next: string) {
    if (next === text) return;
    setText(next);
    const read = readJson(next);
    given.current = 'value' in read ? (read.value ?? undefined) : next;
    if ('value' in read) onChange(read.value);
    else onChange(next, read.problem);
  }

  const wrapper = { ...control, id: `${control.id}-json` };
  return (
    <ControlWrapper control={wrapper}>
      <LazyCodeEditor
        id={control.id}
        labelId={labelId}
        describedBy={describedBy(wrapper)}
        value={text}
        onChange={type}
        mode="json"
        readOnly={readOnly || control.disabled}
        required={required}
        invalid={invalid}
        rows={numberSetting(definition, 'rows') ?? 6}
        extensions={checks}
      />
    </ControlWrapper>
  );
}
