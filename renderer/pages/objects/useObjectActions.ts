/** What can be done to objects of a list: duplicate, delete with undo, delete many. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { isLegalId, MAX_ID_LENGTH } from '#contract/names';
import { deleteObjects, restoreEntries } from '../../api/bulk';
import { ApiError } from '../../api/client';
import { cloneObject, deleteObject } from '../../api/mutations';
import { counted } from '../../ui/format';
import { notifyAction, notifyDone, notifyFailed, notifyUndo } from '../../ui/notify';

/** After this many taken ids something else is wrong. */
const MOST_COPIES = 50;

const texts = {
  trashed: (title: string) => `“${title}” is in the trash.`,
  trashedMany: (what: string) => `${what} moved to the trash.`,
  restored: (title: string) => `“${title}” is back.`,
  restoredMany: (what: string) => `${what} restored.`,
  duplicated: (id: string) => `Duplicated as “${id}”.`,
  open: 'Open',
  deleteFailed: 'Could not delete',
  restoreFailed: 'Could not restore',
  duplicateFailed: 'Could not duplicate',
};

/** `post` becomes `post-copy`, `post-copy-2`, …; cut so that it stays a legal id. */
function copyId(id: string, attempt: number): string {
  const suffix = attempt === 1 ? '-copy' : `-copy-${attempt}`;
  return id.slice(0, MAX_ID_LENGTH - suffix.length) + suffix;
}

export interface ObjectActions {
  duplicate(id: string): Promise<void>;
  remove(id: string, title: string): Promise<void>;
  removeMany(ids: readonly string[]): Promise<void>;
}

/** Actions on objects of `collection`; each reports its outcome itself. */
export function useObjectActions(collection: string, singular: string, plural: string): ObjectActions {
  const client = useQueryClient();
  const navigate = useNavigate();

  const restore = useCallback(
    async (entries: readonly string[], message: string) => {
      const { failure } = await restoreEntries(client, entries);
      if (failure === undefined) notifyDone(message);
      else notifyFailed(texts.restoreFailed, failure);
    },
    [client],
  );

  const duplicate = useCallback(
    async (id: string) => {
      try {
        for (let attempt = 1; attempt <= MOST_COPIES; attempt += 1) {
          const wanted = copyId(id, attempt);
          if (!isLegalId(wanted)) break;
          try {
            await cloneObject(client, collection, id, wanted);
            notifyAction(
              texts.duplicated(wanted),
              texts.open,
              () => void navigate(`/c/${collection}/${wanted}`),
            );
            return;
          } catch (error) {
            const taken = error instanceof ApiError && error.status === 422 && error.details.id !== undefined;
            if (!taken || attempt === MOST_COPIES) throw error;
          }
        }
      } catch (error) {
        notifyFailed(texts.duplicateFailed, error);
      }
    },
    [client, collection, navigate],
  );

  const remove = useCallback(
    async (id: string, title: string) => {
      try {
        const entry = await deleteObject(client, collection, id);
        if (entry === undefined) notifyDone(texts.trashed(title));
        else notifyUndo(texts.trashed(title), () => void restore([entry], texts.restored(title)));
      } catch (error) {
        notifyFailed(texts.deleteFailed, error);
      }
    },
    [client, collection, restore],
  );

  const removeMany = useCallback(
    async (ids: readonly string[]) => {
      const { done, failure } = await deleteObjects(client, collection, ids);
      const what = counted(done.length, singular, plural);
      if (failure !== undefined) notifyFailed(texts.deleteFailed, failure);
      if (done.length > 0) {
        notifyUndo(texts.trashedMany(what), () => void restore(done, texts.restoredMany(what)));
      }
    },
    [client, collection, restore, singular, plural],
  );

  return useMemo(() => ({ duplicate, remove, removeMany }), [duplicate, remove, removeMany]);
}
