/** The field for a pasted one-time link, on the sign-in page and in the dialog of a lost session. */
import { Button, Group, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { redeem, tokenIn } from '../api/session';

const texts = {
  label: 'Sign-in link',
  placeholder: 'http://127.0.0.1:4180/admin/?token=…',
  submit: 'Sign in',
  submitSecond: 'Sign in with this link',
  noToken: 'This is not a sign-in link. Copy the whole link.',
  expired: 'This link has been used or has expired. Ask for a new link.',
  unreachable: 'Could not reach Plinth. Is it still running?',
};

interface Props {
  /** The first way in on the page; false beside the form for a password. */
  first?: boolean;
  onSignedIn?: (() => void) | undefined;
}

export function SignInLink({ first = true, onSignedIn }: Props) {
  const client = useQueryClient();
  const [pasted, setPasted] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const token = tokenIn(pasted);
    if (token === undefined) return setProblem(texts.noToken);
    setBusy(true);
    try {
      if (await redeem(client, token)) {
        setPasted('');
        setProblem(undefined);
        onSignedIn?.();
      } else {
        setProblem(texts.expired);
      }
    } catch {
      setProblem(texts.unreachable);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Group align="flex-start" gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          aria-label={texts.label}
          placeholder={texts.placeholder}
          value={pasted}
          onChange={(event) => {
            setPasted(event.currentTarget.value);
            setProblem(undefined);
          }}
          error={problem}
          autoComplete="off"
          spellCheck={false}
          data-autofocus={first || undefined}
        />
        <Button type="submit" loading={busy} h="2.125rem" variant={first ? 'filled' : 'default'}>
          {first ? texts.submit : texts.submitSecond}
        </Button>
      </Group>
    </form>
  );
}
