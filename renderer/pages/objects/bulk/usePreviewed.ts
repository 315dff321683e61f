/** Changes of many objects that are shown before they are written: their preview, their write, and what went wrong. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../t';
import { useAnnounce } from '../../../ui/Announcer';
import { counted, formatNumber } from '../../../ui/format';
import { notifyChange } from '../../../ui/undo-transaction';
import { useDraftsOfList } from '../list-drafts';
import { type LeftRow, type Preview, type PreviewRow, type Progress, writeEdit } from './bulk-edit';

const texts = {
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

export interface Changing {
  collection: string;
  singular: string;
  plural: string;
  onClose: () => void;
  /** Something was written. */
  onDone?: () => void;
}

export function usePreviewed({ collection, singular, plural, onClose, onDone }: Changing) {
  const client = useQueryClient();
  const announce = useAnnounce();
  const { set } = useDraftsOfList();
  const [preview, setPreview] = useState<Preview>();
  const [failure, setFailure] = useState<string>();
  const [progress, setProgress] = useState<{ done: number; of: number }>();
  const what = (count: number) => counted(count, singular, plural);
  const onProgress: Progress = (done, of) => setProgress({ done, of });

  const show = async (of: number, read: (onProgress: Progress) => Promise<Preview>) => {
    setFailure(undefined);
    setProgress({ done: 0, of });
    try {
      const next = await read(onProgress);
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
    const outcome = await writeEdit(client, collection, rows, { onProgress, set });
    setProgress(undefined);
    const { written, transaction } = outcome;
    if (written.length > 0) notifyChange(client, texts.changed(what(written.length)), transaction);
    if (outcome.failure === undefined) {
      onDone?.();
      return onClose();
    }
    const { message, reasons } = outcome.failure;
    const count = written.length;
    setFailure(count > 0 ? texts.someFailed(what(count), message) : texts.failed(message));
    setPreview((now) => now && without(written, reasons, now));
  };

  return { ...{ preview, failure, progress, what, show, apply }, closePreview: () => setPreview(undefined) };
}

export type Previewed = ReturnType<typeof usePreviewed>;
