import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { asObject } from '../../unsaved/part-store';
import { failingInside } from '../../unsaved/read-form';
import { useFormState } from '../../unsaved/useFormState';
import { pathIn, useForm } from '../form-context';
import { kept } from '../kept';
import type { FieldProps } from '../kind';
import { GroupControl } from '../parts/ControlWrapper';
import { Messages } from '../parts/Messages';
import { partSummary } from '../parts/part-summary';
import classes from './card.module.css';

/** Up to so many fields a card is shown open. */
const FEW = 6;

const texts = { open: 'Show fields', close: 'Hide fields', empty: 'Empty' };

/** The fields of a card, folded into one line where there are many. */
export function CardField(props: FieldProps) {
  const { control, labelId, name, definition, value, readOnly } = props;
  const form = useForm();
  const schema = form.partSchemas.get(definition.itemSchema ?? '');
  const failing = useFormState(form.store, (state) => failingInside(state, name));
  const [opened, setOpened] = useState(
    () =>
      schema !== undefined && form.fields.shownProperties(schema).filter((one) => one !== 'id').length <= FEW,
  );
  // A card with a message is opened, so that the message is visible.
  useEffect(() => {
    if (failing > 0) setOpened(true);
  }, [failing]);

  if (schema === undefined) return <kept.Input {...props} />;
  const bodyId = `field-${pathIn(form, name)}-body`;
  const summary = partSummary(asObject(value), schema, form.fields);
  return (
    <GroupControl control={control} role="group" labelId={labelId}>
      <div className={classes.card}>
        <UnstyledButton
          className={classes.head}
          aria-expanded={opened}
          aria-controls={opened ? bodyId : undefined}
          data-unfold={pathIn(form, name)}
          aria-label={opened ? texts.close : texts.open}
          aria-describedby={labelId}
          onClick={() => setOpened(!opened)}
        >
          <IconChevronRight size={16} className={classes.chevron} data-opened={opened || undefined} />
          <span className={classes.summary} data-empty={summary === '' || undefined}>
            {opened ? texts.close : summary === '' ? texts.empty : summary}
          </span>
          <Messages count={opened ? 0 : failing} />
        </UnstyledButton>
        {opened && (
          <div id={bodyId} className={classes.body}>
            <form.Part property={name} schema={schema} locked={control.disabled || readOnly} />
          </div>
        )}
      </div>
    </GroupControl>
  );
}
