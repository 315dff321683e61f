import { Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { fileNameProblem } from '#contract/file-names';
import { t } from '../../t';
import { DialogFoot } from '../../ui/FormParts';

interface Props {
  title: string;
  label: string;
  confirm: string;
  name?: string;
  onClose(): void;
  /** Resolves with true when the name was taken. */
  onName(name: string): Promise<boolean>;
}

/** Asks for the name of a folder. */
export function NameDialog({ title, label, confirm, name = '', onClose, onName }: Props) {
  const [typed, setTyped] = useState(name);
  const [busy, setBusy] = useState(false);
  const problem = fileNameProblem(typed.trim());
  const shown = typed.trim() === '' ? undefined : problem;
  async function submit(event: FormEvent) {
    event.preventDefault();
    // The form of the object is around this one.
    event.stopPropagation();
    if (problem !== undefined) return;
    setBusy(true);
    if (await onName(typed.trim())) onClose();
    else setBusy(false);
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <TextInput
            label={label}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={shown === undefined ? undefined : t(`The name ${shown}`)}
            data-autofocus
          />
          <DialogFoot onCancel={onClose} submit={confirm} busy={busy} disabled={problem !== undefined} />
        </Stack>
      </form>
    </Modal>
  );
}
