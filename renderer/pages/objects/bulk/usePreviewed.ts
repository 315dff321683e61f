/** Changes of many objects that are shown before they are written: their preview, their write, and what went wrong. */
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '../../../t';
import { useAnnounce } from '../../../ui/Announcer';
import { counted, formatNumber } from '../../../ui/format';
import { notifyChange } from '../../../ui/undo-transaction';
import { useDraftsOfList } from '../list-drafts';
import {
  type Following,
  type LeftRow,
  type Preview,
  type PreviewRow,
  type Progress,
  writeEdit,
} from './bulk-edit';

const texts = {
  changed: (what: string) => `${what} changed.`,
  failed: (message: string) => `Not written: ${message}`,
  stopped: (what: string) => `Stopped: ${what} changed, the others not.`,
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

/** A controller that cancels what begins now. */
function begun(of: RefObject<AbortController | undefined>): AbortController {
  of.current = new AbortController();
  return of.current;
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
  const [progress, setProgress] = useState<Progress>();
  const [stopping, setStopping] = useState(false);
  /** Cancels what is under way. What is being written when the page goes is written to its end. */
  const reading = useRef<AbortController>(undefined);
  const writing = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);
  const what = (count: number) => counted(count, singular, plural);

  const show = async (of: number, read: (following: Following) => Promise<Preview>) => {
    const { signal } = begun(reading);
    const onProgress = (now: Progress) => !signal.aborted && setProgress(now);
    setFailure(undefined);
    setProgress({ doing: 'reading', done: 0, of });
    try {
      const next = await read({ onProgress, signal, set });
      if (signal.aborted) return;
      setPreview(next);
      const refused = next.rows.filter((row) => row.refused).length;
      announce(summaryOf(what(next.rows.length - refused), next.same, refused));
    } catch (error) {
      if (!signal.aborted) setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      if (reading.current?.signal === signal) setProgress(undefined);
    }
  };

  const apply = async (rows: readonly PreviewRow[]) => {
    setFailure(undefined);
    setProgress({ doing: 'writing', done: 0, of: rows.length });
    setStopping(false);
    const { signal } = begun(writing);
    const outcome = await writeEdit(client, collection, rows, { onProgress: setProgress, signal, set });
    setProgress(undefined);
    const { written, transactions } = outcome;
    const count = written.length;
    if (count > 0) notifyChange(client, texts.changed(what(count)), transactions);
    if (outcome.failure === undefined && count === rows.length) {
      onDone?.();
      return onClose();
    }
    const { message, reasons } = outcome.failure ?? {};
    if (message === undefined) setFailure(texts.stopped(what(count)));
    else setFailure(count > 0 ? texts.someFailed(what(count), message) : texts.failed(message));
    setPreview((now) => now && without(written, reasons ?? new Map(), now));
  };

  return {
    ...{ preview, failure, progress, stopping, what, show, apply },
    /** Cancels the preview that is being made. */
    cancel: () => reading.current?.abort(),
    /** Ends a write after the batch that is on its way. */
    stop: () => {
      setStopping(true);
      writing.current?.abort();
    },
    closePreview: () => setPreview(undefined),
  };
}

export type Previewed = ReturnType<typeof usePreviewed>;
