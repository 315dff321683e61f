import { useMemo } from 'react';
import { saveObject } from '../../api/mutations';
import { objectPath } from '../../api/paths';
import { t } from '../../t';
import { useAnnounce } from '../../ui/Announcer';
import { notifyDone, notifyFailed } from '../../ui/notify';
import type { SaveOutcome } from '../../unsaved/save-form';
import { deleteInSet, dropObjectChange, publishObject, withdrawSuggestion } from './draft-actions';
import {
  openCopy,
  placesOf,
  removeObject,
  requestsOf,
  type Surroundings,
  saverOf,
} from './editor-operations';
import type { Step } from './useNeighbours';

export interface EditorActions {
  save(): void;
  saveAndNew(): void;
  /** Saves into a change set from now on. */
  saveTo(set: string): void;
  /** Saves, and makes what a draft or release does to the object live. */
  publish(): void;
  /** Shows what a draft or release does to the object beside what is live. */
  compare(): void;
  /** Drops what a draft or release does to the object. */
  dropChange(): void;
  /** Of a suggestion of one's own, after a question. */
  withdraw(): void;
  /** Deletes the object when the shared draft is published. */
  removeLater(): void;
  /** Saves and opens the next object of the list; at its end the list itself. */
  saveAndNext(): void;
  saveAsCopy(): void;
  revertAll(): void;
  duplicate(): void;
  /** Asks for another id. */
  rename(): void;
  remove(): void;
  viewJson(): void;
  copyUrl(): void;
  open(step: Step): void;
}

/** Whether nothing is left to save. */
const isClean = (outcome: SaveOutcome): boolean => outcome === 'saved' || outcome === 'nothing';

async function copyUrl(collection: string, id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${location.origin}${objectPath(collection, id)}`);
    notifyDone(t('API URL copied to the clipboard.'));
  } catch (error) {
    notifyFailed(t('Could not copy'), error);
  }
}

interface Editing {
  actions: EditorActions;
  save(): Promise<SaveOutcome>;
}

function actionsOf(around: Surroundings, { onJson, onRename, onCompare }: Dialogs): Editing {
  const { client, navigate, store, settings, neighbours, sets } = around;
  const collection = settings.id;
  const { idOf, place, toList } = placesOf(around);
  const requests = requestsOf(around);
  const save = saverOf(around, requests);
  const open = ({ id, walk }: Step) => void navigate(place(id), { state: { walk } });
  const actions: EditorActions = {
    save: () => void save(),
    saveAndNew: () =>
      void save().then((outcome) => {
        if (isClean(outcome)) void navigate(`/c/${encodeURIComponent(collection)}/new`);
      }),
    saveTo: (set) => {
      sets.current.choose(set);
      // The form is drawn again only after this.
      sets.current = { ...sets.current, set };
      void save();
    },
    publish: () => void publishObject(around, save, () => onCompare(true)),
    compare: () => onCompare(true),
    dropChange: () => void dropObjectChange(around),
    withdraw: () => withdrawSuggestion(around),
    removeLater: () => void deleteInSet(around),
    saveAndNext: () => {
      // What is next is settled before the save: it may move the object in the list, or out of it.
      const { next } = neighbours.current;
      if (settings.singleton) return void save();
      void save().then((outcome) => {
        if (!isClean(outcome)) return;
        if (next === undefined) void toList();
        else open(next);
      });
    },
    saveAsCopy: () =>
      void openCopy(around, async (id, ifMatch) => {
        const { id: _id, ...body } = store.get().edits;
        const { set } = sets.current;
        if (Object.keys(body).length > 0) await saveObject(client, { collection, id, body, ifMatch, set });
        store.dispatch({ type: 'revertedAll' });
      }),
    revertAll: () => store.dispatch({ type: 'revertedAll' }),
    duplicate: () => {
      if (!store.get().isNew && !settings.singleton) void openCopy(around, async () => undefined);
    },
    rename: () => onRename(true),
    remove: () =>
      void (sets.current.change?.change === 'new' ? deleteInSet(around) : removeObject(around, requests)),
    viewJson: () => onJson(true),
    copyUrl: () => void copyUrl(collection, idOf()),
    open,
  };
  return { actions, save };
}

interface Dialogs {
  onJson(opened: boolean): void;
  onRename(opened: boolean): void;
  onCompare(opened: boolean): void;
}

interface Props extends Omit<Surroundings, 'announce'>, Dialogs {}

/** What the editor's buttons and shortcuts do. The same functions for the life of the editor. */
export function useEditorActions(props: Props): Editing {
  const { client, navigate, store, settings, schema, leaving, neighbours, inTurn, sets } = props;
  const { onJson, onRename, onCompare } = props;
  const announce = useAnnounce();
  return useMemo(
    () =>
      actionsOf(
        { client, navigate, store, settings, schema, leaving, neighbours, announce, inTurn, sets },
        { onJson, onRename, onCompare },
      ),
    [
      client,
      navigate,
      store,
      settings,
      schema,
      leaving,
      neighbours,
      announce,
      inTurn,
      sets,
      onJson,
      onRename,
      onCompare,
    ],
  );
}
