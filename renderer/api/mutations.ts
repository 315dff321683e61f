/** Writes, each with the parts of the query cache it makes stale. All throw `ApiError`. */
import type { QueryClient } from '@tanstack/react-query';
import type { CollectionSettings, TrashEntry } from '#contract/objects';
import type { SchemaDefinition } from '#contract/schemas';
import type { ImportResult } from '#contract/templates';
import type { JsonObject } from '#contract/values';
import { INVALID_WARNING, WARNINGS_HEADER } from '#contract/wire';
import { api, NO_VERSION, type Tagged, tagged } from './client';
import { transactionIn } from './history';
import { keys } from './keys';
import { unlist } from './listed';
import {
  COLLECTIONS,
  collectionPath,
  objectPath,
  SCHEMAS,
  SESSION,
  schemaPath,
  TRASH,
  trashPath,
} from './paths';
import type { ObjectWithTag } from './queries';
import { refresh } from './stale';
import type { Together } from './together';
import { TRASH_HEADER } from './trash-header';

/**
 * Makes lists and counts of a collection stale, and what is compared with what is live; the objects in the cache stay, the
 * answer of a write has replaced its own.
 */
export async function refreshLists(client: QueryClient, collection: string): Promise<void> {
  await refresh(
    client,
    keys.pages(collection),
    keys.states(collection),
    keys.collections,
    keys.changeSetDetails,
  );
}

/** Names of properties that lost markup. What broke a rule before the save as well is shown at its field. */
const lostMarkupIn = (headers: Headers): string[] =>
  (headers.get(WARNINGS_HEADER) ?? '')
    .split(', ')
    .filter((name) => name !== '' && !name.startsWith(INVALID_WARNING))
    .map(decodeURIComponent);

function keep(client: QueryClient, collection: string, answer: ObjectWithTag, set?: string): ObjectWithTag {
  const { id } = answer.object;
  if (typeof id !== 'string') return answer;
  const queryKey = keys.object(collection, id, set);
  // A look that began before the write would put the version before it in its place.
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, answer);
  if (set !== undefined) void refresh(client, keys.changeSets);
  return answer;
}

/** POSTs a new object; the answer carries its id. 422 with `details` when a property is refused. */
export async function createObject(
  client: QueryClient,
  collection: string,
  body: JsonObject,
  set?: string,
): Promise<ObjectWithTag> {
  const { data, etag, headers } = await api.post<JsonObject>(collectionPath(collection), {
    ifMatch: NO_VERSION,
    body,
    set,
  });
  const answer = keep(client, collection, { object: data, etag }, set);
  void refreshLists(client, collection);
  return { ...answer, lostMarkup: lostMarkupIn(headers) };
}

export interface SaveRequest {
  collection: string;
  id: string;
  /** Properties to set; null removes one. Those not sent are kept. */
  body: JsonObject;
  /** ETag of the version the changes were made on; 412 when the stored one is another. */
  ifMatch: string;
  /** PATCH takes only the changes, PUT the whole form. */
  method?: 'PUT' | 'PATCH';
  /** The change set they are saved into; without one they are live. */
  set?: string | undefined;
}

/** Saves an object's properties. */
export async function saveObject(client: QueryClient, request: SaveRequest): Promise<ObjectWithTag> {
  const { collection, id, body, ifMatch, method = 'PATCH', set } = request;
  const path = objectPath(collection, id);
  const { data, etag, headers } =
    method === 'PUT'
      ? await api.put<JsonObject>(path, { body, ifMatch, set })
      : await api.patch<JsonObject>(path, { body, ifMatch, set });
  const answer = keep(client, collection, { object: data, etag }, set);
  void refreshLists(client, collection);
  // Files the object names no more went there.
  void refresh(client, keys.trash);
  return { ...answer, lostMarkup: lostMarkupIn(headers) };
}

/** Moves an object to the trash; the answer is the trash entry's id, for undo. 412 for another version than that of `ifMatch`. */
export async function deleteObject(
  client: QueryClient,
  collection: string,
  id: string,
  ifMatch: string,
  set?: string,
): Promise<string | undefined> {
  const { headers } = await api.delete<undefined>(objectPath(collection, id), { ifMatch, set });
  client.removeQueries({ queryKey: keys.object(collection, id, set) });
  if (set === undefined) unlist(client, collection, [id]);
  else void refresh(client, keys.changeSets);
  void refreshLists(client, collection);
  void refresh(client, keys.trash);
  return headers.get(TRASH_HEADER) ?? undefined;
}

/** A copy, and the transaction that made it. */
export interface Copied extends ObjectWithTag {
  transaction: string | undefined;
}

