/** A new password for a user, by an admin. */
import { Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { UserSummary } from '#contract/users';
import { problemsOf } from '../../api/client';
import { changeUser } from '../../api/users';
import { DialogFoot, FormFailure } from '../../ui/FormParts';
import { notifyDone } from '../../ui/notify';
import { NewPassword } from './NewPassword';

const texts = {
  title: (name: string) => `New password for ${name}`,
  lead: 'The old password stops working, and the user has to sign in again.',
  label: 'New password',
  submit: 'Set password',
  done: (name: string) => `${name} has a new password. Send it to them.`,
  failed: 'Could not set the password',
};

interface Props {
  /** Whose; undefined while the dialog is closed. */
  user: UserSummary | undefined;
  onClose: () => void;
}

export function PasswordDialog({ user, onClose }: Props) {
  return (
    <Modal opened={user !== undefined} onClose={onClose} title={texts.title(user?.name ?? '')} size="lg">
      {user && <PasswordForm user={user} onClose={onClose} />}
    </Modal>
  );
}

function PasswordForm({ user, onClose }: { user: UserSummary; onClose: () => void }) {
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const save = useMutation({
    mutationFn: () => changeUser(client, user.id, { password }),
    onSuccess: () => {
      notifyDone(texts.done(user.name));
      onClose();
    },
  });
  const problem = problemsOf(save.error).password?.join(' ');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Text size="sm">{texts.lead}</Text>
        <FormFailure title={texts.failed} error={save.error} fields={['password']} />
        <NewPassword
          label={texts.label}
          value={password}
          onChange={setPassword}
          error={problem}
          handedOver
          focused
        />
        <DialogFoot onCancel={onClose} submit={texts.submit} busy={save.isPending} />
      </Stack>
    </form>
  );
}
