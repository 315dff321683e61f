import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { newIdProblem } from './deck-value';

interface Props {
  id: string;
  others: readonly string[];
  onClose(): void;
  onRename(id: string): void;
}

const texts = {
  title: 'Change item ID',
  label: 'ID',
  help: 'The item’s key in the file and in its API path. It cannot be changed once the item is saved.',
  cancel: 'Cancel',
  save: 'Change ID',
};

/** Asks for another id of an item that is not saved yet. */
export function ItemIdDialog({ id, others, onClose, onRename }: Props) {
  const [text, setText] = useState(id);
  const problem = newIdProblem(text, others);
  return (
    <Modal opened onClose={onClose} title={texts.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // The dialog stands inside the object's form in React, though not in the page.
          event.stopPropagation();
          if (problem !== undefined) return;
          onRename(text);
          onClose();
        }}
      >
        <TextInput
          data-autofocus
          label={texts.label}
          description={texts.help}
          value={text}
          error={problem}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={problem !== undefined}>
            {texts.save}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
