/** A new key: what it is for and what it opens; then the key itself, once. */
import { Checkbox, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type CreatedKey, KEY_METHODS, type KeyMethod } from '#contract/access';
import { createApiKey } from '../../api/api-keys';
import { problemsOf } from '../../api/client';
import { useAnnounce } from '../../ui/Announcer';
import { DialogFoot, FormFailure } from '../../ui/FormParts';
import { OnceDialog } from '../../ui/OnceDialog';
import { CreatedKeyView } from './CreatedKeyView';
import { ScopeFields } from './ScopeFields';
import { isMethod, METHODS, NO_SCOPE, pathsOf, type Scope } from './scope';

const texts = {
  title: 'New API key',
  made: (name: string) => `API key “${name}”`,
  name: 'Name',
  nameHint: 'What the key is used for.',
  namePlaceholder: 'Website build, shop import…',
  methods: 'Permissions',
  writes: 'What it writes',
  live: 'Live content',
  suggests: 'Suggestions only',
  suggestsHint: 'Not live until an editor publishes them.',
  create: 'Create key',
  nothing: 'Select what the key can access.',
  noMethod: 'Select at least one.',
  failed: 'Could not create the API key',
};

interface Props {
  opened: boolean;
  onClose: () => void;
}

export const NewKeyDialog = ({ opened, onClose }: Props) => (
  <OnceDialog<CreatedKey>
    opened={opened}
    onClose={onClose}
    title={(made) => (made ? texts.made(made.name) : texts.title)}
    hasSecret={() => true}
    form={(onMade) => <KeyForm onMade={onMade} onClose={onClose} />}
    result={(made) => <CreatedKeyView made={made} onClose={onClose} />}
  />
);

function KeyForm({ onMade, onClose }: { onMade: (key: CreatedKey) => void; onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [methods, setMethods] = useState<readonly KeyMethod[]>(['GET']);
  const [suggests, setSuggests] = useState(false);
  const [scope, setScope] = useState<Scope>(NO_SCOPE);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const announce = useAnnounce();
  const paths = pathsOf(scope);
  const writes = methods.some((method) => method !== 'GET');
  const create = useMutation({
    mutationFn: () =>
      createApiKey(client, { name: name.trim(), methods, paths, suggests: suggests && writes }),
    onSuccess: onMade,
  });
  const details = problemsOf(create.error);

  const incomplete = methods.length === 0 || paths.length === 0;

  // What is missing may be out of sight in a long dialog.
  useEffect(() => {
    if (!(tried && incomplete) && !create.isError) return;
    const [first] = form.current?.getElementsByClassName('mantine-InputWrapper-error') ?? [];
    first?.scrollIntoView({ block: 'center' });
  }, [tried, incomplete, create.isError]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (incomplete) announce(paths.length === 0 ? texts.nothing : texts.noMethod);
    else if (name.trim() !== '') create.mutate();
  };

  return (
    <form onSubmit={submit} ref={form}>
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
        <Checkbox.Group
          label={texts.methods}
          value={[...methods]}
          onChange={(next) => setMethods(next.filter(isMethod))}
          error={details.methods?.join(' ') ?? (tried && methods.length === 0 ? texts.noMethod : undefined)}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6} mb={6}>
            {KEY_METHODS.map((method) => (
              <Checkbox key={method} value={method} label={`${METHODS[method]} (${method})`} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        {writes && (
          <Radio.Group
            label={texts.writes}
            value={suggests ? 'suggests' : 'live'}
            onChange={(next) => setSuggests(next === 'suggests')}
          >
            <Stack gap="xs" mt={8}>
              <Radio value="live" label={texts.live} />
              <Radio value="suggests" label={texts.suggests} description={texts.suggestsHint} />
            </Stack>
          </Radio.Group>
        )}
        <ScopeFields
          value={scope}
          onChange={setScope}
          error={tried && paths.length === 0 ? texts.nothing : undefined}
          pathError={details.paths?.join(' ')}
        />
        <DialogFoot onCancel={onClose} submit={texts.create} busy={create.isPending} />
      </Stack>
    </form>
  );
}