/** Copies an object within its collection under a new id. */
export async function cloneObject(
  client: QueryClient,
  collection: string,
  id: string,
  newId: string,
  set?: string,
): Promise<Copied> {
  const { data, etag, headers } = await api.post<JsonObject>(`${objectPath(collection, id)}/clone`, {
    ifMatch: NO_VERSION,
    body: { id: newId },
    set,
  });
  const answer = keep(client, collection, { object: data, etag }, set);
  void refreshLists(client, collection);
  return { ...answer, transaction: transactionIn(headers) };
}

/** Brings a trash entry back to where it was; 422 when its place is taken. */
export async function restoreTrash(client: QueryClient, entry: string): Promise<TrashEntry> {
  const { data } = await api.post<TrashEntry>(`${trashPath(entry)}/restore`, { ifMatch: NO_VERSION });
  await refresh(
    client,
    keys.collection(data.collection),
    keys.collections,
    keys.trash,
    keys.damaged,
    keys.schemas,
    keys.changeSets,
  );
  return data;
}

/** Removes a trash entry for good. */
export async function purgeTrash(client: QueryClient, entry: string): Promise<void> {
  await api.delete<undefined>(trashPath(entry), { ifMatch: NO_VERSION });
  await refresh(client, keys.trash);
}

/** Removes what was in the trash at a moment for good; answers how much that was. */
export async function emptyTrash(client: QueryClient, until: string): Promise<number> {
  const { data } = await api.delete<{ deleted: number }>(TRASH, { query: { until }, ifMatch: NO_VERSION });
  await refresh(client, keys.trash);
  return data.deleted;
}

/** Creates a collection; `id`, `name` and `schema` are needed. */
export async function createCollection(
  client: QueryClient,
  body: Partial<CollectionSettings>,
): Promise<CollectionSettings> {
  const { data } = await api.post<CollectionSettings>(COLLECTIONS, { ifMatch: NO_VERSION, body });
  await refresh(client, keys.collections, keys.schemas);
  return data;
}

/** Changes some of a collection's settings. 412 with the settings that have changed since the version of `ifMatch`. */
export async function changeCollection(
  client: QueryClient,
  collection: string,
  body: Partial<CollectionSettings>,
  ifMatch: string,
): Promise<CollectionSettings> {
  const answer = await api.patch<CollectionSettings>(collectionPath(collection), { body, ifMatch });
  const { data } = answer;
  client.setQueryData(keys.settings(collection), tagged(answer));
  await refresh(client, keys.collection(collection), keys.collections);
  return data;
}

/**
 * Moves a collection and its objects to the trash; the answer is the trash entry's id. 412 when its settings are no
 * longer the version of `ifMatch`.
 */
export async function deleteCollection(
  client: QueryClient,
  collection: string,
  ifMatch: string,
): Promise<string | undefined> {
  const options = { query: { force: true }, ifMatch };
  const { headers } = await api.delete<undefined>(collectionPath(collection), options);
  client.removeQueries({ queryKey: keys.collection(collection) });
  await refresh(client, keys.collections, keys.schemas, keys.trash);
  return headers.get(TRASH_HEADER) ?? undefined;
}

/**
 * Creates a schema (`replaced` undefined) or replaces one; 422 with `details` when the document is refused, 412 with the
 * properties that have changed since the version of `ifMatch`.
 */
export async function saveSchema(
  client: QueryClient,
  body: JsonObject,
  {
    replaced,
    together,
  }: { replaced?: { id: string; ifMatch: string } | undefined; together?: Together } = {},
): Promise<Tagged<SchemaDefinition>> {
  const answer =
    replaced === undefined
      ? await api.post<SchemaDefinition>(SCHEMAS, { ifMatch: NO_VERSION, body, together })
      : await api.put<SchemaDefinition>(schemaPath(replaced.id), {
          body,
          ifMatch: replaced.ifMatch,
          together,
        });
  // Collections show their objects by their schema, so all of them may look different now.
  await refresh(client, keys.schemas, ['collection']);
  return tagged(answer);
}

/** Moves a custom schema to the trash; the answer is the trash entry's id. 422 with the reason while it is used or inherited, 412 for another version. */
export async function deleteSchema(
  client: QueryClient,
  id: string,
  ifMatch: string,
): Promise<string | undefined> {
  const { headers } = await api.delete<undefined>(schemaPath(id), { ifMatch });
  await refresh(client, keys.schemas, keys.trash);
  return headers.get(TRASH_HEADER) ?? undefined;
}

/** Adds the content of a bundled starter, with its images. */
export async function addStarter(
  client: QueryClient,
  id: string,
): Promise<ImportResult & { transaction: string | undefined }> {
  const { data, headers } = await api.post<ImportResult>(`/api/starters/${encodeURIComponent(id)}`, {
    ifMatch: NO_VERSION,
  });
  await client.invalidateQueries();
  return { ...data, transaction: transactionIn(headers) };
}

/** Ends this browser's session. */
export async function signOut(client: QueryClient): Promise<void> {
  await api.post<undefined>(`${SESSION}/end`, { ifMatch: NO_VERSION });
  api.forgetSession();
  client.clear();
}
