import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { notifyDone, notifyFailed } from './notify';

const texts = { cancel: 'Cancel' };

interface Question {
  title: string;
  message: string;
  /** The verb on the button: what happens, not "OK". */
  confirm: string;
}

/** An action that is confirmed first and reported when it is done. */
export interface Deed<Result> extends Question {
  act: () => Promise<Result>;
  /** Said when it is done. */
  done: string | ((result: Result) => string);
  /** Said with the reason when it could not be done. */
  failed: string;
}

/** Asks before something that cannot be taken back easily. The cancel button has the focus. */
export function confirmDanger({
  title,
  message,
  confirm,
  onConfirm,
}: Question & { onConfirm: () => void }): void {
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{message}</Text>,
    labels: { confirm, cancel: texts.cancel },
    confirmProps: { color: 'red' },
    cancelProps: { 'data-autofocus': true },
    onConfirm,
  });
}

/** Asks, does it, and says how it went. */
export function confirmDeed<Result>({ act, done, failed, ...question }: Deed<Result>): void {
  const run = async () => {
    try {
      const result = await act();
      notifyDone(typeof done === 'string' ? done : done(result));
    } catch (error) {
      notifyFailed(failed, error);
    }
  };
  confirmDanger({ ...question, onConfirm: () => void run() });
}

/** The button of a table's row that asks first. `name`: with what it is about, for those who hear it alone. */
export function DeedButton<Result>({ name, ...deed }: Deed<Result> & { name: string }) {
  return (
    <Button variant="default" size="compact-sm" aria-label={name} onClick={() => confirmDeed(deed)}>
      {deed.confirm}
    </Button>
  );
}
