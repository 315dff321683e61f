/** What the forms of dialogs and settings have in common. */
import { Alert, Button, Group } from '@mantine/core';
import { problemsOf } from '../api/client';

const texts = { cancel: 'Cancel' };

interface FailureProps {
  title: string;
  error: Error | null;
  /** The fields that tell their problems themselves; all there are when it is left out. */
  fields?: readonly string[];
}

/** Why a form could not be sent, unless its fields say so themselves. */
export function FormFailure({ title, error, fields }: FailureProps) {
  const named = Object.keys(problemsOf(error));
  const told = fields === undefined ? named.length > 0 : named.some((name) => fields.includes(name));
  if (error === null || told) return null;
  return (
    <Alert color="red" title={title} role="alert">
      {error.message}
    </Alert>
  );
}

interface FootProps {
  onCancel: () => void;
  /** The verb of what is sent. */
  submit: string;
  busy: boolean;
  disabled?: boolean;
}

/** The buttons below a dialog's form; they stay in sight when it is long. */
export function DialogFoot({ onCancel, submit, busy, disabled = false }: FootProps) {
  return (
    <Group justify="flex-end" gap="xs" className="dialog-foot">
      <Button variant="default" onClick={onCancel}>
        {texts.cancel}
      </Button>
      <Button type="submit" loading={busy} disabled={disabled}>
        {submit}
      </Button>
    </Group>
  );
}
