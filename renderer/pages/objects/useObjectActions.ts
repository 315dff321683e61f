/** What can be done to objects of a list: duplicate, delete with undo, delete many. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { deleteObjects, forAll, restoreEntries } from '../../api/bulk';
import { seenVersion } from '../../api/versions';
import { askChanged, askChangedObjects } from '../../ui/ask-changed';
import { askDeletion, deleteWithReferences } from '../../ui/ask-referrers';
import { counted } from '../../ui/format';
import { notifyAction, notifyDone, notifyFailed, notifyUndo } from '../../ui/notify';
import { copyObject } from '../object-editor/copy-object';

const texts = {
  quoted: (title: string) => `“${title}”`,
  trashed: (title: string) => `“${title}” moved to the trash.`,
  trashedMany: (what: string) => `${what} moved to the trash.`,
  restored: (title: string) => `“${title}” restored.`,
  restoredMany: (what: string) => `${what} restored.`,
  duplicated: (id: string) => `Duplicated as “${id}”.`,
  open: 'Open',
  deleteFailed: 'Could not delete',
  restoreFailed: 'Could not restore',
  duplicateFailed: 'Could not duplicate',
};

export interface ObjectActions {
  duplicate(id: string): Promise<void>;
  remove(id: string, title: string): Promise<void>;
  /** False when the user decided against it. */
  removeMany(ids: readonly string[]): Promise<boolean>;
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
        const { object } = await copyObject(client, collection, id);
        const copy = String(object.id);
        notifyAction(texts.duplicated(copy), texts.open, () => void navigate(`/c/${collection}/${copy}`));
      } catch (error) {
        notifyFailed(texts.duplicateFailed, error);
      }
    },
    [client, collection, navigate],
  );

  /** Objects whose deletion is on its way: a key held down must not ask for it again. */
  const leaving = useRef(new Set<string>());
  const remove = useCallback(
    async (id: string, title: string) => {
      if (leaving.current.has(id)) return;
      leaving.current.add(id);
      try {
        const seen = await seenVersion(client, collection, id);
        const decided = await askDeletion(collection, [id], texts.quoted(title));
        if (decided === 'no') return;
        if (decided === 'with references')
          return await deleteWithReferences(client, collection, [id], texts.trashed(title));
        const { done, failure } = await deleteObjects(client, collection, [seen], ([changed]) =>
          askChanged(texts.quoted(title), changed?.changed ?? []),
        );
        if (failure !== undefined) throw failure;
        if (done.length > 0)
          notifyUndo(texts.trashed(title), () => void restore(done, texts.restored(title)));
      } catch (error) {
        notifyFailed(texts.deleteFailed, error);
      } finally {
        leaving.current.delete(id);
      }
    },
    [client, collection, restore],
  );

  const removeMany = useCallback(
    async (ids: readonly string[]) => {
      const seen = await forAll(ids, (id) => seenVersion(client, collection, id));
      const asked = counted(ids.length, singular, plural);
      const decided = await askDeletion(collection, ids, asked);
      if (decided === 'no') return false;
      if (decided === 'with references') {
        await deleteWithReferences(client, collection, ids, texts.trashedMany(asked)).catch(
          (error: unknown) => notifyFailed(texts.deleteFailed, error),
        );
        return true;
      }
      const { done, failure = seen.failure } = await deleteObjects(client, collection, seen.done, (changed) =>
        askChangedObjects(
          counted(changed.length, singular, plural),
          changed.map(({ id }) => id),
        ),
      );
      const what = counted(done.length, singular, plural);
      if (failure !== undefined) notifyFailed(texts.deleteFailed, failure);
      if (done.length > 0) {
        notifyUndo(texts.trashedMany(what), () => void restore(done, texts.restoredMany(what)));
      }
      return true;
    },
    [client, collection, restore, singular, plural],
  );

  return useMemo(() => ({ duplicate, remove, removeMany }), [duplicate, remove, removeMany]);
}
