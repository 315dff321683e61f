/** The user's own password; changing it takes the current one. */
import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { USER_LIMITS } from '#contract/users';
import { problemsOf } from '../../api/client';
import { changePassword } from '../../api/session';
import { FormFailure } from '../../ui/FormParts';
import { notifyDone } from '../../ui/notify';
import { NewPassword } from './NewPassword';

const texts = {
  old: 'Current password',
  next: 'New password',
  submit: 'Change password',
  done: 'Password changed. You are signed out of all other browsers.',
  failed: 'Could not change the password',
  missing: 'Enter your current password.',
  show: 'Show the password',
  hide: 'Hide the password',
};

export function OwnPassword() {
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () => changePassword(client, { password, newPassword }),
    onSuccess: () => {
      setPassword('');
      setNewPassword('');
      setTried(false);
      notifyDone(texts.done);
    },
  });
  const details = problemsOf(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (password !== '' && newPassword !== '') save.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={420}>
        <FormFailure title={texts.failed} error={save.error} />
        <PasswordInput
          label={texts.old}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={details.password?.join(' ') ?? (tried && password === '' ? texts.missing : undefined)}
          maxLength={USER_LIMITS.longestPassword}
          autoComplete="current-password"
          visible={shown}
          onVisibilityChange={setShown}
          visibilityToggleButtonProps={{ 'aria-label': shown ? texts.hide : texts.show, tabIndex: 0 }}
          required
        />
        <NewPassword
          label={texts.next}
          value={newPassword}
          onChange={setNewPassword}
          error={details.newPassword?.join(' ')}
        />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {texts.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
