/** A bulk edit, step by step: the changes, a preview of them, the write. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import { kindOf } from '../../../fields';
import { t } from '../../../t';
import { useAnnounce } from '../../../ui/Announcer';
import { counted, formatNumber } from '../../../ui/format';
import { notifyChange } from '../../../ui/undo-transaction';
import { type LeftRow, type Preview, type PreviewRow, previewEdit, writeEdit } from './bulk-edit';
import { type ChangeDraft, changeOf } from './ChangeRow';

const texts = {
  value: 'Enter a value or choose another action.',
  changed: (what: string) => `${what} changed.`,
  failed: (message: string) => `Not written: ${message}`,
  someFailed: (what: string, message: string) => `${what} changed, the others not: ${message}`,
};

/** What a preview found, as a sentence. */
export const summaryOf = (change: string, same: number, refused: number): string =>
  [
    t(`${change} would change`),
    ...(same > 0 ? [`${formatNumber(same)} unchanged`] : []),
    ...(refused > 0 ? [`${formatNumber(refused)} rejected`] : []),
  ].join(', ');

/** The preview without the rows that were written; of the others, those that were refused say why. */
function without(
  written: readonly PreviewRow[],
  reasons: ReadonlyMap<string, LeftRow>,
  now: Preview,
): Preview {
  const done = new Set(written.map(({ id }) => id));
  return {
    same: now.same + done.size,
    rows: now.rows.filter(({ id }) => !done.has(id)).map((row) => ({ ...row, ...reasons.get(row.id) })),
  };
}

export interface BulkEdit {
  collection: string;
  schema: SchemaDefinition;
  ids: readonly string[];
  singular: string;
  plural: string;
  onClose: () => void;
  /** Something was written. */
  onDone: () => void;
}

/** @param names the properties that can be changed */
export function useBulkEdit(edit: BulkEdit, names: readonly string[]) {
  const { collection, schema, ids, singular, plural, onClose, onDone } = edit;
  const client = useQueryClient();
  const announce = useAnnounce();
  const [changes, setChanges] = useState<ChangeDraft[]>(() =>
    names[0] === undefined ? [] : [changeOf(schema, names[0], 0)],
  );
  const [shownErrors, setShownErrors] = useState(false);
  const [preview, setPreview] = useState<Preview>();
  const [failure, setFailure] = useState<string>();
  const [progress, setProgress] = useState<{ done: number; of: number }>();
  const what = (count: number) => counted(count, singular, plural);
  const onProgress = (done: number, of: number) => setProgress({ done, of });

  const errorOf = (change: ChangeDraft): string | undefined => {
    if (change.action === 'clear' || change.action === 'toggle') return undefined;
    if (change.problem !== undefined) return change.problem;
    const definition = schema.properties[change.name];
    const { value } = change;
    const nothing = value === null || value === '' || (Array.isArray(value) && value.length === 0);
    return nothing && definition && kindOf(definition).empty !== false ? texts.value : undefined;
  };

  const look = async () => {
    setShownErrors(true);
    if (changes.some((change) => errorOf(change) !== undefined)) return;
    setFailure(undefined);
    setProgress({ done: 0, of: ids.length });
    try {
      const next = await previewEdit(collection, ids, changes, onProgress);
      setPreview(next);
      const refused = next.rows.filter((row) => row.refused).length;
      announce(summaryOf(what(next.rows.length - refused), next.same, refused));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setProgress(undefined);
    }
  };

  const apply = async (rows: readonly PreviewRow[]) => {
    setFailure(undefined);
    setProgress({ done: 0, of: rows.length });
    const outcome = await writeEdit(client, collection, rows, onProgress);
    setProgress(undefined);
    const { written, transaction } = outcome;
    if (written.length > 0) notifyChange(client, texts.changed(what(written.length)), transaction);
    if (outcome.failure === undefined) {
      onDone();
      return onClose();
    }
    const { message, reasons } = outcome.failure;
    const count = written.length;
    setFailure(count > 0 ? texts.someFailed(what(count), message) : texts.failed(message));
    setPreview((now) => now && without(written, reasons, now));
  };

  return {
    changes,
    setChanges,
    /** What is wrong with a change, once it is to be said. */
    errorShown: (change: ChangeDraft) => (shownErrors ? errorOf(change) : change.problem),
    /** Adds a change of a property. */
    add: (name: string) => {
      setShownErrors(false);
      setChanges((before) => [
        ...before,
        changeOf(schema, name, Math.max(...before.map(({ key }) => key)) + 1),
      ]);
    },
    preview,
    closePreview: () => setPreview(undefined),
    ...{ failure, progress, what, look, apply },
  };
}

export type BulkEditState = ReturnType<typeof useBulkEdit>;
