/** A new user, or one whose name, address or role is changed. */
import { Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { UserRole } from '#contract/access';
import { USER_LIMITS, type UserSummary } from '#contract/users';
import { problemsOf } from '../../api/client';
import { changeUser, createUser } from '../../api/users';
import { DialogFoot, FormFailure } from '../../ui/FormParts';
import { notifyDone } from '../../ui/notify';
import { NewPassword } from './NewPassword';
import { CHOICES, ROLES } from './roles';

const texts = {
  create: 'New user',
  change: (name: string) => `Edit ${name}`,
  name: 'Name',
  nameHint: 'Used to sign in.',
  email: 'Email address',
  emailHint: 'Can also be used to sign in. Plinth sends no email.',
  role: 'Role',
  password: 'Password',
  submit: 'Create user',
  save: 'Save',
  failed: 'Could not save the user',
  created: (name: string) => `${name} can now sign in. Send them the password.`,
  changed: (name: string) => `${name} updated.`,
  ends: 'The user has to sign in again after a role change.',
};

interface Props {
  opened: boolean;
  /** Absent: a new one. */
  user: UserSummary | undefined;
  onClose: () => void;
}

export function UserDialog({ opened, user, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={user ? texts.change(user.name) : texts.create} size="lg">
      <UserForm key={user?.id ?? 'new'} user={user} onClose={onClose} />
    </Modal>
  );
}

function UserForm({ user, onClose }: Pick<Props, 'user' | 'onClose'>) {
  const client = useQueryClient();
  const [name, setName] = useState(user?.name ?? '');
  const [email, setEmail] = useState(user?.email ?? '');
  const [role, setRole] = useState<UserRole>(user?.role ?? 'editor');
  const [password, setPassword] = useState('');
  const save = useMutation({
    mutationFn: () =>
      user
        ? changeUser(client, user.id, { name, email: email.trim() || null, role })
        : createUser(client, { name, email: email.trim() || null, role, password }),
    onSuccess: (saved) => {
      notifyDone(user ? texts.changed(saved.name) : texts.created(saved.name));
      onClose();
    },
  });
  const details = problemsOf(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <FormFailure title={texts.failed} error={save.error} />
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={details.name?.join(' ')}
          maxLength={USER_LIMITS.name}
          autoComplete="off"
          required
          data-autofocus
        />
        <TextInput
          label={texts.email}
          description={texts.emailHint}
          type="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={details.email?.join(' ')}
          maxLength={USER_LIMITS.email}
          autoComplete="off"
        />
        <Radio.Group
          label={texts.role}
          description={user && role !== user.role ? texts.ends : undefined}
          value={role}
          onChange={(next) => setRole(CHOICES.find((choice) => choice === next) ?? role)}
          error={details.role?.join(' ')}
        >
          <Stack gap="xs" mt={8}>
            {CHOICES.map((choice) => (
              <Radio
                key={choice}
                value={choice}
                label={ROLES[choice].label}
                description={ROLES[choice].hint}
              />
            ))}
          </Stack>
        </Radio.Group>
        {!user && (
          <NewPassword
            label={texts.password}
            value={password}
            onChange={setPassword}
            error={details.password?.join(' ')}
            handedOver
          />
        )}
        <DialogFoot onCancel={onClose} submit={user ? texts.save : texts.submit} busy={save.isPending} />
      </Stack>
    </form>
  );
}
