/** What the lists in the cache show while their next answers are on the way. */
import type { QueryClient } from '@tanstack/react-query';
import type { ObjectList } from '#contract/objects';
import { keys } from './keys';

/** A page without the objects that are gone; the very page when it had none of them. */
function withoutObjects(page: ObjectList, gone: ReadonlySet<unknown>): ObjectList {
  const objects = page.objects.filter(({ id }) => !gone.has(id));
  const fewer = page.objects.length - objects.length;
  return fewer === 0 ? page : { ...page, objects, count: objects.length, total: page.total - fewer };
}

/**
 * Takes deleted objects out of every list at once. A list that showed one until the next answer would have the next
 * Delete key fall on an object that is gone already.
 */
export function unlist(client: QueryClient, collection: string, ids: readonly string[]): void {
  const gone = new Set<unknown>(ids);
  // Other answers about a collection's pages (previews of reports) lie under the same key.
  client.setQueriesData<Partial<ObjectList>>({ queryKey: keys.pages(collection) }, (page) =>
    page?.objects === undefined ? page : withoutObjects(page as ObjectList, gone),
  );
}
