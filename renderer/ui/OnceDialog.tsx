/** A dialog in which something is made that holds a secret: first its form, then what was made, with the secret. */
import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface Props<Made> {
  opened: boolean;
  onClose: () => void;
  title: (made: Made | undefined) => string;
  /** A secret is shown that cannot be shown again, so the dialog closes only by its button. */
  hasSecret: (made: Made) => boolean;
  form: (onMade: (made: Made) => void) => ReactNode;
  result: (made: Made) => ReactNode;
}

export function OnceDialog<Made>({ opened, onClose, title, hasSecret, form, result }: Props<Made>) {
  const [made, setMade] = useState<Made>();
  const keep = made !== undefined && hasSecret(made);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title(made)}
      size="lg"
      closeOnClickOutside={!keep}
      closeOnEscape={!keep}
      onExitTransitionEnd={() => setMade(undefined)}
    >
      {made === undefined ? form(setMade) : result(made)}
    </Modal>
  );
}
