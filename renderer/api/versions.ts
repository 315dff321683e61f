/** Deletions, each of the version the user has seen. */
import type { QueryClient } from '@tanstack/react-query';
import type { ObjectList } from '#contract/objects';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { own, sameJson } from '../json';
import { ApiError, api, changedSince, type Tagged } from './client';
import { keys } from './keys';
import { readObjects } from './objects-by-id';
import { objectPath } from './paths';

export interface Deletion<T> {
  /** ETag of the version that was shown. */
  etag: string;
  remove(ifMatch: string): Promise<T>;
  /** The ETag of the version that is stored now. */
  latest(): Promise<string>;
  /** Whether to delete it although these of its parts have changed; without names they are not known. */
  ask(names: readonly string[]): Promise<boolean>;
}

/** Deletes what was shown; once it has changed, only after a question. Undefined when the answer was no. */
export async function deleteSeen<T>({
  etag,
  remove,
  latest,
  ask,
}: Deletion<T>): Promise<{ done: T } | undefined> {
  for (let tag = etag; ; ) {
    try {
      return { done: await remove(tag) };
    } catch (error) {
      const names = changedSince(error);
      if (names === undefined) throw error;
      // Read before the question: what is changed after it is asked about again.
      tag = await latest();
      if (!(await ask(names))) return undefined;
    }
  }
}

/** An object's version, and what is different in it from what the user has seen. */
export interface SeenVersion {
  id: string;
  etag: string;
  changed: readonly string[];
}

/**
 * Whether a value is as a list shows it. Counts of downloads change without a save, and lists leave private texts out.
 */
function isAsShown(shown: JsonValue | undefined, now: JsonValue | undefined): boolean {
  if (Array.isArray(shown) && Array.isArray(now)) {
    return shown.length === now.length && shown.every((item, at) => isAsShown(item, now[at]));
  }
  if (!isJsonObject(shown) || !isJsonObject(now)) return sameJson(shown, now);
  const isFile = typeof now.name === 'string';
  return (
    Object.entries(shown).every(
      ([key, value]) => (isFile && key === 'count') || isAsShown(value, own(now, key)),
    ) && Object.entries(now).every(([key, value]) => Object.hasOwn(shown, key) || typeof value !== 'object')
  );
}

/** Names of the properties a list shows otherwise than they are; those it does not show are left out. */
const changedFrom = (shown: JsonObject, now: JsonObject): string[] =>
  Object.entries(shown)
    .filter(([name, value]) => name !== 'modified' && !isAsShown(value, own(now, name)))
    .map(([name]) => name);

/** Objects as the lists on the page show them, by their ids. */
function listed(client: QueryClient, collection: string): ReadonlyMap<unknown, JsonObject> {
  const pages = client.getQueriesData<Partial<ObjectList>>({
    queryKey: keys.pages(collection),
    type: 'active',
  });
  return new Map(pages.flatMap(([, page]) => page?.objects ?? []).map((object) => [object.id, object]));
}

const versionOf = (id: string, shown: JsonObject | undefined, { data, etag }: Tagged<JsonObject>) => ({
  id,
  etag,
  changed: shown === undefined ? [] : changedFrom(shown, data),
});

/** The version of an object that is stored now, compared with `shown`, or with the one a list shows. Throws `ApiError`. */
export async function seenVersion(
  client: QueryClient,
  collection: string,
  id: string,
  { shown, set }: { shown?: JsonObject | undefined; set?: string | undefined } = {},
): Promise<SeenVersion> {
  const seen = shown ?? listed(client, collection).get(id);
  return versionOf(id, seen, await api.get<JsonObject>(objectPath(collection, id), { set }));
}

/** As `seenVersion`, of many objects. `failure`: why one of them could not be read. Throws as `readObjects`. */
export async function seenVersions(
  client: QueryClient,
  collection: string,
  ids: readonly string[],
  {
    onProgress = () => undefined,
    ...options
  }: {
    set?: string | undefined;
    signal?: AbortSignal | undefined;
    onProgress?: (done: number) => void;
  } = {},
): Promise<{ seen: SeenVersion[]; failure: unknown }> {
  const seen: SeenVersion[] = [];
  let failure: unknown;
  const shown = listed(client, collection);
  for await (const part of readObjects(collection, ids, options)) {
    for (const { id, read } of part) {
      if (read instanceof ApiError) failure ??= read;
      else seen.push(versionOf(id, shown.get(id), read));
    }
    onProgress(seen.length);
  }
  return { seen, failure };
}
