/** A change set: what it does to which objects, and publishing it. */
import { ActionIcon, Badge, Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconFileDiff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { ChangeSetWithObjects } from '#contract/change-sets';
import { ApiError } from '../api/client';
import { changeSetQuery, dropChangeSet } from '../api/drafts';
import { restoreTrash } from '../api/mutations';
import { t } from '../t';
import { ErrorState } from '../ui/ErrorState';
import { formatMoment } from '../ui/format';
import { Nothing } from '../ui/Nothing';
import { notifyDone, notifyFailed, notifyUndo } from '../ui/notify';
import { Page } from '../ui/Page';
import { Waiting } from '../ui/Waiting';
import { ChangedObjects } from './change-sets/ChangedObjects';
import { PublishDialog } from './change-sets/PublishDialog';
import { SetDialog } from './change-sets/SetDialog';
import { SetNotices } from './change-sets/SetNotices';
import { setState, setTitle } from './change-sets/words';
import { NotFound } from './NotFound';

const texts = {
  missing: 'This release or suggestion does not exist any more.',
  publish: 'Publish…',
  accept: 'Accept all…',
  edit: 'Edit title and time',
  drop: 'Move to trash',
  refuse: 'Reject all',
  empty: 'Nothing in it yet',
  emptyDraft: 'Save an object as a draft, and it is listed here until it is published.',
  emptyRelease: 'Open an object and choose “Save to” with this release, or move drafts here.',
  dropped: (title: string) => `“${title}” moved to the trash.`,
  dropFailed: 'Could not delete',
};

export function ChangeSet() {
  const { set = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(changeSetQuery(set));
  if (error instanceof ApiError && error.status === 404) return <NotFound message={texts.missing} />;
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (isPending) {
    return (
      <Page title={t('Releases')}>
        <Waiting shape="table" />
      </Page>
    );
  }
  return <SetPage set={data} />;
}

function SetPage({ set }: { set: ChangeSetWithObjects }) {
  const [editing, edit] = useDisclosure();
  const [publishing, setPublishing] = useState(false);
  const { label, color, at } = setState(set);
  const isSuggestion = set.kind === 'suggestion';
  const isEmpty = set.objects.length === 0;
  const actions = (
    <>
      {!isEmpty && (
        <Button onClick={() => setPublishing(true)}>{isSuggestion ? texts.accept : texts.publish}</Button>
      )}
      {set.kind !== 'draft' && <MoreActions set={set} onEdit={edit.open} />}
    </>
  );
  return (
    <Page
      title={setTitle(set)}
      beside={
        label !== '' && (
          <Badge variant="light" color={color} style={{ textTransform: 'none' }}>
            {at === undefined ? label : `${label} ${formatMoment(at)}`}
          </Badge>
        )
      }
      description={set.reason}
      actions={actions}
    >
      <SetNotices set={set} />
      {isEmpty ? (
        set.published === undefined && (
          <Nothing
            icon={IconFileDiff}
            title={texts.empty}
            hint={set.kind === 'draft' ? texts.emptyDraft : texts.emptyRelease}
          />
        )
      ) : (
        <ChangedObjects set={set} />
      )}
      <PublishDialog set={set} opened={publishing} onClose={() => setPublishing(false)} />
      <SetDialog opened={editing} set={set} onClose={edit.close} />
    </Page>
  );
}

function MoreActions({ set, onEdit }: { set: ChangeSetWithObjects; onEdit(): void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const drop = async () => {
    try {
      const entry = await dropChangeSet(client, set.id);
      void navigate('/change-sets');
      if (entry === undefined) return notifyDone(texts.dropped(set.title));
      notifyUndo(texts.dropped(set.title), () => {
        restoreTrash(client, entry).catch((error: unknown) => notifyFailed(t('Could not restore'), error));
      });
    } catch (error) {
      notifyFailed(texts.dropFailed, error);
    }
  };
  return (
    <Menu position="bottom-end" shadow="md" width={220}>
      <Menu.Target>
        <ActionIcon size={36} variant="default" aria-label={t('More actions')}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onEdit}>{texts.edit}</Menu.Item>
        <Menu.Item color="red" onClick={() => void drop()}>
          {set.kind === 'suggestion' ? texts.refuse : texts.drop}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
