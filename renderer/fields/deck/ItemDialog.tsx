import { ActionIcon, Box, Button, Group, Modal, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { PropertyOnWire } from '#contract/schemas';
import { own } from '../../json';
import { asObject } from '../../unsaved/part-store';
import { shownValue } from '../../unsaved/read-form';
import { useFormState } from '../../unsaved/useFormState';
import { controlId, pathIn, useForm } from '../form-context';
import { schemaOfPart } from '../parts/part-schema';
import { itemLabel } from './deck-value';
import { focusFirstField } from './focus-first-field';
import { UnknownItem } from './UnknownItem';

const texts = {
  untitled: 'Untitled',
  previous: 'Previous item',
  next: 'Next item',
  place: (at: number, of: number) => `${at} of ${of}`,
  note: 'Saved when you save the object.',
  done: 'Done',
};

interface Props {
  id: string;
  ids: readonly string[];
  property: string;
  definition: PropertyOnWire;
  size: string;
  locked: boolean;
  onClose(): void;
  /** Shows another item. */
  onShow(id: string): void;
}

/** The form of one item in a dialog, with the ways to the items beside it. What is typed is in the form around at once. */
export function ItemDialog(props: Props) {
  const { id, ids, property, definition, size, locked, onClose, onShow } = props;
  const form = useForm();
  const narrow = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const item = useFormState(form.store, (state) => own(asObject(shownValue(state, property)), id));
  const schema = schemaOfPart(definition, item, form.partSchemas);
  const label = itemLabel(definition, schema, id, item, form.fields);
  const path = pathIn(form, `${property}.${id}`);
  const at = ids.indexOf(id);
  const [previous, next] = [ids[at - 1], ids[at + 1]];

  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    // Beside the dialog these keys lead to the next object.
    event.preventDefault();
    event.stopPropagation();
    const to = event.key === 'ArrowUp' ? previous : next;
    if (to !== undefined) onShow(to);
  }
  const step = (to: string | undefined, name: string, Icon: typeof IconChevronUp) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      aria-label={name}
      disabled={to === undefined}
      onClick={() => to !== undefined && onShow(to)}
    >
      <Icon size={16} />
    </ActionIcon>
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={label === '' ? texts.untitled : label}
      size={size}
      fullScreen={narrow === true}
      transitionProps={{ duration: 0 }}
      closeOnClickOutside={false}
      onKeyDown={onKeyDown}
      styles={{ title: { overflowWrap: 'anywhere' } }}
    >
      <Box
        key={id}
        id={`${controlId(path)}-body`}
        data-autofocus
        tabIndex={-1}
        style={{ outline: 'none' }}
        // The dialog puts the focus here once it stands.
        onFocus={(event) => event.target === event.currentTarget && focusFirstField(path)}
      >
        {schema === undefined ? (
          <UnknownItem item={item} />
        ) : (
          <form.Part property={property} item={id} schema={schema} locked={locked} />
        )}
      </Box>
      <Group justify="space-between" mt="lg" gap="xs">
        <Group gap={2}>
          {step(previous, texts.previous, IconChevronUp)}
          {step(next, texts.next, IconChevronDown)}
          <Text size="xs" c="dimmed" className="tabular">
            {texts.place(at + 1, ids.length)}
          </Text>
        </Group>
        <Group gap="sm">
          <Text size="xs" c="dimmed">
            {texts.note}
          </Text>
          <Button onClick={onClose}>{texts.done}</Button>
        </Group>
      </Group>
    </Modal>
  );
}
