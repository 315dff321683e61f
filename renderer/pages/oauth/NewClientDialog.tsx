/** A new app: name, redirect URIs and scopes; then its client ID and secret. */
import { Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type CreatedOAuthClient, DEFAULT_SCOPES, OAUTH_SCOPES, type OAuthScope } from '#contract/oauth';
import { problemsOf } from '../../api/client';
import { createOAuthClient } from '../../api/oauth';
import { useAnnounce } from '../../ui/Announcer';
import { DialogFoot, FormFailure } from '../../ui/FormParts';
import { OnceDialog } from '../../ui/OnceDialog';
import { CreatedClientView } from './CreatedClientView';
import { isScope, SCOPE_WORDS } from './scope-words';

const texts = {
  title: 'Add app',
  made: (name: string) => `“${name}” added`,
  name: 'Name',
  nameHint: 'Shown to users when the app requests access.',
  namePlaceholder: 'Newsletter service, phone app…',
  uris: 'Redirect URIs',
  urisHint: 'One per line, as given in the app’s documentation. Apps on this computer can use any port.',
  urisPlaceholder: 'https://service.example/callback',
  scopes: 'Can request',
  noScope: 'Select at least one.',
  confidential: 'Confidential client (runs on a server and can keep a secret)',
  confidentialHint: 'Leave off for mobile, desktop and browser apps.',
  create: 'Add app',
  failed: 'Could not add the app',
};

interface Props {
  opened: boolean;
  onClose: () => void;
}

export const NewClientDialog = ({ opened, onClose }: Props) => (
  <OnceDialog<CreatedOAuthClient>
    opened={opened}
    onClose={onClose}
    title={(made) => (made ? texts.made(made.client.name) : texts.title)}
    hasSecret={(made) => made.secret !== null}
    form={(onMade) => <ClientForm onMade={onMade} onClose={onClose} />}
    result={(made) => <CreatedClientView made={made} onClose={onClose} />}
  />
);

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

interface FormProps {
  onMade: (made: CreatedOAuthClient) => void;
  onClose: () => void;
}

function ClientForm({ onMade, onClose }: FormProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [name, setName] = useState('');
  const [uris, setUris] = useState('');
  const [scopes, setScopes] = useState<readonly OAuthScope[]>(DEFAULT_SCOPES);
  const [confidential, setConfidential] = useState(false);
  const [tried, setTried] = useState(false);
  const create = useMutation({
    mutationFn: () =>
      createOAuthClient(queries, {
        name: name.trim(),
        redirectUris: linesOf(uris),
        scopes: [...scopes],
        confidential,
      }),
    onSuccess: onMade,
    onError: (error) => announce(error.message),
  });
  const details = problemsOf(create.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (scopes.length === 0) announce(texts.noScope);
    else if (name.trim() !== '' && uris.trim() !== '') create.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <FormFailure title={texts.failed} error={create.error} />
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          placeholder={texts.namePlaceholder}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={details.name?.join(' ')}
          maxLength={100}
          required
          data-autofocus
        />
        <Textarea
          label={texts.uris}
          description={texts.urisHint}
          placeholder={texts.urisPlaceholder}
          value={uris}
          onChange={(event) => setUris(event.currentTarget.value)}
          error={details.redirectUris?.join(' ')}
          autosize
          minRows={2}
          maxRows={6}
          spellCheck={false}
          required
        />
        <Checkbox.Group
          label={texts.scopes}
          value={[...scopes]}
          onChange={(next) => setScopes(next.filter(isScope))}
          error={details.scopes?.join(' ') ?? (tried && scopes.length === 0 ? texts.noScope : undefined)}
        >
          <Stack gap="xs" mt={6} mb={6}>
            {OAUTH_SCOPES.map((scope) => (
              <Checkbox key={scope} value={scope} label={SCOPE_WORDS[scope]} description={scope} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Checkbox
          label={texts.confidential}
          description={texts.confidentialHint}
          checked={confidential}
          onChange={(event) => setConfidential(event.currentTarget.checked)}
        />
        <DialogFoot onCancel={onClose} submit={texts.create} busy={create.isPending} />
      </Stack>
    </form>
  );
}
