import { Button, Group, Modal, Text } from '@mantine/core';
import type { Blocker } from 'react-router';

const texts = {
  title: 'Leave without saving?',
  stay: 'Keep editing',
  leave: 'Leave without saving',
};

interface Props {
  blocker: Blocker;
  /** What is not saved, as a sentence. */
  hint: string;
  /** The changes are given up. */
  onLeave(): void;
}

/** Asks before unsaved changes are left behind. */
export function LeaveDialog({ blocker, hint, onLeave }: Props) {
  return (
    <Modal opened={blocker.state === 'blocked'} onClose={() => blocker.reset?.()} title={texts.title}>
      <Text size="sm">{hint}</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => blocker.reset?.()} data-autofocus>
          {texts.stay}
        </Button>
        <Button
          color="red"
          variant="light"
          onClick={() => {
            onLeave();
            blocker.proceed?.();
          }}
        >
          {texts.leave}
        </Button>
      </Group>
    </Modal>
  );
}
