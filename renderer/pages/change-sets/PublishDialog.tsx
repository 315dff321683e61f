/** What would go live with a set, and making it live. */
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChangeSetWithObjects } from '#contract/change-sets';
import { problemsOf } from '../../api/client';
import { checkPublication, publishChangeSet } from '../../api/drafts';
import { keys } from '../../api/keys';
import { t } from '../../t';
import { notifyDone } from '../../ui/notify';
import { notifyChange } from '../../ui/undo-transaction';
import { Waiting } from '../../ui/Waiting';
import { Problems } from './SetNotices';
import { setTitle, summaryOf } from './words';

const texts = {
  title: (title: string) => `Publish “${title}”?`,
  hint: 'It goes live together, and can be undone as one change.',
  cannot: 'It cannot be published yet. Nothing was changed.',
  publish: 'Publish',
  cancel: 'Cancel',
  done: (title: string) => `“${title}” published.`,
};

interface Props {
  set: ChangeSetWithObjects;
  opened: boolean;
  onClose(): void;
}

export function PublishDialog({ set, opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={texts.title(setTitle(set))} size="lg">
      {opened && <Publication set={set} onClose={onClose} />}
    </Modal>
  );
}

function Publication({ set, onClose }: Omit<Props, 'opened'>) {
  const client = useQueryClient();
  const check = useQuery({
    queryKey: [...keys.changeSetDetails, 'check', set.id],
    queryFn: () => checkPublication(set.id),
    retry: false,
    gcTime: 0,
  });
  const publish = useMutation({
    mutationFn: () => publishChangeSet(client, set.id),
    onSuccess: (transaction) => {
      onClose();
      const done = texts.done(setTitle(set));
      if (transaction === undefined) notifyDone(done);
      else notifyChange(client, done, transaction);
    },
  });
  const error = publish.error ?? check.error;
  return (
    <Stack>
      {check.isPending && <Waiting shape="text" />}
      {check.data && !error && (
        <>
          <Text size="sm">{summaryOf(check.data)}</Text>
          <Text size="sm" c="dimmed">
            {texts.hint}
          </Text>
        </>
      )}
      {error && (
        <Alert color="red" title={texts.cannot} role="alert">
          <Text size="sm">{error.message}</Text>
          <Problems details={problemsOf(error)} />
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button
          disabled={check.data === undefined || error !== null}
          loading={publish.isPending}
          onClick={() => publish.mutate()}
          data-autofocus
        >
          {set.kind === 'suggestion' ? t('Accept') : texts.publish}
        </Button>
      </Group>
    </Stack>
  );
}
