/** Over the page when the session ends in the middle: what was typed stays where it is. */
import { Code, Modal, Stack, Text } from '@mantine/core';
import { SignInForm } from './SignInForm';

const texts = {
  title: 'Please sign in again',
  hint: 'Your session has ended, usually because Plinth was started anew. Nothing you typed is lost. Paste the new link that the terminal shows, or open it in another tab and come back.',
  command: 'plinth serve --data your-folder',
};

export function SignInDialog({ opened }: { opened: boolean }) {
  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      title={texts.title}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size="lg"
    >
      <Stack>
        <Text size="sm">{texts.hint}</Text>
        <Code block>{texts.command}</Code>
        <SignInForm />
      </Stack>
    </Modal>
  );
}
