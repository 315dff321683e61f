/** What the editor does with its object in the folder: saving, copying and deleting it. */
import type { QueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { NavigateFunction } from 'react-router';
import type { CollectionSettings } from '#contract/objects';
import type { SchemaDefinition } from '#contract/schemas';
import { keys } from '../../api/keys';
import { createObject, deleteObject, restoreTrash, saveObject } from '../../api/mutations';
import { type ObjectWithTag, objectQuery } from '../../api/queries';
import { deleteSeen } from '../../api/versions';
import { labelOf } from '../../fields/field-rules';
import { focusField } from '../../form/focus-field';
import { t } from '../../t';
import { askChanged } from '../../ui/ask-changed';
import { askDeletion, deleteWithReferences } from '../../ui/ask-referrers';
import { notifyDone, notifyFailed, notifyUndo, notifyWarning } from '../../ui/notify';
import { titleOf } from '../../ui/title-of';
import type { FormStore } from '../../unsaved/form-store';
import { failingPaths } from '../../unsaved/read-form';
import { type FormRequests, type SaveOutcome, saveForm } from '../../unsaved/save-form';
import type { InTurn } from '../../unsaved/turns';
import { asShown } from './as-shown';
import { copyObject } from './copy-object';
import type { Neighbours } from './useNeighbours';
import type { ObjectSets } from './useObjectSets';

/** Tells in which fields a save removed markup, by the paths the server named. */
function notifyLostMarkup(paths: readonly string[], schema: SchemaDefinition): void {
  const names = new Set(paths.map((path) => path.split('.', 1)[0] ?? path));
  if (names.size === 0) return;
  const labels = [...names].map((name) => `“${labelOf(name, schema.properties[name])}”`).join(', ');
  notifyWarning(
    t('Some markup was removed'),
    t(
      `Markup that is not allowed, such as scripts or comments, was removed from ${labels}. The rest was saved.`,
    ),
  );
}

export interface Surroundings {
  client: QueryClient;
  navigate: NavigateFunction;
  store: FormStore;
  settings: CollectionSettings;
  schema: SchemaDefinition;
  /** Set while the editor itself navigates away, which needs no confirmation. */
  leaving: RefObject<boolean>;
  /** Keeps a save and an upload from running at once. */
  inTurn: InTurn;
  announce(text: string): void;
  /** What is beside the object in the list it was opened from. */
  neighbours: RefObject<Neighbours>;
  /** The change set that the form is of. */
  sets: RefObject<ObjectSets>;
}

/** The object being edited, and the pages it leads to. */
export function placesOf({ navigate, store, settings, neighbours }: Surroundings) {
  const list = `/c/${encodeURIComponent(settings.id)}`;
  return {
    idOf: () => String(store.get().base.id ?? ''),
    place: (id: string) => `${list}/${encodeURIComponent(id)}`,
    toList: async () => navigate({ pathname: list, search: neighbours.current.search }),
  };
}

/** The requests of a save. A query still on its way is cancelled, as its answer is older than theirs. */
export function requestsOf(around: Surroundings): FormRequests {
  const { client, settings, schema, sets } = around;
  const collection = settings.id;
  const { idOf } = placesOf(around);
  const setNow = () => sets.current.set;
  const warned = (answer: ObjectWithTag): ObjectWithTag => {
    notifyLostMarkup(answer.lostMarkup ?? [], schema);
    return answer;
  };
  return {
    create: async (body) => warned(await createObject(client, collection, body, setNow())),
    async change(body, ifMatch) {
      const answer = await saveObject(client, { collection, id: idOf(), body, ifMatch, set: setNow() });
      await client.cancelQueries({ queryKey: keys.object(collection, idOf()) });
      return warned(answer);
    },
    read: () => client.fetchQuery({ ...objectQuery(collection, idOf(), setNow()), staleTime: 0 }),
    now: () => Date.now(),
  };
}

const SPOKEN: Record<SaveOutcome, string> = {
  saved: t('Saved'),
  nothing: t('Nothing to save'),
  refused: t('Not saved. Fix the highlighted fields.'),
  conflict: t('Not saved. The object was changed elsewhere.'),
  deleted: t('Not saved. The object was deleted.'),
  failed: t('Not saved. The server rejected the request.'),
};

/** Saves one at a time; a second call meanwhile saves what was typed since. */
export function saverOf(around: Surroundings, requests: FormRequests): () => Promise<SaveOutcome> {
  const { client, navigate, store, settings, schema, leaving, announce, inTurn } = around;
  const { idOf, place } = placesOf(around);
  let running: Promise<SaveOutcome> | undefined;
  async function run(): Promise<SaveOutcome> {
    const wasNew = store.get().isNew;
    await client.cancelQueries({ queryKey: keys.object(settings.id, idOf()) });
    const outcome = await saveForm(store, requests);
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
  return async () => {
    if (running !== undefined) await running;
    running = inTurn(run);
    const outcome = await running;
    running = undefined;
    return outcome;
  };
}

/** Copies the object, does something with the copy, and opens it. */
export async function openCopy(
  around: Surroundings,
  then: (id: string, ifMatch: string) => Promise<unknown>,
): Promise<void> {
  const { idOf, place } = placesOf(around);
  try {
    const { object, etag } = await copyObject(
      around.client,
      around.settings.id,
      idOf(),
      around.sets.current.set,
    );
    const id = String(object.id ?? '');
    await then(id, etag);
    notifyDone(t(`Copied as “${id}”.`));
    await around.navigate(place(id));
  } catch (error) {
    notifyFailed(t('Could not copy'), error);
  }
}

/** Moves the object to the trash, after the questions that have to be asked, and goes to the list. */
export async function removeObject(around: Surroundings, requests: FormRequests): Promise<void> {
  const { client, navigate, store, settings, leaving, sets } = around;
  const collection = settings.id;
  const { idOf, place, toList } = placesOf(around);
  const title = titleOf(store.get().base);
  const id = idOf();
  try {
    const decided = await askDeletion(collection, [id], `“${title}”`);
    if (decided === 'no') return;
    if (decided === 'with references') {
      await deleteWithReferences(client, collection, [id], t(`“${title}” moved to the trash.`));
      store.dispatch({ type: 'revertedAll' });
      leaving.current = true;
      return void (await toList());
    }
    // What is live is deleted, and not what the form has of a set.
    const isLive = sets.current.set === undefined;
    const live = () => client.fetchQuery({ ...objectQuery(collection, id), staleTime: 0 });
    const deleted = await deleteSeen({
      etag: isLive ? (store.get().etag ?? '') : (await live()).etag,
      remove: (ifMatch) => deleteObject(client, collection, id, ifMatch),
      latest: async () => (await (isLive ? requests.read() : live())).etag,
      ask: (names) => askChanged(`“${title}”`, names),
    });
    if (deleted === undefined) return;
    const { done: entry } = deleted;
    store.dispatch({ type: 'revertedAll' });
    leaving.current = true;
    await toList();
    if (entry === undefined) return notifyDone(t(`“${title}” moved to the trash.`));
    notifyUndo(t(`“${title}” moved to the trash.`), () => {
      restoreTrash(client, entry).then(
        () => void navigate(place(id)),
        (error: unknown) => notifyFailed(t('Could not restore'), error),
      );
    });
  } catch (error) {
    notifyFailed(t('Could not delete'), error);
  }
}
