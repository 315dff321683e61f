/** The steps of an import from another system: upload, mapping, trial, run. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ImportMapping, ImportProgressEvent, SourceImportResult } from '#contract/imports';
import { discardSource, runSource, type UploadedSource, uploadSource } from '../../api/source-imports';
import { useAnnounce } from '../../ui/Announcer';

const texts = {
  proposed: 'File read. Check the mapping.',
  tried: 'Trial complete. Nothing was written.',
  imported: 'Import complete.',
  canceled: 'Import canceled. What was imported stays; import again to continue.',
};

export type Busy = 'upload' | 'trial' | 'run';

export interface SourceImportState {
  busy: Busy | undefined;
  /** Of the upload, from 0 to 1. */
  sent: number;
  upload: UploadedSource | undefined;
  mapping: ImportMapping | undefined;
  fetches: boolean;
  trial: SourceImportResult | undefined;
  result: SourceImportResult | undefined;
  progress: ImportProgressEvent | undefined;
  canceled: boolean;
  /** Of an import that was canceled. */
  transaction: string | undefined;
  error: Error | undefined;
}

const NONE: SourceImportState = {
  busy: undefined,
  sent: 0,
  upload: undefined,
  mapping: undefined,
  fetches: true,
  trial: undefined,
  result: undefined,
  progress: undefined,
  canceled: false,
  transaction: undefined,
  error: undefined,
};

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

export function useSourceImport() {
  const client = useQueryClient();
  const announce = useAnnounce();
  const [state, setState] = useState(NONE);
  const running = useRef<AbortController | undefined>(undefined);
  const set = (change: Partial<SourceImportState>) => setState((before) => ({ ...before, ...change }));
  useEffect(() => () => running.current?.abort(), []);

  /** Does one step; its error is shown. */
  const step = async (busy: Busy, work: (signal: AbortSignal) => Promise<Partial<SourceImportState>>) => {
    const controller = new AbortController();
    running.current = controller;
    set({ busy, error: undefined, progress: undefined, sent: 0, canceled: false, transaction: undefined });
    try {
      set({ ...(await work(controller.signal)), busy: undefined });
    } catch (error) {
      if (isAbort(error)) {
        set({ busy: undefined, canceled: busy === 'run' });
        if (busy === 'run') announce(texts.canceled);
      } else set({ busy: undefined, error: error instanceof Error ? error : new Error(String(error)) });
    }
    if (busy === 'run') await client.invalidateQueries();
  };

  const choose = (file: File, baseUrl: string) =>
    step('upload', async (signal) => {
      const upload = await uploadSource(file, baseUrl, signal, (sent) => set({ sent }));
      announce(texts.proposed);
      return { upload, mapping: upload.mapping, trial: undefined, result: undefined };
    });

  const run = (dryRun: boolean) => {
    const { upload, mapping, fetches } = state;
    if (!upload || !mapping) return Promise.resolve();
    return step(dryRun ? 'trial' : 'run', async (signal) => {
      const listeners = {
        signal,
        onProgress: (progress: ImportProgressEvent) => set({ progress }),
        onStarted: (transaction: string) => set({ transaction }),
      };
      const result = await runSource(upload.id, { mapping, dryRun, fetch: fetches }, listeners);
      announce(dryRun ? texts.tried : texts.imported);
      return dryRun ? { trial: result } : { result, trial: undefined };
    });
  };

  const restart = () => {
    if (state.upload) void discardSource(state.upload.id).catch(() => undefined);
    setState(NONE);
  };

  return {
    state,
    choose,
    run,
    restart,
    cancel: () => running.current?.abort(),
    setMapping: (mapping: ImportMapping) => set({ mapping, trial: undefined }),
    setFetches: (fetches: boolean) => set({ fetches }),
  };
}
