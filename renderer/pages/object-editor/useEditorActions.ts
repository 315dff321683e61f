import type { QueryClient } from '@tanstack/react-query';
import { type RefObject, useMemo } from 'react';
import type { NavigateFunction } from 'react-router';
import type { CollectionSettings } from '#contract/objects';
import type { SchemaDefinition } from '#contract/schemas';
import { keys } from '../../api/keys';
import { createObject, deleteObject, restoreTrash, saveObject } from '../../api/mutations';
import { objectPath } from '../../api/paths';
import { type ObjectWithTag, objectQuery } from '../../api/queries';
import { deleteSeen } from '../../api/versions';
import type { DraftStore } from '../../draft/draft-store';
import { failingPaths } from '../../draft/read-draft';
import { type DraftRequests, type SaveOutcome, saveDraft } from '../../draft/save-draft';
import type { InTurn } from '../../draft/turns';
import { useAnnounce } from '../../ui/Announcer';
import { askChanged } from '../../ui/ask-changed';
import { mayDelete } from '../../ui/ask-referrers';
import { notifyDone, notifyFailed, notifyUndo } from '../../ui/notify';
import { titleOf } from '../../ui/title-of';
import { asShown } from './as-shown';
import { copyObject } from './copy-object';
import { focusField } from './focus-field';
import { notifyLostMarkup } from './lost-markup';
import type { Neighbours, Step } from './useNeighbours';

export interface EditorActions {
  save(): void;
  saveAndNew(): void;
  /** Saves and opens the next object of the list; at its end the list itself. */
  saveAndNext(): void;
  saveAsCopy(): void;
  revertAll(): void;
  duplicate(): void;
  remove(): void;
  viewJson(): void;
  copyUrl(): void;
  open(step: Step): void;
}

interface Surroundings {
  client: QueryClient;
  navigate: NavigateFunction;
  store: DraftStore;
  settings: CollectionSettings;
  schema: SchemaDefinition;
  /** Set while the editor itself leads elsewhere, so that nobody is asked. */
  leaving: RefObject<boolean>;
  onJson(opened: boolean): void;
  /** Keeps a save and an upload from running at once. */
  inTurn: InTurn;
  /** What is beside the object in the list it was opened from. */
  neighbours: RefObject<Neighbours>;
}

const SPOKEN: Record<SaveOutcome, string> = {
  saved: 'Saved',
  nothing: 'Nothing to save',
  refused: 'Not saved. Fix the highlighted fields.',
  conflict: 'Not saved. The object was changed elsewhere.',
  deleted: 'Not saved. The object was deleted.',
  failed: 'Not saved. The server rejected the request.',
};

