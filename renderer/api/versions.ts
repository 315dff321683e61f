/** Deletions, each of the version the user has seen. */
import type { QueryClient } from '@tanstack/react-query';
import type { ObjectList } from '#contract/objects';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { own, sameJson } from '../json';
import { api, changedSince } from './client';
import { keys } from './keys';
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

/** An object as a list in the cache shows it. */
function listed(client: QueryClient, collection: string, id: string): JsonObject | undefined {
  const pages = client.getQueriesData<Partial<ObjectList>>({
    queryKey: keys.pages(collection),
    type: 'active',
  });
  for (const [, page] of pages) {
    const found = page?.objects?.find((object) => object.id === id);
    if (found) return found;
  }
  return undefined;
}

/** The version of an object that is stored now, compared with `shown`, or with the one a list shows. Throws `ApiError`. */
export async function seenVersion(
  client: QueryClient,
  collection: string,
  id: string,
  { shown, set }: { shown?: JsonObject | undefined; set?: string | undefined } = {},
): Promise<SeenVersion> {
  const seen = shown ?? listed(client, collection, id);
  const { data, etag } = await api.get<JsonObject>(objectPath(collection, id), { set });
  return { id, etag, changed: seen === undefined ? [] : changedFrom(seen, data) };
}
