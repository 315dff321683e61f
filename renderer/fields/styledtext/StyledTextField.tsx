import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { FieldProps } from '../kind';
import { ControlWrapper, describedBy } from '../parts/ControlWrapper';
import { LazyCodeEditor } from '../parts/LazyCodeEditor';
import { asText } from '../text/text-value';
import { RichText } from './RichText';
import classes from './styledtext.module.css';

const texts = { source: 'HTML source', visual: 'Visual editor' };

/** Rich text, in a visual editor or as source. */
export default function StyledTextField(field: FieldProps) {
  const { control, labelId, value, onChange, readOnly, required, invalid, dir } = field;
  const html = asText(value);
  const [source, setSource] = useState(false);
  const wrapper = { ...control, id: `${control.id}-html` };
  if (!source) {
    return (
      <ControlWrapper control={wrapper}>
        <RichText field={field} html={html} onSource={() => setSource(true)} />
      </ControlWrapper>
    );
  }
  return (
    <ControlWrapper control={wrapper}>
      <Group className={classes.note} gap="xs" justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {texts.source}
        </Text>
        <Button variant="default" size="compact-xs" flex="none" onClick={() => setSource(false)}>
          {texts.visual}
        </Button>
      </Group>
      <LazyCodeEditor
        id={control.id}
        labelId={labelId}
        describedBy={describedBy(wrapper)}
        value={html}
        onChange={onChange}
        mode="html"
        dir={dir ?? 'auto'}
        readOnly={readOnly || control.disabled}
        required={required}
        invalid={invalid}
        rows={8}
        lineNumbers={false}
      />
    </ControlWrapper>
  );
}
