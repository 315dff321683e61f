import { Button, Group, Text } from '@mantine/core';
import { getSchema } from '@tiptap/react';
import { useMemo, useState } from 'react';
import type { FieldProps } from '../kind';
import { ControlWrapper, describedBy } from '../parts/ControlWrapper';
import { LazyCodeEditor } from '../parts/LazyCodeEditor';
import { asText } from '../text/text-value';
import { lossOf } from './document';
import { extensionsFor } from './extensions';
import { RichText } from './RichText';
import classes from './styledtext.module.css';

/** Rich text. Opens as source when the visual editor would lose something of what is stored. */
export default function StyledTextField(field: FieldProps) {
  const { control, labelId, value, onChange, readOnly, required, invalid } = field;
  const html = asText(value);
  const schema = useMemo(() => getSchema(extensionsFor(() => undefined)), []);
  const [source, setSource] = useState(() => lossOf(html, schema) !== undefined);
  const wrapper = { ...control, id: `${control.id}-html` };
  // A text from elsewhere may hold what the first one did not; the visual editor must not swallow it.
  const [checked, setChecked] = useState({ html, loss: source });
  if (!source && html !== checked.html) {
    const loss = lossOf(html, schema) !== undefined;
    setChecked({ html, loss });
    if (loss) setSource(true);
  }
  if (!source) {
    return (
      <ControlWrapper control={wrapper}>
        <RichText field={field} html={html} onSource={() => setSource(true)} />
      </ControlWrapper>
    );
  }
  const lost = lossOf(html, schema);
  return (
    <ControlWrapper control={wrapper}>
      <Group className={classes.note} gap="xs" justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed" component="div">
          {lost === undefined ? (
            'HTML source'
          ) : (
            <>
              Shown as HTML, because the visual editor would drop{' '}
              {lost.length === 0
                ? 'some of it'
                : lost.map((name, at) => (
                    <span key={name}>
                      {at > 0 && ', '}
                      <code>{name}</code>
                    </span>
                  ))}
              .
            </>
          )}
        </Text>
        <Button
          variant="default"
          size="compact-xs"
          flex="none"
          disabled={lost !== undefined}
          onClick={() => setSource(false)}
        >
          Visual editor
        </Button>
      </Group>
      <LazyCodeEditor
        id={control.id}
        labelId={labelId}
        describedBy={describedBy(wrapper)}
        value={html}
        onChange={onChange}
        mode="html"
        readOnly={readOnly || control.disabled}
        required={required}
        invalid={invalid}
        rows={8}
        lineNumbers={false}
      />
    </ControlWrapper>
  );
}
