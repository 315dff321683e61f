/** Asks for the name of a view, to save or to rename it. */
import { Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../api/client';
import { DialogFoot } from '../../../ui/FormParts';

const texts = {
  name: 'Name',
  hint: 'Visible to everyone who works in this folder.',
  empty: 'Enter a name.',
  reserved: (name: string) => `“${name}” is reserved for the unfiltered list. Choose another name.`,
};

interface Props {
  title: string;
  /** The verb on the button. */
  action: string;
  name: string;
  /** The name of the tab that shows everything, which no view can have. */
  reserved: string;
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}

export function ViewNameDialog({ title, action, name: before, reserved, onSave, onClose }: Props) {
  const [name, setName] = useState(before);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setProblem(texts.empty);
    if (name.trim().toLowerCase() === reserved.toLowerCase()) return setProblem(texts.reserved(reserved));
    setBusy(true);
    try {
      await onSave(name.trim());
      onClose();
    } catch (error) {
      const details = error instanceof ApiError ? Object.values(error.details).flat().join(' ') : '';
      setProblem(details || (error instanceof Error ? error.message : String(error)));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <TextInput
            label={texts.name}
            description={texts.hint}
            value={name}
            maxLength={80}
            data-autofocus
            error={problem}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setProblem(undefined);
            }}
          />
          <DialogFoot onCancel={onClose} submit={action} busy={busy} />
        </Stack>
      </form>
    </Modal>
  );
}
