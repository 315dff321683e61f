import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import { ApiError, changedSince } from '../../api/client';
import { refreshHistory, restoreVersion } from '../../api/history';
import { keys } from '../../api/keys';
import { refresh } from '../../api/stale';
import { notifyFailed, notifyWarning } from '../../ui/notify';
import { notifyChange } from '../../ui/undo-transaction';
import { askUnsaved } from './ask-unsaved';
import { propertyLabel } from './changed-fields';
import type { RestoreTarget } from './restore-target';

const texts = {
  restored: 'Version restored.',
  restoredField: (label: string) => `“${label}” restored.`,
  missing: 'Some files were not restored',
  missingFiles: (paths: readonly string[]) => `They are no longer kept: ${paths.join(', ')}`,
  failed: 'Could not restore',
  newer: 'The object was changed elsewhere. The differences shown are now those from its current version.',
};

interface Place {
  collection: string;
  id: string;
  schema: SchemaDefinition;
  target: RestoreTarget;
  /** What is restored into instead of what is live. */
  set: string | undefined;
}

/** Restores a version, or one property of it. Changes that are not saved are never overwritten without a question. */
export function useRestore({ collection, id, schema, target, set }: Place) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  const fail = (error: unknown) => {
    if (changedSince(error) === undefined) return notifyFailed(texts.failed, error);
    // What is shown from now on is what a second try restores into.
    void refresh(client, keys.object(collection, id, set));
    refreshHistory(client, collection, id);
    notifyFailed(texts.failed, new Error(texts.newer));
  };

  const restore = async (revision: string, property?: string) => {
    const properties = property === undefined ? undefined : [property];
    const unsaved = target.unsaved().filter((name) => property === undefined || name === property);
    const labels = unsaved.map((name) => propertyLabel(name, schema));
    const choice =
      labels.length === 0 ? 'discard' : await askUnsaved({ labels, whole: property === undefined });
    if (choice === undefined) return;
    setBusy(true);
    try {
      const answer = await target.inTurn(() =>
        restoreVersion(client, { collection, id, set, revision, properties, ifMatch: target.etag() }),
      );
      target.take(answer, properties, choice);
      const message =
        property === undefined ? texts.restored : texts.restoredField(propertyLabel(property, schema));
      notifyChange(client, message, answer.transaction);
      if (answer.missingFiles.length > 0) {
        notifyWarning(texts.missing, texts.missingFiles(answer.missingFiles));
      }
    } catch (error) {
      fail(error);
      if (error instanceof ApiError && error.status === 404) refreshHistory(client, collection, id);
    } finally {
      setBusy(false);
    }
  };
  return { restore, busy };
}
