/** Changes of objects that are not live yet (spec/change-sets.md). All throw `ApiError`. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';

import type {
  ChangeSet,
  ChangeSetWithObjects,
  Chosen,
  ComparedObject,
  DiscardedChanges,
  EditedChangeSet,
  ListedChangeSet,
  NewChangeSet,
  Published,
} from '#contract/change-sets';

import { type BulkResult, type FollowingBulk, sendEach } from './bulk';
import { ApiError, api, NO_VERSION } from './client';
import { transactionIn } from './history';
import { inSet } from './in-set';
import { keys } from './keys';
import { refreshLists, restoreTrash } from './mutations';
import { CHANGE_SETS } from './paths';
import { refresh } from './stale';
import type { Together } from './together';
import { readTrash } from './trash';
import { TRASH_HEADER } from './trash-header';

/**
 * The change sets that change objects of a collection, at most 100 of them by their ids; the shared draft is always the
 * first.
 */
export const setsOfQuery = (collection: string, ids?: readonly string[]) =>
  queryOptions({
    queryKey: keys.setsOf(collection, ids),
    queryFn: async ({ signal }) => {
      const options = { query: { collection, id: ids?.join() }, signal };
      return (await api.get<{ changeSets: ListedChangeSet[] }>(CHANGE_SETS, options)).data.changeSets;
    },
    refetchOnWindowFocus: 'always',
  });

/** Of a user who may only suggest, who sees no other sets: the suggestion that goes on, which is the one made last. */
export const openSuggestion = (sets: readonly ListedChangeSet[] = []): ListedChangeSet | undefined =>
  sets.toSorted((a, b) => ((a.created ?? '') < (b.created ?? '') ? 1 : -1))[0];

const changePath = (set: string, { collection, id }: Chosen): string =>
  `${CHANGE_SETS}/${[set, 'objects', collection, id].map(encodeURIComponent).join('/')}`;

/** An object of a set beside what is live, or beside what the set `over` has. 404 where the set leaves it as it is. */
export const comparedQuery = (set: string, collection: string, id: string, over?: string) =>
  queryOptions({
    queryKey: [...keys.changeSetDetails, 'compared', set, collection, id, over],
    queryFn: async ({ signal }) => {
      const options = { query: { perspective: over }, signal };
      const { data } = await api.get<ComparedObject>(changePath(set, { collection, id }), options);
      const both = over === undefined ? set : `${over},${set}`;
      const differences = data.differences.map(({ mine, merged, live, ...other }) => ({
        ...other,
        ...(mine !== undefined && { mine: inSet(mine, set) }),
        ...(merged !== undefined && { merged: inSet(merged, both) }),
        ...(live !== undefined && { live: inSet(live, over) }),
      }));
      return { ...data, differences };
    },
    retry: false,
  });

/** What may be another once a change was published or left its set. */
const refreshChanged = (client: QueryClient, collections: Iterable<string>): Promise<unknown> =>
  Promise.all([
    refresh(client, keys.changeSets, keys.trash),
    ...[...collections].flatMap((collection) => [
      refreshLists(client, collection),
      refresh(client, keys.objects(collection)),
    ]),
  ]);

/** Makes changes of a set live; the answer is their transaction, for undo. 409 with `clashes`, 422 with `details`. */
export async function publishChanges(
  client: QueryClient,
  set: string,
  objects: readonly Chosen[],
): Promise<{ published: Published['published']; transaction: string | undefined }> {
  const path = `${CHANGE_SETS}/${encodeURIComponent(set)}/publish`;
  const { data, headers } = await api.post<Published>(path, { ifMatch: NO_VERSION, body: { objects } });
  await refreshChanged(client, new Set(objects.map(({ collection }) => collection)));
  return { published: data.published, transaction: transactionIn(headers) };
}

/** Moves the change of an object, or of some properties, from a set to the trash; the answer is the entry, for undo. */
export async function dropChange(
  client: QueryClient,
  set: string,
  { collection, id, properties }: Chosen,
): Promise<string | undefined> {
  const query = { properties: properties?.join(',') };
  const path = changePath(set, { collection, id });
  const { headers } = await api.delete<undefined>(path, { ifMatch: NO_VERSION, query });
  await refreshChanged(client, [collection]);
  return headers.get(TRASH_HEADER) ?? undefined;
}

