/** What the forms of dialogs and settings have in common. */
import { Alert, Button, Group } from '@mantine/core';
import { problemsOf } from '../api/client';

/** Why a form could not be sent, unless its fields say so themselves. */
export function FormFailure({ title, error }: { title: string; error: Error | null }) {
  if (error === null || Object.keys(problemsOf(error)).length > 0) return null;
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
        Cancel
      </Button>
      <Button type="submit" loading={busy} disabled={disabled}>
        {submit}
      </Button>
    </Group>
  );
}
