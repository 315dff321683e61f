/** What can be done with unsaved changes outside their form. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { UnsavedSummary } from '#contract/unsaved';
import { restoreTrash } from '../../api/mutations';
import { refresh } from '../../api/stale';
import { readTrash } from '../../api/trash';
import { discardUnsaved, keepUnsaved, unsavedListQuery, unsavedQuery } from '../../api/unsaved';
import { notifyFailed, notifyUndo } from '../../ui/notify';
import { formOf, newFormOf } from './form-of';

const texts = {
  discarded: 'Unsaved changes discarded.',
  discardFailed: 'Could not discard the unsaved changes',
  undoFailed: 'Could not bring the unsaved changes back',
  restoreFailed: 'Could not restore the object',
};

export function useUnsavedActions() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const again = () => refresh(client, unsavedListQuery().queryKey);

  const bringBack = async (unsaved: UnsavedSummary) => {
    const { id, ...content } = await client.ensureQueryData(unsavedQuery(unsaved));
    try {
      await keepUnsaved(id, content);
    } catch (error) {
      notifyFailed(texts.undoFailed, error);
    }
    await again();
  };

  return {
    /** Discards unsaved changes; the message offers to undo it. */
    discard: async (unsaved: UnsavedSummary) => {
      try {
        // What is put back when this is undone.
        await client.ensureQueryData(unsavedQuery(unsaved));
        await discardUnsaved(unsaved.id);
        notifyUndo(texts.discarded, () => void bringBack(unsaved));
      } catch (error) {
        notifyFailed(texts.discardFailed, error);
      }
      await again();
    },
    /** Restores the deleted object of unsaved changes from the trash, or leads to its history. */
    restoreObject: async (unsaved: UnsavedSummary) => {
      try {
        const { entries } = await readTrash();
        const last = entries.find(
          ({ kind, collection, object }) =>
            kind === 'object' && collection === unsaved.collection && object === unsaved.object,
        );
        if (last) await restoreTrash(client, last.id);
      } catch (error) {
        return notifyFailed(texts.restoreFailed, error);
      }
      await again();
      await navigate(formOf(unsaved).path);
    },
    /** Opens a new object with the values of unsaved changes. */
    copyToNew: (unsaved: UnsavedSummary) => {
      const { path, state } = newFormOf(unsaved);
      void navigate(path, { state });
    },
  };
}

export type UnsavedActions = ReturnType<typeof useUnsavedActions>;
