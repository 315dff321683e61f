/** One value of an object, changed in a list: merged with what others change, and undone from its message. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { JsonObject, JsonValue } from '#contract/values';
import { patchTogether } from '../../api/batch';
import { refreshLists } from '../../api/mutations';
import { Together } from '../../api/together';
import { seenVersion } from '../../api/versions';
import { notifyFailed, notifyWarning } from '../../ui/notify';
import { titleOf } from '../../ui/title-of';
import { notifyChange } from '../../ui/undo-transaction';

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

export interface ValueChange {
  /** IDs of the objects whose change is on its way. */
  pending: ReadonlySet<string>;
  /** Resolves with whether it was written. */
  set(change: ValueToSet): Promise<boolean>;
}

export function useValueChange(collection: string): ValueChange {
  const client = useQueryClient();
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const set = useCallback(
    async ({ object, name, label, value, done }: ValueToSet) => {
      const id = String(object.id);
      const title = titleOf(object);
      setPending((before) => new Set(before).add(id));
      try {
        const { etag, changed } = await seenVersion(client, collection, id, object);
        if (changed.includes(name)) {
          notifyWarning(texts.changed(title), texts.meanwhile(label));
          await refreshLists(client, collection);
          return false;
        }
        const patch = { id, data: { [name]: value }, ifMatch: etag };
        notifyChange(client, done, await patchTogether(client, collection, [patch], new Together()));
        return true;
      } catch (error) {
        notifyFailed(texts.failed(title), error);
        return false;
      } finally {
        setPending((before) => new Set([...before].filter((other) => other !== id)));
      }
    },
    [client, collection],
  );
  return { pending, set };
}
