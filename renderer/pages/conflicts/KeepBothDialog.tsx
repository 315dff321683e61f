/** Asks for the ID of the object that a conflict copy becomes. */
import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ConflictDetail } from '#contract/conflicts';
import { problemsOf } from '../../api/client';
import { keepBothVersions } from '../../api/conflicts';
import { DialogFoot, FormFailure } from '../../ui/FormParts';
import { notifyDone } from '../../ui/notify';

const texts = {
  title: 'Keep both as objects',
  hint: 'The conflict copy becomes a new object with the same files. This object stays as it is.',
  id: 'ID of the new object',
  submit: 'Create object',
  failed: 'Could not create the object',
  done: (id: string) => `Object “${id}” created.`,
};

interface Props {
  conflict: ConflictDetail;
  opened: boolean;
  onClose(): void;
}

export function KeepBothDialog({ conflict, opened, onClose }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [id, setId] = useState(`${conflict.name}-2`);
  const keep = useMutation({
    mutationFn: () => keepBothVersions(client, conflict.id, { tags: conflict.tags, id }),
    onSuccess: () => {
      notifyDone(texts.done(id));
      void navigate(`/c/${encodeURIComponent(conflict.collection)}/${encodeURIComponent(id)}`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keep.mutate();
  };
  return (
    <Modal opened={opened} onClose={onClose} title={texts.title}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{texts.hint}</Text>
          <TextInput
            label={texts.id}
            value={id}
            onChange={(event) => setId(event.currentTarget.value)}
            error={problemsOf(keep.error).id?.join('; ')}
            data-autofocus
          />
          <FormFailure title={texts.failed} error={keep.error} fields={['id']} />
          <DialogFoot onCancel={onClose} submit={texts.submit} busy={keep.isPending} disabled={id === ''} />
        </Stack>
      </form>
    </Modal>
  );
}
