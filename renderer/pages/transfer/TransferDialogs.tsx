/** The dialogs that take content out of a collection and into it, each fetched when it is first opened. */
import { lazy, Suspense, useState } from 'react';
import type { Subject } from './subject';

const ExportDialog = lazy(async () => ({ default: (await import('./ExportDialog')).ExportDialog }));
const ReportDialog = lazy(async () => ({ default: (await import('./ReportDialog')).ReportDialog }));
const ImportDialog = lazy(async () => ({ default: (await import('./ImportDialog')).ImportDialog }));

const DIALOGS = { export: ExportDialog, report: ReportDialog, import: ImportDialog } as const;

export type TransferDialog = keyof typeof DIALOGS;

interface Props {
  subject: Subject;
  /** The open one. */
  dialog: TransferDialog | undefined;
  onClose: () => void;
}

export function TransferDialogs({ subject, dialog, onClose }: Props) {
  // The last one stays mounted, so that it can close as dialogs do.
  const [last, setLast] = useState(dialog);
  if (dialog !== undefined && dialog !== last) setLast(dialog);
  if (last === undefined) return null;
  const Dialog = DIALOGS[last];
  return (
    <Suspense fallback={null}>
      <Dialog key={last} subject={subject} opened={dialog === last} onClose={onClose} />
    </Suspense>
  );
}