/** Moves the changes of objects from a set to the trash; `done` holds the entries, for undo. */
export async function dropChanges(
  client: QueryClient,
  set: string,
  objects: readonly Chosen[],
  following: Omit<FollowingBulk, 'set'>,
): Promise<BulkResult<string>> {
  const drop = async (part: readonly Chosen[], together: Together) => {
    const options = { ifMatch: NO_VERSION, body: { objects: part }, together };
    const { discarded, failed } = (await api.post<DiscardedChanges>(`${setPath(set)}/discard`, options)).data;
    return { done: discarded.map(({ id }) => id), failed };
  };
  const result = await sendEach(objects, drop, following);
  await refreshChanged(client, new Set(objects.map(({ collection }) => collection)));
  return result;
}

/** Brings a dropped change back; first its suggestion, which goes to the trash with its last change. */
export async function restoreDropped(client: QueryClient, set: string, entry: string): Promise<void> {
  try {
    await restoreTrash(client, entry);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    const { entries } = await readTrash();
    const emptied = entries.find((one) => one.kind === 'changeSet' && one.set === set);
    if (emptied === undefined) throw error;
    await restoreTrash(client, emptied.id);
    await restoreTrash(client, entry);
  }
}

/** Keeps the values of a change over what is live now, where both clash. */
export async function keepOverLive(client: QueryClient, set: string, chosen: Chosen): Promise<void> {
  const { properties } = chosen;
  await api.post(`${changePath(set, chosen)}/keep`, {
    ifMatch: NO_VERSION,
    body: { ...(properties && { properties }) },
  });
  await refreshChanged(client, [chosen.collection]);
}

const setPath = (set: string): string => `${CHANGE_SETS}/${encodeURIComponent(set)}`;

/** A change set with its objects. 404 for one that does not exist. */
export const changeSetQuery = (set: string) =>
  queryOptions({
    queryKey: [...keys.changeSetDetails, 'one', set],
    queryFn: async ({ signal }) => (await api.get<ChangeSetWithObjects>(setPath(set), { signal })).data,
    refetchOnWindowFocus: 'always',
    retry: false,
  });

/** Creates a release. 422 with `details`. */
export async function createRelease(
  client: QueryClient,
  body: Omit<NewChangeSet, 'kind'>,
): Promise<ChangeSet> {
  const options = { ifMatch: NO_VERSION, body: { ...body, kind: 'release' } };
  const { data } = await api.post<ChangeSet>(CHANGE_SETS, options);
  await refresh(client, keys.changeSets);
  return data;
}

/** Changes the title, reason or planned time of a set. 422 with `details`. */
export async function editChangeSet(
  client: QueryClient,
  set: string,
  body: EditedChangeSet,
): Promise<ChangeSet> {
  const { data } = await api.patch<ChangeSet>(setPath(set), { ifMatch: NO_VERSION, body });
  await refresh(client, keys.changeSets);
  return data;
}

/** Moves a set with its changes to the trash; the answer is the entry, for undo. */
export async function dropChangeSet(client: QueryClient, set: string): Promise<string | undefined> {
  const { headers } = await api.delete<undefined>(setPath(set), { ifMatch: NO_VERSION });
  await refresh(client, keys.changeSets, keys.trash, ['collection']);
  return headers.get(TRASH_HEADER) ?? undefined;
}

/** Moves changes into another set; the answer is the transaction, for undo. 409 with `clashes` where that changes the same in another way, unless they `replace` it. */
export async function moveChanges(
  client: QueryClient,
  set: string,
  to: string,
  objects: readonly Chosen[],
  replace = false,
): Promise<string | undefined> {
  const options = { ifMatch: NO_VERSION, body: { to, objects, replace } };
  const { headers } = await api.post<undefined>(`${setPath(set)}/move`, options);
  await refreshChanged(client, new Set(objects.map(({ collection }) => collection)));
  return transactionIn(headers);
}

/** What publishing a whole set would do. 409 with `clashes`, 422 with `details`. */
export async function checkPublication(set: string): Promise<Published['published']> {
  const options = { ifMatch: NO_VERSION, body: { dryRun: true } };
  return (await api.post<Published>(`${setPath(set)}/publish`, options)).data.published;
}

/** Makes a whole set live; the answer is the transaction, for undo. 409 with `clashes`, 422 with `details`. */
export async function publishChangeSet(client: QueryClient, set: string): Promise<string | undefined> {
  const { data, headers } = await api.post<Published>(`${setPath(set)}/publish`, { ifMatch: NO_VERSION });
  await refreshChanged(client, new Set(data.published.map(({ collection }) => collection)));
  return transactionIn(headers);
}
