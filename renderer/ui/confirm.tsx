import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';

interface Question {
  title: string;
  message: string;
  /** The verb on the button: what happens, not "OK". */
  confirm: string;
  onConfirm: () => void;
}

/** Asks before something that cannot be taken back easily. The cancel button has the focus. */
export function confirmDanger({ title, message, confirm, onConfirm }: Question): void {
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{message}</Text>,
    labels: { confirm, cancel: 'Cancel' },
    confirmProps: { color: 'red' },
    cancelProps: { 'data-autofocus': true },
    onConfirm,
  });
}
