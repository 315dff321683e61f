/** What can be done to the saved views of a collection; each reports its outcome itself. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { SavedView, SavedViews } from '#contract/views';
import { arrangeViews, changeView, createView, deleteView } from '../../../api/views';
import { movedColumn } from '../../../lists/columns';
import { notifyDone, notifyFailed, notifyUndo } from '../../../ui/notify';
import type { ObjectView } from '../useListView';
import { viewSearch } from './view-address';

const texts = {
  saved: (name: string) => `View “${name}” saved.`,
  updated: (name: string) => `View “${name}” updated.`,
  opens: (name: string) => `“${name}” is now the default view.`,
  opensAll: 'Default view removed. The list now opens with all objects.',
  deleted: (name: string) => `“${name}” deleted.`,
  restored: (name: string) => `“${name}” restored.`,
  failed: 'Could not change the views',
};

export function useViewActions(
  collection: string,
  { views, default: opens }: SavedViews,
  view: ObjectView,
  columns: readonly string[] | undefined,
) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const show = (id: string | undefined) => navigate({ search: viewSearch(id, opens) });
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      notifyFailed(texts.failed, error);
    }
  };

  return {
    /** Saves what is shown under a new name. Throws `ApiError`. */
    async save(name: string) {
      const set = Object.entries(view.body(columns)).filter(([, value]) => value !== null);
      const id = await createView(client, collection, { ...Object.fromEntries(set), name });
      await show(id);
      notifyDone(texts.saved(name));
    },
    /** Throws `ApiError`. */
    async rename({ id }: SavedView, name: string) {
      await changeView(client, collection, id, { name });
    },
    update: ({ id, name }: SavedView) =>
      attempt(async () => {
        await changeView(client, collection, id, view.body(columns));
        await navigate({ search: viewSearch(id, opens) }, { replace: true });
        notifyDone(texts.updated(name));
      }),
    move: ({ id }: SavedView, by: number) =>
      attempt(async () => {
        const ids = views.map((one) => one.id);
        await arrangeViews(client, collection, { order: movedColumn(ids, id, by) });
      }),
    setDefault: (next: SavedView | undefined) =>
      attempt(async () => {
        await arrangeViews(client, collection, { default: next?.id ?? null });
        notifyDone(next ? texts.opens(next.name) : texts.opensAll);
      }),
    remove: (one: SavedView) =>
      attempt(async () => {
        const putBack = await deleteView(client, collection, one);
        await navigate({ search: viewSearch(undefined, opens === one.id ? null : opens) });
        notifyUndo(
          texts.deleted(one.name),
          () =>
            void attempt(async () => {
              await putBack();
              notifyDone(texts.restored(one.name));
            }),
        );
      }),
  };
}
