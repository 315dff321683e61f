/**
 * One import, step by step: a file, what would happen, what happened. Columns are mapped by sending the file with
 * another first row: a parameter would be a second way to say what that row says.
 */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SheetFormat } from '#contract/sheets';
import type { ImportAnswer } from '#contract/transfer';
import { deleteObjects } from '../../api/bulk';
import { ApiError, UNREACHABLE } from '../../api/client';
import { keys } from '../../api/keys';
import { objectsPageQuery } from '../../api/queries';
import { refresh } from '../../api/stale';
import { type ImportFormat, type ImportRequest, importFile } from '../../api/transfer';
import { useAnnounce } from '../../ui/Announcer';
import { askChangedObjects } from '../../ui/ask-changed';
import { counted, plural } from '../../ui/format';
import { notifyDone, notifyFailed } from '../../ui/notify';
import { notifyChange } from '../../ui/undo-transaction';
import { afterCancelling } from './after-cancelling';

const texts = {
  checked: 'File checked. Nothing was written.',
  imported: 'Import complete.',
  updated: (count: number) => `${counted(count, 'object', 'objects')} updated by the import.`,
  failed: 'Import failed.',
  cancelled: 'Import cancelled. Nothing was imported.',
  tooLate: 'The import finished before it could be cancelled.',
  undone: (count: number) =>
    plural(count, '# imported object moved to the trash.', '# imported objects moved to the trash.'),
  undoFailed: 'Could not roll back everything',
  unknown:
    'The connection was lost, so it is unknown how much was imported. Check the file again to find out.',
};

export type ImportState =
  | { step: 'choose' }
  | { step: 'checking' }
  /** `cancelled`: an import was, and this is what is left to import; true when it is everything. */
  | { step: 'checked'; answer: ImportAnswer; cancelled?: boolean }
  | { step: 'importing'; done: number; of: number | undefined }
  | { step: 'cancelling' }
  | { step: 'done'; answer: ImportAnswer; undone: boolean };

export interface ImportFileRequest {
  format: ImportFormat;
  file: Blob;
  update: boolean;
  /** How a CSV file is written, as far as the file does not tell it. */
  written?: SheetFormat;
}

/** Milliseconds between two looks at how many objects there are by now. */
const LOOK = 400;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, LOOK));

/** Moves what an import has made to the trash. */
function useUndo(collection: string, onUndone: (answer: ImportAnswer) => void) {
  const client = useQueryClient();
  const announce = useAnnounce();
  return async (answer: ImportAnswer) => {
    const made = created(answer).map((version) => ({ ...version, changed: [] }));
    const { done, failure } = await deleteObjects(client, collection, made, (changed) =>
      askChangedObjects(
        counted(changed.length, 'changed object', 'changed objects'),
        changed.map(({ id }) => id),
      ),
    );
    if (failure !== undefined) return notifyFailed(texts.undoFailed, failure);
    onUndone(answer);
    notifyDone(texts.undone(done.length));
    announce(texts.undone(done.length));
  };
}

/** How many objects a collection has now. */
async function countIn(client: QueryClient, collection: string): Promise<number> {
  const query = objectsPageQuery(collection, { offset: 0, limit: 1 });
  return (await client.fetchQuery({ ...query, staleTime: 0 })).total;
}

const errorOf = (failure: unknown, message: string | undefined): Error =>
  message === undefined && failure instanceof Error ? failure : new Error(message ?? String(failure));

export function useImport(collection: string) {
  const client = useQueryClient();
  const announce = useAnnounce();
  const [state, setState] = useState<ImportState>({ step: 'choose' });
  const [error, setError] = useState<Error>();
  const running = useRef<AbortController>(undefined);
  /** The import itself goes on when the user leaves the page: only a click ends it. */
  const importing = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  /** Looks at the collection while it grows: the answer comes only at the end. */
  const follow = async (signal: AbortSignal, of: number) => {
    const before = await countIn(client, collection);
    while (!signal.aborted) {
      await pause();
      const done = Math.min(of, Math.max(0, (await countIn(client, collection)) - before));
      if (!signal.aborted) setState((now) => (now.step === 'importing' ? { ...now, done } : now));
    }
  };
  const fail = (failure: unknown, back: ImportState, message?: string) => {
    setState(back);
    setError(errorOf(failure, message));
    announce(texts.failed);
  };

  const check = async (request: ImportFileRequest) => {
    const stop = new AbortController();
    running.current = stop;
    setError(undefined);
    setState({ step: 'checking' });
    try {
      const asked: ImportRequest = { ...request, collection, dryRun: true, signal: stop.signal };
      const answer = await importFile(asked);
      setState({ step: 'checked', answer });
      announce(texts.checked);
    } catch (failure) {
      if (stop.signal.aborted) setState({ step: 'choose' });
      else fail(failure, { step: 'choose' });
    }
  };

  /** Waits until the server has taken back what a cancelled import had written. */
  const settle = async (request: ImportFileRequest, expected: ImportAnswer) => {
    setState({ step: 'cancelling' });
    const look = () => importFile({ ...request, collection, dryRun: true });
    try {
      const { answer, nothing } = await afterCancelling(expected, look, pause);
      setState({ step: 'checked', answer, cancelled: nothing });
      announce(nothing ? texts.cancelled : texts.tooLate);
    } catch (failure) {
      fail(failure, { step: 'choose' }, texts.unknown);
    }
  };

  const apply = async (request: ImportFileRequest, expected: ImportAnswer) => {
    const stop = new AbortController();
    importing.current = stop;
    const of = request.update ? undefined : expected.created;
    setError(undefined);
    setState({ step: 'importing', done: 0, of });
    if (of !== undefined) void follow(stop.signal, of).catch(() => undefined);
    try {
      const sent = { ...request, collection, dryRun: false, since: expected.at };
      const answer = await importFile({ ...sent, signal: stop.signal });
      setState({ step: 'done', answer, undone: false });
      announce(texts.imported);
      // Its report offers to undo what was created; what was updated is undone by its transaction.
      if (answer.updated > 0) notifyChange(client, texts.updated(answer.updated), answer.transaction);
    } catch (failure) {
      if (stop.signal.aborted) return await settle(request, expected);
      const lost = failure instanceof ApiError && failure.status === UNREACHABLE;
      fail(failure, { step: 'choose' }, lost ? texts.unknown : undefined);
    } finally {
      stop.abort();
      await refresh(client, keys.collection(collection), keys.collections, keys.trash);
    }
  };

  const undo = useUndo(collection, (answer) => setState({ step: 'done', answer, undone: true }));

  return {
    state,
    error,
    check,
    apply,
    undo,
    cancel: () => running.current?.abort(),
    /** Ends the import; what it has written by then is taken back. */
    cancelImport: () => importing.current?.abort(),
    /** Back to the file. */
    back: () => {
      setError(undefined);
      setState({ step: 'choose' });
    },
  };
}

export type ImportControl = ReturnType<typeof useImport>;

/** The objects an import has made, in the versions it has made, as far as its answer names them. */
export const created = ({ rows }: ImportAnswer): { id: string; etag: string }[] =>
  rows.flatMap(({ action, id, etag }) =>
    action === 'create' && id !== undefined && etag !== undefined ? [{ id, etag }] : [],
  );

/** Whether the answer names every object it has made: only then can all of them be taken back. */
export const canUndo = (answer: ImportAnswer): boolean =>
  !answer.dryRun && answer.created > 0 && created(answer).length === answer.created;
