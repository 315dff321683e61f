/** Imports of content of other systems (spec/import-export.md#other-systems). */
import type { ImportMapping, ImportProgressEvent, SourceImportResult } from '#contract/imports';
import { t } from '../t';
import { api, NO_VERSION } from './client';
import { SOURCES, sourcePath } from './paths';
import { readWork } from './work';

export interface UploadedSource {
  id: string;
  name: string;
  mapping: ImportMapping;
  /** How many items it has. */
  total: number;
  /** Whether the mapping is that of an earlier import. */
  earlier: boolean;
}

const UNEXPECTED_END = t('The connection was lost. What was imported stays; import again to continue.');

export async function uploadSource(
  file: File,
  baseUrl: string,
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<UploadedSource> {
  const form = new FormData();
  if (baseUrl !== '') form.set('baseUrl', baseUrl);
  form.set('file', file, file.name);
  return (await api.upload<UploadedSource>(SOURCES, form, { ifMatch: NO_VERSION, signal, onProgress })).data;
}

export const discardSource = (id: string): Promise<unknown> =>
  api.delete(sourcePath(id), { ifMatch: NO_VERSION });

type RunEvent = ({ event: 'progress' } & ImportProgressEvent) | { event: 'started'; transaction: string };

export interface SourceRun {
  mapping: ImportMapping;
  dryRun: boolean;
  /** Whether files are fetched from the addresses in the source. */
  fetch: boolean;
}

export interface RunListeners {
  signal: AbortSignal;
  onProgress?: (event: ImportProgressEvent) => void;
  /** Called with the transaction once the import writes. */
  onStarted?: (transaction: string) => void;
}

/** Runs an import, or tries it. Throws `ApiError`, and `AbortError` when it is canceled. */
export async function runSource(
  id: string,
  run: SourceRun,
  { signal, onProgress, onStarted }: RunListeners,
): Promise<SourceImportResult> {
  const told = (event: RunEvent) =>
    event.event === 'progress' ? onProgress?.(event) : onStarted?.(event.transaction);
  const read = readWork<RunEvent, SourceImportResult>(told, UNEXPECTED_END);
  return (
    await api.post<SourceImportResult>(sourcePath(id), { ifMatch: NO_VERSION, body: run, signal, read })
  ).data;
}
