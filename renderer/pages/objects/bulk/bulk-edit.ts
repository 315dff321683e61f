/**
 * A bulk edit, previewed and written. What others change in between is merged, and never overwritten unseen. The
 * preview is a dry run on the server: only it knows all rules, so a preview of our own would promise what the write
 * rejects.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { JsonObject } from '#contract/values';
import { batchesOf, checkPatches, type PatchOperation, patchTogether } from '../../../api/batch';
import { forAll } from '../../../api/bulk';
import { ApiError, api } from '../../../api/client';
import { objectPath } from '../../../api/paths';
import { Together } from '../../../api/together';
import { titleOf } from '../../../ui/title-of';
import {
  alterations,
  type BulkChange,
  clashesByPlace,
  patchOf,
  reasonsByPlace,
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

export type Progress = (done: number, of: number) => void;

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
  onProgress: Progress,
  set?: string,
): Promise<Preview> =>
  previewRows(collection, ids, (data) => ({ altered: alterations(data, changes) }), onProgress, set);

/** Reads every object as it is now, live or in a change set, and has the server check what would be written. Throws `ApiError`. */
export async function previewRows(
  collection: string,
  ids: readonly string[],
  alter: (object: JsonObject, id: string) => Altered,
  onProgress: Progress,
  set?: string,
): Promise<Preview> {
  let read = 0;
  const { done, failure } = await forAll(ids, async (id): Promise<PreviewRow> => {
    try {
      const { data, etag } = await api.get<JsonObject>(objectPath(collection, id), { set });
      return { id, title: titleOf(data), etag, ...alter(data, id) };
    } catch (error) {
      // An object that is gone or damaged is refused; a server that does not answer ends the preview.
      if (!(error instanceof ApiError) || ![404, 409, 422, 500].includes(error.status)) throw error;
      return { id, title: id, etag: '', altered: [], refused: messageOf(error) };
    } finally {
      read += 1;
      onProgress(read, ids.length);
    }
  });
  if (failure !== undefined) throw failure;
  const order = new Map(ids.map((id, place) => [id, place]));
  const rows = done
    .filter((row) => row.altered.length > 0 || row.refused !== undefined)
    .sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  for (const batch of batchesOf(rows.filter((row) => row.refused === undefined))) {
    try {
      await checkPatches(collection, batch.map(operationOf), set);
    } catch (error) {
      const reasons = error instanceof ApiError ? reasonsByPlace(error.details) : new Map<number, string>();
      if (reasons.size === 0) throw error;
      for (const [place, reason] of reasons) {
        const row = batch[place];
        if (row) row.refused = reason;
      }
    }
  }
  return { rows, same: ids.length - rows.length };
}

/** Why an object was left as it was. */
export type LeftRow = Pick<PreviewRow, 'refused' | 'clashes'>;

export interface EditOutcome {
  /** What was written. */
  written: PreviewRow[];
  /** Id of the transaction; undefined where nothing was written. */
  transaction?: string | undefined;
  /** Why the rest was not; reasons by the id of the object where they are about one. */
  failure?: { message: string; reasons: Map<string, LeftRow> };
}

/** Writes alterations in as few batches as the server takes; the first that is rejected ends it. */
export async function writeEdit(
  client: QueryClient,
  collection: string,
  rows: readonly PreviewRow[],
  { onProgress = () => undefined, set }: { onProgress?: Progress; set?: string | undefined } = {},
): Promise<EditOutcome> {
  const written: PreviewRow[] = [];
  const together = new Together();
  let transaction: string | undefined;
  for (const batch of batchesOf(rows)) {
    try {
      transaction = await patchTogether(client, collection, batch.map(operationOf), { together, set });
      written.push(...batch);
      onProgress(written.length, rows.length);
    } catch (error) {
      return {
        written,
        transaction,
        failure: { message: messageOf(error), reasons: reasonsIn(error, batch) },
      };
    }
  }
  return { written, transaction };
}

function reasonsIn(error: unknown, batch: readonly PreviewRow[]): Map<string, LeftRow> {
  if (!(error instanceof ApiError)) return new Map();
  const clashes = clashesByPlace(error.clashes);
  return new Map(
    [...reasonsByPlace(error.details)].map(([place, refused]) => {
      const clashing = clashes.get(place);
      return [batch[place]?.id ?? '', { refused, ...(clashing && { clashes: clashing }) }];
    }),
  );
}
