/** One download of a dialog: where it stands, and how it is begun and stopped. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAnnounce } from '../../ui/Announcer';
import { formatBytes } from '../../ui/format';
import { BrokenOff, type Download, download, type Progress } from './download';
import { saveTarget } from './save-target';

const texts = {
  saved: (filename: string, size: string) => `${filename} saved (${size}).`,
  left: (filename: string) => `Your browser is downloading ${filename}. Check its downloads for progress.`,
  cancelled: 'Cancelled. Nothing was saved.',
  broken:
    'The download was interrupted, so nothing was saved. Try again. If it fails again, check for damaged files.',
};

export type DownloadState =
  | { state: 'idle' }
  | { state: 'running'; progress: Progress | undefined }
  | { state: 'done'; message: string; skipped: number }
  | { state: 'cancelled'; message: string }
  | { state: 'failed'; message: string };

export interface DownloadControl {
  current: DownloadState;
  running: boolean;
  start(request: Download): Promise<void>;
  cancel(): void;
  /** Forgets how the last one ended. */
  reset(): void;
}

/** Milliseconds between two looks of the progress. */
const REDRAW = 100;

const IDLE: DownloadState = { state: 'idle' };

export function useDownload(): DownloadControl {
  const [current, setCurrent] = useState<DownloadState>(IDLE);
  const running = useRef<AbortController>(undefined);
  const announce = useAnnounce();
  // A dialog that goes away takes its download along.
  useEffect(() => () => running.current?.abort(), []);

  const end = (next: DownloadState & { message: string }) => {
    setCurrent(next);
    announce(next.message);
  };
  const start = async (request: Download) => {
    if (running.current) return;
    const stop = new AbortController();
    running.current = stop;
    let last: Progress | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const target = await saveTarget(request.filename);
      if (target === undefined) return setCurrent(IDLE);
      setCurrent({ state: 'running', progress: undefined });
      const result = await download(request, target, stop.signal, (progress) => {
        last = progress;
        // Drawing every piece would take longer than reading it.
        timer ??= setTimeout(() => {
          timer = undefined;
          setCurrent({ state: 'running', progress: last });
        }, REDRAW);
      });
      clearTimeout(timer);
      const size = formatBytes(last?.bytes ?? 0);
      const message = result === 'saved' ? texts.saved(request.filename, size) : texts.left(request.filename);
      end({ state: 'done', message, skipped: last?.skipped ?? 0 });
    } catch (error) {
      clearTimeout(timer);
      if (stop.signal.aborted) end({ state: 'cancelled', message: texts.cancelled });
      else if (error instanceof BrokenOff) end({ state: 'failed', message: texts.broken });
      else end({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
    } finally {
      running.current = undefined;
    }
  };
  const cancel = useCallback(() => running.current?.abort(), []);
  const reset = useCallback(() => setCurrent((now) => (now.state === 'running' ? now : IDLE)), []);
  return { current, running: current.state === 'running', start, cancel, reset };
}
