/** One value of an object, changed in a list: merged with what others change, and undone from its message. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { JsonObject, JsonValue } from '#contract/values';
import { patchTogether, refreshWritten } from '../../api/batch';
import { ApiError } from '../../api/client';
import { Together } from '../../api/together';
import { seenVersion } from '../../api/versions';
import { notifyFailed, notifyWarning } from '../../ui/notify';
import { titleOf } from '../../ui/title-of';
import { notifyChange } from '../../ui/undo-transaction';
import { useDraftsOfList } from './list-drafts';

const texts = {
  failed: (title: string) => `Could not change “${title}”`,
  changed: (title: string) => `“${title}” was not changed`,
  meanwhile: (label: string) => `${label} has another value by now. The list shows it.`,
};

export interface ValueToSet {
  /** As the list shows it. */
  object: JsonObject;
  name: string;
  label: string;
  value: JsonValue;
  /** Says what was done. */
  done: string;
}

/**
 * Writes the value, in the change set `set` or live. False, and nothing is written, where it is no longer the one that the list shows; the list is then
 * read again. Throws `ApiError`.
 */
export async function writeValue(
  client: QueryClient,
  collection: string,
  { object, name, value, done }: ValueToSet,
  set: string | undefined,
): Promise<boolean> {
  const id = String(object.id);
  const { etag, changed } = await seenVersion(client, collection, id, { shown: object, set });
  const patch = { id, data: { [name]: value }, ifMatch: etag };
  const together = new Together();
  const isSeen = !changed.includes(name);
  const written = isSeen && (await unlessClashing(patchTogether(collection, [patch], { together, set })));
  await refreshWritten(client, collection, written ? [id] : [], set);
  if (written) notifyChange(client, done, together.transactions);
  return written;
}

/** False where others have changed the same value since the version the change was made on. */
async function unlessClashing(writing: Promise<void>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.clashes.length > 0) return false;
    throw error;
  }
}

export interface ValueChange {
  /** IDs of the objects whose change is on its way. */
  pending: ReadonlySet<string>;
  /** Resolves with whether it was written. */
  set(change: ValueToSet): Promise<boolean>;
}

export function useValueChange(collection: string): ValueChange {
  const client = useQueryClient();
  const { set: into } = useDraftsOfList();
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const set = useCallback(
    async (change: ValueToSet) => {
      const id = String(change.object.id);
      const title = titleOf(change.object);
      setPending((before) => new Set(before).add(id));
      try {
        const written = await writeValue(client, collection, change, into);
        if (!written) notifyWarning(texts.changed(title), texts.meanwhile(change.label));
        return written;
      } catch (error) {
        notifyFailed(texts.failed(title), error);
        return false;
      } finally {
        setPending((before) => new Set([...before].filter((other) => other !== id)));
      }
    },
    [client, collection, into],
  );
  return { pending, set };
}
