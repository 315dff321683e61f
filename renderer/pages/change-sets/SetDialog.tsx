/** A new release, or the title, reason and time of a set. */
import { Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ChangeSet, ChangeSetWithObjects } from '#contract/change-sets';
import { problemsOf } from '../../api/client';
import { createRelease, editChangeSet } from '../../api/drafts';
import { DialogFoot, FormFailure } from '../../ui/FormParts';

const texts = {
  create: 'New release',
  edit: 'Edit title and time',
  title: 'Title',
  reason: 'Description',
  at: 'Publish at',
  atHint:
    'In the time zone of this computer. Leave it empty to publish by hand. Plinth publishes it at this time, or as soon as it is opened afterwards.',
  submit: 'Create release',
  save: 'Save',
  failed: 'Could not save',
  badTime: 'Enter a day and a time.',
};

interface Props {
  opened: boolean;
  /** Absent: a new release. */
  set: ChangeSetWithObjects | undefined;
  onClose(): void;
  onSaved?(set: ChangeSet): void;
}

/** A time as the input has it: local, to the minute. */
function localTime(iso: string | undefined): string {
  if (iso === undefined) return '';
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function SetDialog({ opened, set, onClose, onSaved }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={set ? texts.edit : texts.create} size="lg">
      {opened && <SetForm {...{ set, onClose }} {...(onSaved && { onSaved })} />}
    </Modal>
  );
}

function SetForm({ set, onClose, onSaved }: Omit<Props, 'opened'>) {
  const client = useQueryClient();
  const [title, setTitle] = useState(set?.title ?? '');
  const [reason, setReason] = useState(set?.reason ?? '');
  const [at, setAt] = useState(localTime(set?.publishAt));
  const [isIncomplete, setIncomplete] = useState(false);
  const save = useMutation({
    mutationFn: () => {
      const publishAt = at === '' ? undefined : new Date(at).toISOString();
      const isSame = at === localTime(set?.publishAt);
      return set
        ? editChangeSet(client, set.id, {
            ...{ title, reason },
            ...(!isSame && { publishAt: publishAt ?? null }),
          })
        : createRelease(client, {
            title,
            ...(reason !== '' && { reason }),
            ...(publishAt !== undefined && { publishAt }),
          });
    },
    onSuccess: (saved) => {
      onClose();
      onSaved?.(saved);
    },
  });
  const details = problemsOf(save.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // What is typed of a time is no value until it is whole.
    const time = event.currentTarget.elements.namedItem('publishAt');
    const isBad = time instanceof HTMLInputElement && time.validity.badInput;
    setIncomplete(isBad);
    if (!isBad) save.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <FormFailure title={texts.failed} error={save.error} />
        <TextInput
          label={texts.title}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          error={details.title?.join(' ')}
          maxLength={200}
          required
          data-autofocus
        />
        <Textarea
          label={texts.reason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={details.reason?.join(' ')}
          maxLength={10_000}
          autosize
          minRows={2}
          maxRows={8}
        />
        {set?.kind !== 'suggestion' && (
          <TextInput
            type="datetime-local"
            name="publishAt"
            label={texts.at}
            description={texts.atHint}
            value={at}
            onChange={(event) => setAt(event.currentTarget.value)}
            error={isIncomplete ? texts.badTime : details.publishAt?.join(' ')}
          />
        )}
        <DialogFoot onCancel={onClose} busy={save.isPending} submit={set ? texts.save : texts.submit} />
      </Stack>
    </form>
  );
}
