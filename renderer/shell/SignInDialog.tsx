/** Over the page when the session ends in the middle: what was typed stays where it is. */
import { Divider, Modal, Stack, Text } from '@mantine/core';
import { SignInLink } from '../ui/SignInLink';
import { SignInPassword } from '../ui/SignInPassword';

const texts = {
  title: 'Please sign in again',
  ended: 'Your session has ended. Your unsaved changes are safe.',
  withLink:
    'Plinth was probably restarted. Paste a new sign-in link here, or open it in another tab and come back. Plinth shows the link when it starts; if someone else runs it for you, ask them for one.',
  withPassword: 'Plinth was restarted, your session was ended, or your password or role was changed.',
  or: 'or with a sign-in link',
};

interface Props {
  opened: boolean;
  /** Who was signed in with a password and may be again; undefined: by a link. */
  name: string | undefined;
}

export function SignInDialog({ opened, name }: Props) {
  const passwords = name !== undefined;
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
        <Text size="sm">
          {texts.ended} {passwords ? texts.withPassword : texts.withLink}
        </Text>
        {passwords && (
          <>
            <SignInPassword name={name} />
            <Divider label={texts.or} />
          </>
        )}
        <SignInLink first={!passwords} />
      </Stack>
    </Modal>
  );
}
