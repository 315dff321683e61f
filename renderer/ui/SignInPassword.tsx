/** Name and password, on the sign-in page and in the dialog of a lost session. */
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { USER_LIMITS } from '#contract/users';
import { ApiError } from '../api/client';
import { signInWithPassword } from '../api/session';

const texts = {
  name: 'Name or email address',
  password: 'Password',
  show: 'Show the password',
  hide: 'Hide the password',
  submit: 'Sign in',
  missingName: 'Enter your name or email address.',
  missingPassword: 'Enter your password.',
  wrong: 'Incorrect name or password',
  wrongHint: 'Check the spelling and Caps Lock. An admin can set a new password for you.',
  locked: 'Too many attempts',
  failed: 'Could not sign in',
};

interface Props {
  /** Who was signed in before. */
  name?: string | undefined;
  onSignedIn?: (() => void) | undefined;
}

/** What went wrong, as a title and a sentence. */
function problemOf(error: Error): { title: string; hint: string } {
  if (error instanceof ApiError && error.status === 401 && error.message.startsWith('Wrong')) {
    return { title: texts.wrong, hint: texts.wrongHint };
  }
  const locked = error instanceof ApiError && error.status === 429;
  return { title: locked ? texts.locked : texts.failed, hint: error.message };
}

export function SignInPassword({ name: before = '', onSignedIn }: Props) {
  const client = useQueryClient();
  const [name, setName] = useState(before);
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const signIn = useMutation({
    mutationFn: () => signInWithPassword(client, { name: name.trim(), password }),
    onSuccess: () => {
      setPassword('');
      setTried(false);
      onSignedIn?.();
    },
  });
  useEffect(() => {
    if (signIn.isError) field.current?.select();
  }, [signIn.isError]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() !== '' && password !== '') signIn.mutate();
  };
  const problem = signIn.isError ? problemOf(signIn.error) : undefined;

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {problem && (
          <Alert color="red" title={problem.title} role="alert">
            {problem.hint}
          </Alert>
        )}
        <TextInput
          label={texts.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={tried && name.trim() === '' ? texts.missingName : undefined}
          maxLength={USER_LIMITS.email}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus={before === '' || undefined}
        />
        <PasswordInput
          ref={field}
          label={texts.password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={tried && password === '' ? texts.missingPassword : undefined}
          maxLength={USER_LIMITS.longestPassword}
          autoComplete="current-password"
          visible={shown}
          onVisibilityChange={setShown}
          visibilityToggleButtonProps={{ 'aria-label': shown ? texts.hide : texts.show, tabIndex: 0 }}
          data-autofocus={before !== '' || undefined}
        />
        <Button type="submit" loading={signIn.isPending}>
          {texts.submit}
        </Button>
      </Stack>
    </form>
  );
}
