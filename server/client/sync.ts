/** Reading what has changed since a cursor (spec/events.md#cursors). Loaded when it is used. */
import { PlinthError } from './errors.js';
import type { ListOptions, PageReader, Synced } from './types.js';

/** Whether what has changed since a cursor is not known any more. */
export const isExpired = (error: unknown): boolean =>
  error instanceof PlinthError && error.code === 'expired-cursor';

/** Whether no object that matches has changed since a cursor. */
export async function isUnchanged(
  reader: PageReader,
  cursor: string,
  options: ListOptions,
): Promise<boolean> {
  try {
    const { objects, deleted } = await reader.page(options, { since: cursor, limit: '1' });
    return objects.length === 0 && deleted.length === 0;
  } catch (error) {
    if (isExpired(error)) return false;
    throw error;
  }
}

/** Everything that has changed since a cursor, in as many requests as it takes; undefined if that is not known. */
export async function changed(reader: PageReader, cursor: string, options: ListOptions) {
  const objects = new Map<string, { id: string }>();
  const deleted = new Set<string>();
  try {
    for (let since = cursor; ; ) {
      const page = await reader.page(options, { since, limit: '100' });
      for (const object of page.objects) {
        objects.set(object.id, object);
        deleted.delete(object.id);
      }
      for (const id of page.deleted) {
        deleted.add(id);
        objects.delete(id);
      }
      if (!page.more) return { objects: [...objects.values()], deleted: [...deleted], cursor: page.cursor };
      since = page.cursor;
    }
  } catch (error) {
    if (isExpired(error)) return undefined;
    throw error;
  }
}

export async function sync(
  reader: PageReader,
  cursor: string | undefined,
  options: ListOptions,
): Promise<Synced<{ id: string }>> {
  const since = cursor === undefined ? undefined : await changed(reader, cursor, options);
  if (since) return { ...since, complete: false };
  const { objects, cursor: now } = await reader.whole(options);
  return { objects, deleted: [], cursor: now === '' ? undefined : now, complete: true };
}