/** What the editor's buttons and shortcuts do. The same functions for the life of the editor. */
export function useEditorActions(around: Surroundings): {
  actions: EditorActions;
  save(): Promise<SaveOutcome>;
} {
  const { client, navigate, store, settings, schema, leaving, onJson, neighbours, inTurn } = around;
  const announce = useAnnounce();
  return useMemo(() => {
    const collection = settings.id;
    const idOf = () => String(store.get().base.id ?? '');
    const place = (id: string) => `/c/${encodeURIComponent(collection)}/${encodeURIComponent(id)}`;
    const toList = async () =>
      navigate({ pathname: `/c/${encodeURIComponent(collection)}`, search: neighbours.current.search });
    const open = ({ id, walk }: Step) => void navigate(place(id), { state: { walk } });
    const key = () => ({ queryKey: keys.object(collection, idOf()) });

    const warned = (answer: ObjectWithTag): ObjectWithTag => {
      notifyLostMarkup(answer.lostMarkup ?? [], schema);
      return answer;
    };

    const requests: DraftRequests = {
      create: async (body) => warned(await createObject(client, collection, body)),
      async change(body, ifMatch) {
        const answer = await saveObject(client, { collection, id: idOf(), body, ifMatch });
        // An answer still on its way is older than this one.
        await client.cancelQueries(key());
        return warned(answer);
      },
      read: () => client.fetchQuery({ ...objectQuery(collection, idOf()), staleTime: 0 }),
      now: () => Date.now(),
    };

    let running: Promise<SaveOutcome> | undefined;
    async function run(): Promise<SaveOutcome> {
      const wasNew = store.get().isNew;
      await client.cancelQueries(key());
      const outcome = await saveDraft(store, requests);
      announce(SPOKEN[outcome]);
      if (outcome === 'refused') {
        const found = asShown(failingPaths(store.get()), schema).some(focusField);
        if (!found) document.getElementById('error-summary')?.focus();
      }
      if (outcome === 'saved' && wasNew) {
        leaving.current = true;
        await navigate(place(idOf()), { replace: true, state: { stay: true } });
        leaving.current = false;
      }
      return outcome;
    }
    /** One save at a time; asking again meanwhile saves what was typed since. */
    async function save(): Promise<SaveOutcome> {
      if (running !== undefined) await running;
      running = inTurn(run);
      const outcome = await running;
      running = undefined;
      return outcome;
    }

    async function openCopy(then: (id: string, ifMatch: string) => Promise<unknown>) {
      try {
        const { object, etag } = await copyObject(client, collection, idOf());
        const id = String(object.id ?? '');
        await then(id, etag);
        notifyDone(`Copied as “${id}”.`);
        await navigate(place(id));
      } catch (error) {
        notifyFailed('Could not copy', error);
      }
    }

    async function remove() {
      const { base } = store.get();
      const title = titleOf(base);
      const id = idOf();
      try {
        if (!(await mayDelete(collection, [id], `“${title}”`))) return;
        const deleted = await deleteSeen({
          etag: store.get().etag ?? '',
          remove: (ifMatch) => deleteObject(client, collection, id, ifMatch),
          latest: async () => (await requests.read()).etag,
          ask: (names) => askChanged(`“${title}”`, names),
        });
        if (deleted === undefined) return;
        const { done: entry } = deleted;
        store.dispatch({ type: 'revertedAll' });
        leaving.current = true;
        await toList();
        if (entry === undefined) return notifyDone(`“${title}” moved to the trash.`);
        notifyUndo(`“${title}” moved to the trash.`, () => {
          restoreTrash(client, entry).then(
            () => void navigate(place(id)),
            (error: unknown) => notifyFailed('Could not restore', error),
          );
        });
      } catch (error) {
        notifyFailed('Could not delete', error);
      }
    }

    async function copyUrl() {
      try {
        await navigator.clipboard.writeText(`${location.origin}${objectPath(collection, idOf())}`);
        notifyDone('API URL copied to the clipboard.');
      } catch (error) {
        notifyFailed('Could not copy', error);
      }
    }

    const actions: EditorActions = {
      save: () => void save(),
      saveAndNew: () =>
        void save().then((outcome) => {
          if (outcome === 'saved' || outcome === 'nothing')
            void navigate(`/c/${encodeURIComponent(collection)}/new`);
        }),
      saveAndNext: () => {
        // What is next is settled before the save: it may move the object in the list, or out of it.
        const { next } = neighbours.current;
        if (settings.singleton) return void save();
        void save().then((outcome) => {
          if (outcome !== 'saved' && outcome !== 'nothing') return;
          if (next === undefined) void toList();
          else open(next);
        });
      },
      saveAsCopy: () =>
        void openCopy(async (id, ifMatch) => {
          const { edits } = store.get();
          const { id: _id, ...body } = edits;
          if (Object.keys(body).length > 0) await saveObject(client, { collection, id, body, ifMatch });
          store.dispatch({ type: 'revertedAll' });
        }),
      revertAll: () => store.dispatch({ type: 'revertedAll' }),
      duplicate: () => {
        if (!store.get().isNew && !settings.singleton) void openCopy(async () => undefined);
      },
      remove: () => void remove(),
      viewJson: () => onJson(true),
      copyUrl: () => void copyUrl(),
      open,
    };
    return { actions, save };
  }, [client, navigate, store, settings, schema, leaving, onJson, neighbours, announce, inTurn]);
}
