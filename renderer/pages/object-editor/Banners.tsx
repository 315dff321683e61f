import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconFileAlert, IconHistory, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Role } from '#contract/access';
import type { DraftStore } from '../../draft/draft-store';
import { isDirty } from '../../draft/read-draft';
import { useDraft } from '../../draft/useDraft';
import type { Recovery } from '../../draft/useJournal';
import { formatAgo } from '../../ui/format';

const readOnlyTexts = {
  title: 'You may look at this, but not change it',
  hint: (role: Role) => `You are signed in as ${role}. An admin can give you another role.`,
};

interface BannerProps {
  color: string;
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  actions: ReactNode;
}

/** One line of news about the object, with what can be done about it. */
function Banner({ color, icon, title, children, actions }: BannerProps) {
  return (
    <Alert color={color} icon={icon} title={title} role="status">
      <Group justify="space-between" gap="sm">
        <span>{children}</span>
        <Group gap="xs">{actions}</Group>
      </Group>
    </Alert>
  );
}

/** Unsaved changes of an earlier sitting. */
export function RecoveryBanner({ recovery, etag }: { recovery: Recovery; etag: string | undefined }) {
  const { found } = recovery;
  if (found === undefined) return null;
  const changedSince = etag !== undefined && found.etag !== undefined && found.etag !== etag;
  const count = Object.keys(found.edits).length;
  return (
    <Banner
      color="blue"
      icon={<IconHistory size={18} />}
      title={`Unsaved changes from ${formatAgo(new Date(found.at).toISOString())}`}
      actions={
        <>
          <Button size="compact-sm" variant="default" onClick={recovery.discard}>
            Discard them
          </Button>
          <Button size="compact-sm" onClick={recovery.restore}>
            Restore
          </Button>
        </>
      }
    >
      {count === 1 ? 'One field was changed and not saved.' : `${count} fields were changed and not saved.`}
      {changedSince && ' The object itself has been saved since then.'}
    </Banner>
  );
}

interface OutsideProps {
  store: DraftStore;
  onCreateAgain(): void;
  onClose(): void;
}

/** The object has changed, or is gone, in the folder. */
export function OutsideBanner({ store, onCreateAgain, onClose }: OutsideProps) {
  const outside = useDraft(store, (draft) => draft.outside?.kind);
  const dirty = useDraft(store, isDirty);
  if (outside === 'deleted') {
    return (
      <Banner
        color="red"
        icon={<IconFileAlert size={18} />}
        title="This object was deleted in the folder"
        actions={
          <>
            <Button size="compact-sm" variant="default" onClick={onClose}>
              Back to the list
            </Button>
            <Button size="compact-sm" onClick={onCreateAgain}>
              Create it again
            </Button>
          </>
        }
      >
        {dirty
          ? 'Everything you see here, unsaved changes included, can be saved anew.'
          : 'What you see here can be saved anew.'}
      </Banner>
    );
  }
  if (outside !== 'changed') return null;
  return (
    <Banner
      color="orange"
      icon={<IconAlertTriangle size={18} />}
      title="This object was changed on disk"
      actions={
        <Button size="compact-sm" onClick={() => store.dispatch({ type: 'choiceAsked' })}>
          Compare and choose
        </Button>
      }
    >
      Your unsaved changes are safe. Decide which version to keep before saving.
    </Banner>
  );
}

/** A save that did not get through. */
export function FailureBanner({ store, onRetry }: { store: DraftStore; onRetry(): void }) {
  const failure = useDraft(store, (draft) => draft.failure);
  const refused = useDraft(store, (draft) => Object.keys(draft.errors).length > 0);
  if (failure === undefined || refused) return null;
  return (
    <Banner
      color="red"
      icon={<IconAlertTriangle size={18} />}
      title="Not saved"
      actions={
        <Button size="compact-sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {failure.message} Your changes are still here.
      {failure.requestId !== undefined && ` Reference for the log: ${failure.requestId}`}
    </Banner>
  );
}

/** Whoever may only look is told why nothing can be typed. */
export function ReadOnlyBanner({ role }: { role: Role }) {
  return (
    <Alert color="gray" icon={<IconLock size={18} />} title={readOnlyTexts.title}>
      {readOnlyTexts.hint(role)}
    </Alert>
  );
}
