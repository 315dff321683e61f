/** What can be done to objects of a list: duplicate, delete with undo, delete many. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { deleteObjects } from '../../api/bulk';
import { type SeenVersion, seenVersion } from '../../api/versions';
import { askChanged } from '../../ui/ask-changed';
import { askDeletion, deleteWithReferences } from '../../ui/ask-referrers';
import { notifyFailed, notifyMade, notifyUndo } from '../../ui/notify';
import { notifyChange, undoAndNotify } from '../../ui/undo-transaction';
import { copyObject } from '../object-editor/copy-object';
import { changesOf, type ListDrafts } from './list-drafts';
import { removeObjects, restoreAndNotify } from './remove-many';

const texts = {
  quoted: (title: string) => `“${title}”`,
  trashed: (title: string) => `“${title}” moved to the trash.`,
  restored: (title: string) => `“${title}” restored.`,
  duplicated: (id: string) => `Duplicated as “${id}”.`,
  deleteFailed: 'Could not delete',
  duplicateFailed: 'Could not duplicate',
  later: (title: string) => `“${title}” will be deleted when it is published.`,
};

export interface ObjectActions {
  duplicate(id: string): Promise<void>;
  remove(id: string, title: string): Promise<void>;
  /** False when the user decided against it. */
  removeMany(ids: readonly string[]): Promise<boolean>;
}

/** Actions on objects of `collection`; each reports its outcome itself. */
export function useObjectActions(
  collection: string,
  { singular, plural, drafts }: { singular: string; plural: string; drafts: ListDrafts },
): ObjectActions {
  const { set } = drafts;
  const client = useQueryClient();
  /** Those that a set would remove: what is only in it goes to the trash at once. */
  const laterOf = useCallback(
    async (ids: readonly string[]) => {
      if (set === undefined) return [];
      const changed = await changesOf(client, drafts, collection, ids);
      return ids.filter((id) => changed.get(id)?.change !== 'new');
    },
    [client, collection, set, drafts],
  );
  const navigate = useNavigate();

  const duplicate = useCallback(
    async (id: string) => {
      try {
        const { object, transaction } = await copyObject(client, collection, id, set);
        const copy = String(object.id);
        notifyMade(
          texts.duplicated(copy),
          () => void navigate(`/c/${collection}/${copy}`),
          transaction === undefined ? undefined : () => void undoAndNotify(client, transaction),
        );
      } catch (error) {
        notifyFailed(texts.duplicateFailed, error);
      }
    },
    [client, collection, navigate, set],
  );

  /** Objects whose deletion is on its way: a key held down must not ask for it again. */
  const leaving = useRef(new Set<string>());
  const remove = useCallback(
    async (id: string, title: string) => {
      if (leaving.current.has(id)) return;
      leaving.current.add(id);
      try {
        const seen = await seenVersion(client, collection, id, { set });
        const later = (await laterOf([id])).length > 0;
        const decided = await askDeletion(collection, [id], texts.quoted(title), later);
        if (decided === 'no') return;
        if (decided === 'with references')
          return await deleteWithReferences(client, collection, [id], texts.trashed(title));
        const ask = ([changed]: readonly SeenVersion[]) =>
          askChanged(texts.quoted(title), changed?.changed ?? []);
        const { done, failure, transactions } = await deleteObjects(client, collection, [seen], ask, { set });
        if (failure !== undefined) throw failure;
        if (later && done.length > 0) notifyChange(client, texts.later(title), transactions);
        else if (done.length > 0)
          notifyUndo(
            texts.trashed(title),
            () => void restoreAndNotify(client, done, () => texts.restored(title)),
          );
      } catch (error) {
        notifyFailed(texts.deleteFailed, error);
      } finally {
        leaving.current.delete(id);
      }
    },
    [client, collection, set, laterOf],
  );

  const removeMany = useCallback(
    async (ids: readonly string[]) => {
      if (ids.some((id) => leaving.current.has(id))) return false;
      for (const id of ids) leaving.current.add(id);
      try {
        const later = await laterOf(ids);
        return await removeObjects(client, { collection, ids, later, set, singular, plural });
      } catch (error) {
        notifyFailed(texts.deleteFailed, error);
        return false;
      } finally {
        for (const id of ids) leaving.current.delete(id);
      }
    },
    [client, collection, singular, plural, set, laterOf],
  );

  return useMemo(() => ({ duplicate, remove, removeMany }), [duplicate, remove, removeMany]);
}
