/** Asks for another ID of the object, and says what refers to the old one. */
import { Checkbox, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useState } from 'react';
import { useNavigate } from 'react-router';
import { idProblem, slug } from '#contract/names';
import { problemsOf } from '../../api/client';
import { referencesQuery, renameObject } from '../../api/references';
import { DialogFoot, FormFailure } from '../../ui/FormParts';
import { counted, plural } from '../../ui/format';
import { notifyWarning } from '../../ui/notify';
import { notifyChange } from '../../ui/undo-transaction';
import type { FormStore } from '../../unsaved/form-store';
import type { SaveOutcome } from '../../unsaved/save-form';

const texts = {
  title: 'Change the ID',
  hint: 'The ID is the name of the file and part of addresses.',
  spelled: (id: string) => `The ID will be “${id}”.`,
  id: 'New ID',
  references: (count: number) => `Update the references in ${counted(count, 'object', 'objects')}`,
  redirect: 'Keep a redirect from the old ID',
  redirectHint: 'Sites that read redirects from Plinth lead the old address to the new one.',
  submit: 'Change ID',
  failed: 'Could not change the ID',
  done: (id: string) => `The ID is now “${id}”.`,
  kept: 'Some references were left',
  keptHint: (count: number) =>
    plural(
      count,
      '# object that you may not change still refers to the old ID.',
      '# objects that you may not change still refer to the old ID.',
    ),
};

interface Props {
  collection: string;
  id: string;
  store: FormStore;
  /** Saves what is unsaved. */
  save(): Promise<SaveOutcome>;
  /** Set while the editor itself navigates away, which needs no confirmation. */
  leaving: RefObject<boolean>;
  onClose(): void;
}

export function RenameDialog({ collection, id, store, save, leaving, onClose }: Props) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [typed, setTyped] = useState(id);
  const [references, setReferences] = useState(true);
  const [redirect, setRedirect] = useState(true);
  const { data } = useQuery(referencesQuery(collection, id, 20));
  const used = data?.total ?? 0;
  const to = slug(typed);
  const problem = typed === '' ? undefined : idProblem(to);
  const rename = useMutation({
    mutationFn: async () => {
      const outcome = await save();
      // The form shows why it could not be saved.
      if (outcome !== 'saved' && outcome !== 'nothing') return undefined;
      const ifMatch = store.get().etag ?? '';
      return renameObject(client, { collection, id, to, references, redirect, ifMatch });
    },
    onSuccess: (done) => {
      onClose();
      if (done === undefined) return;
      notifyChange(client, texts.done(done.id), done.transaction);
      if (references && done.kept > 0) notifyWarning(texts.kept, texts.keptHint(done.kept));
      leaving.current = true;
      void navigate(`/c/${encodeURIComponent(collection)}/${encodeURIComponent(done.id)}`, { replace: true });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={texts.title}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={texts.id}
            description={to === typed || to === '' ? texts.hint : texts.spelled(to)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onFocus={(event) => event.currentTarget.select()}
            onBlur={() => setTyped(to)}
            error={problem ?? problemsOf(rename.error).id?.join('; ')}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            data-autofocus
          />
          {used > 0 && (
            <Checkbox
              label={texts.references(used)}
              checked={references}
              onChange={(event) => setReferences(event.currentTarget.checked)}
            />
          )}
          <Checkbox
            label={texts.redirect}
            description={texts.redirectHint}
            checked={redirect}
            onChange={(event) => setRedirect(event.currentTarget.checked)}
          />
          <FormFailure title={texts.failed} error={rename.error} fields={['id']} />
          <DialogFoot
            onCancel={onClose}
            submit={texts.submit}
            busy={rename.isPending}
            disabled={to === '' || to === id || problem !== undefined}
          />
        </Stack>
      </form>
    </Modal>
  );
}
