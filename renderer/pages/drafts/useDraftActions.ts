/** What can be done with a draft outside its form. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { DraftSummary } from '#contract/drafts';
import { discardDraft, draftQuery, draftsQuery, keepDraft } from '../../api/drafts';
import { restoreTrash } from '../../api/mutations';
import { trashQuery } from '../../api/queries';
import { refresh } from '../../api/stale';
import { notifyFailed, notifyUndo } from '../../ui/notify';
import { formOf, newFormOf } from './draft-form';

const texts = {
  discarded: 'Draft discarded.',
  discardFailed: 'Could not discard the draft',
  undoFailed: 'Could not bring the draft back',
  restoreFailed: 'Could not restore the object',
};

export function useDraftActions() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const again = () => refresh(client, draftsQuery().queryKey);

  const bringBack = async (draft: DraftSummary) => {
    const { id, ...content } = await client.ensureQueryData(draftQuery(draft));
    try {
      await keepDraft(id, content);
    } catch (error) {
      notifyFailed(texts.undoFailed, error);
    }
    await again();
  };

  return {
    /** Discards a draft; the message offers to undo it. */
    discard: async (draft: DraftSummary) => {
      try {
        // What is put back when this is undone.
        await client.ensureQueryData(draftQuery(draft));
        await discardDraft(draft.id);
        notifyUndo(texts.discarded, () => void bringBack(draft));
      } catch (error) {
        notifyFailed(texts.discardFailed, error);
      }
      await again();
    },
    /** Restores the deleted object of a draft from the trash, or leads to its history. */
    restoreObject: async (draft: DraftSummary) => {
      try {
        const entries = await client.fetchQuery({ ...trashQuery(), staleTime: 0 });
        const [last] = entries
          .filter(
            ({ kind, collection, object }) =>
              kind === 'object' && collection === draft.collection && object === draft.object,
          )
          .sort((a, b) => b.deleted.localeCompare(a.deleted));
        if (last) await restoreTrash(client, last.id);
      } catch (error) {
        return notifyFailed(texts.restoreFailed, error);
      }
      await again();
      await navigate(formOf(draft).path);
    },
    /** Opens a new object with the values of a draft. */
    copyToNew: (draft: DraftSummary) => {
      const { path, state } = newFormOf(draft);
      void navigate(path, { state });
    },
  };
}

export type DraftActions = ReturnType<typeof useDraftActions>;
