import { Loader, Text } from '@mantine/core';
import type { DraftStore } from '../../draft/draft-store';
import { dirtyProperties, statusOf } from '../../draft/read-draft';
import { useDraft } from '../../draft/useDraft';
import { t } from '../../t';

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** The state of the draft in a few words. Changes are announced by the editor, not by this text. */
export function SaveState({ store }: { store: DraftStore }) {
  const status = useDraft(store, statusOf);
  const count = useDraft(store, (draft) => dirtyProperties(draft).length);
  const savedAt = useDraft(store, (draft) => draft.savedAt);
  const isNew = useDraft(store, (draft) => draft.isNew);
  const changes = count === 1 ? t('1 unsaved change') : t(`${count} unsaved changes`);

  const words = {
    clean: isNew ? t('Not created yet') : t('No changes'),
    dirty: changes,
    saving: t('Saving…'),
    saved: t(`Saved ${savedAt === undefined ? '' : clock.format(savedAt)}`),
    failed: count === 0 ? t('Not saved') : t(`Not saved, ${changes}`),
    conflict: t(`Changed elsewhere, ${changes}`),
    deleted: t('Deleted'),
  }[status];
  const alarming = status === 'failed' || status === 'conflict' || status === 'deleted';
  return (
    <Text size="sm" c={alarming ? 'red' : 'dimmed'} className="tabular" truncate data-testid="save-state">
      {status === 'saving' && <Loader size={12} mr={6} aria-hidden="true" />}
      {words}
    </Text>
  );
}
