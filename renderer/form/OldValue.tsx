/** A stored value that the control of its field cannot show, such as a text in a number: it is shown beside the control. */
import { Button, Code, Text } from '@mantine/core';
import type { JsonValue } from '#contract/values';
import { written } from '../fields/kept';
import classes from './field.module.css';

const texts = {
  stored: 'The stored value does not fit this field.',
  stays: 'The stored value does not fit this field. It stays until you enter another one.',
  remove: 'Remove value',
};

interface Props {
  value: JsonValue;
  labelId: string;
  /** It must not be shown. */
  sensitive: boolean;
  /** The field takes no edits. */
  locked: boolean;
  onRemove(): void;
}

export function OldValue({ value, labelId, sensitive, locked, onRemove }: Props) {
  return (
    <fieldset className={classes.old} aria-labelledby={labelId}>
      <Text size="xs" className={classes.oldWords}>
        {locked ? texts.stored : texts.stays}
      </Text>
      {!locked && (
        <Button size="compact-xs" variant="default" onClick={onRemove}>
          {texts.remove}
        </Button>
      )}
      {!sensitive && (
        // Scrolls, so the keyboard has to reach it.
        <Code block p={0} className={classes.oldValue} tabIndex={0}>
          {written(value)}
        </Code>
      )}
    </fieldset>
  );
}
