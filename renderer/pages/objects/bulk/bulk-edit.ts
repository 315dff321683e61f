/**
 * A bulk edit, previewed and written. What others change in between is merged, and never overwritten unseen. The
 * preview is a dry run on the server: only it knows all rules, so a preview of our own would promise what the write
 * rejects.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { JsonObject } from '#contract/values';
import {
  batchesOf,
  checkPatches,
  type PatchOperation,
  patchTogether,
  problemsByPlace,
  refreshWritten,
} from '../../../api/batch';
import { ApiError, problemsOf } from '../../../api/client';
import { readObjects } from '../../../api/objects-by-id';
import { Together } from '../../../api/together';
import { titleOf } from '../../../ui/title-of';
import {
  alterations,
  type BulkChange,
  clashesByPlace,
  patchOf,
  type ValueChange,
  type ValueClash,
} from './bulk-change';

/** What becomes of one object. */
export interface PreviewRow {
  id: string;
  title: string;
  etag: string;
  altered: ValueChange[];
  /** Why it cannot be changed. */
  refused?: string;
  /** Values that others have changed since the preview. */
  clashes?: readonly ValueClash[];
}

export interface Preview {
  rows: PreviewRow[];
  /** How many have all of it already. */
  same: number;
}

/** What is being done, and how far it is. */
export interface Progress {
  doing: 'reading' | 'checking' | 'writing';
  done: number;
  of: number;
}

/** How a preview or a write is followed and stopped, and the change set that it is about. */
export interface Following {
  onProgress?: (progress: Progress) => void;
  signal?: AbortSignal | undefined;
  set?: string | undefined;
}

const operationOf = ({ id, altered, etag }: PreviewRow): PatchOperation => ({
  id,
  data: patchOf(altered),
  ifMatch: etag,
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What would be altered of an object, or why it cannot be. */
type Altered = Pick<PreviewRow, 'altered' | 'refused'>;

/** The same changes of every object. */
export const previewEdit = (
  collection: string,
  ids: readonly string[],
  changes: readonly BulkChange[],
  following: Following = {},
): Promise<Preview> =>
  previewRows(collection, ids, (data) => ({ altered: alterations(data, changes) }), following);

/**
 * Reads every object as it is now, live or in a change set, and has the server check what would be written. Throws
 * `ApiError`, and what `signal` was aborted with.
 */
export async function previewRows(
  collection: string,
  ids: readonly string[],
  alter: (object: JsonObject, id: string) => Altered,
  { onProgress = () => undefined, ...options }: Following = {},
): Promise<Preview> {
  const rows: PreviewRow[] = [];
  let done = 0;
  for await (const part of readObjects(collection, ids, options)) {
    for (const { id, read } of part) {
      const row: PreviewRow =
        read instanceof ApiError
          ? { id, title: id, etag: '', altered: [], refused: read.message }
          : { id, title: titleOf(read.data), etag: read.etag, ...alter(read.data, id) };
      if (row.altered.length > 0 || row.refused !== undefined) rows.push(row);
    }
    done += part.length;
    onProgress({ doing: 'reading', done, of: ids.length });
  }
  const sound = rows.filter((row) => row.refused === undefined);
  done = 0;
  for (const batch of batchesOf(sound)) {
    await check(collection, batch, options);
    done += batch.length;
    onProgress({ doing: 'checking', done, of: sound.length });
  }
  return { rows, same: ids.length - rows.length };
}

/** Notes why rows would be rejected. Throws `ApiError` where the reason is about none of them. */
async function check(collection: string, batch: readonly PreviewRow[], options: Following): Promise<void> {
  try {
    await checkPatches(collection, batch.map(operationOf), options);
  } catch (error) {
    const problems = problemsByPlace(problemsOf(error));
    if (problems.size === 0) throw error;
    for (const [place, { reason }] of problems) {
      const row = batch[place];
      if (row) row.refused = reason;
    }
  }
}

/** Why an object was left as it was. */
export type LeftRow = Pick<PreviewRow, 'refused' | 'clashes'>;

export interface EditOutcome {
  /** What was written. */
  written: PreviewRow[];
  /** Ids of the transactions; none where nothing was written. */
  transactions: readonly string[];
  /** Why the rest was not; reasons by the id of the object where they are about one. */
  failure?: { message: string; reasons: Map<string, LeftRow> };
}

/**
 * Writes alterations in as few batches as the server takes; the first that is rejected ends it. An aborted `signal` ends
 * it between two batches.
 */
export async function writeEdit(
  client: QueryClient,
  collection: string,
  rows: readonly PreviewRow[],
  { onProgress = () => undefined, set, signal }: Following = {},
): Promise<EditOutcome> {
  const written: PreviewRow[] = [];
  const together = new Together();
  const outcome: EditOutcome = { written, transactions: together.transactions };
  for (const batch of batchesOf(rows)) {
    if (signal?.aborted) break;
    try {
      await patchTogether(collection, batch.map(operationOf), { together, set });
    } catch (error) {
      outcome.failure = { message: messageOf(error), reasons: reasonsIn(error, batch) };
      break;
    }
    written.push(...batch);
    onProgress({ doing: 'writing', done: written.length, of: rows.length });
  }
  const ids = written.map(({ id }) => id);
  void refreshWritten(client, collection, ids, set);
  return outcome;
}

function reasonsIn(error: unknown, batch: readonly PreviewRow[]): Map<string, LeftRow> {
  if (!(error instanceof ApiError)) return new Map();
  const clashes = clashesByPlace(error.clashes);
  return new Map(
    [...problemsByPlace(error.details)].map(([place, { reason: refused }]) => {
      const clashing = clashes.get(place);
      return [batch[place]?.id ?? '', { refused, ...(clashing && { clashes: clashing }) }];
    }),
  );
}
