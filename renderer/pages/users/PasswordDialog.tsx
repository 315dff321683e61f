/** A new password for a user, by an admin. */
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { UserSummary } from '#contract/users';
import { ApiError } from '../../api/client';
import { changeUser } from '../../api/users';
import { notifyDone } from '../../ui/notify';
import { NewPassword } from './NewPassword';

const texts = {
  title: (name: string) => `New password for ${name}`,
  lead: 'The old one opens nothing any more, and whoever is signed in with it has to sign in again.',
  label: 'New password',
  submit: 'Set password',
  cancel: 'Cancel',
  done: (name: string) => `${name} has a new password. Hand it over.`,
  failed: 'The password could not be set',
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
  const problem = save.error instanceof ApiError ? save.error.details.password?.join(' ') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Text size="sm">{texts.lead}</Text>
        {save.isError && problem === undefined && (
          <Alert color="red" title={texts.failed} role="alert">
            {save.error.message}
          </Alert>
        )}
        <NewPassword
          label={texts.label}
          value={password}
          onChange={setPassword}
          error={problem}
          handedOver
          focused
        />
        <Group justify="flex-end" gap="xs" className="dialog-foot">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {texts.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
