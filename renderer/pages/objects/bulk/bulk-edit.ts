/** A bulk edit from its preview to its undo. Nothing is written that was not shown, nor over what was not seen. */
import type { QueryClient } from '@tanstack/react-query';
import type { JsonObject } from '#contract/values';
import { batchesOf, checkPatches, type PatchOperation, patchTogether } from '../../../api/batch';
import { forAll } from '../../../api/bulk';
import { ApiError, api } from '../../../api/client';
import { objectPath } from '../../../api/paths';
import { Together } from '../../../api/together';
import { titleOf } from '../../../ui/title-of';
import { alterations, type BulkChange, patchOf, reasonsByPlace, type ValueChange } from './bulk-change';

/** What becomes of one object. */
export interface PreviewRow {
  id: string;
  title: string;
  etag: string;
  altered: ValueChange[];
  /** Why it cannot be changed. */
  refused?: string;
}

export interface Preview {
  rows: PreviewRow[];
  /** How many have all of it already. */
  same: number;
}

export type Progress = (done: number, of: number) => void;

const operationOf = (row: PreviewRow, direction: 'forth' | 'back'): PatchOperation => ({
  id: row.id,
  data: patchOf(row.altered, direction),
  ifMatch: row.etag,
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Reads every object as it is now and has the server check what would be written. Throws `ApiError`. */
export async function previewEdit(
  collection: string,
  ids: readonly string[],
  changes: readonly BulkChange[],
  onProgress: Progress,
): Promise<Preview> {
  let read = 0;
  const { done, failure } = await forAll(ids, async (id): Promise<PreviewRow> => {
    try {
      const { data, etag } = await api.get<JsonObject>(objectPath(collection, id));
      return { id, title: titleOf(data), etag, altered: alterations(data, changes) };
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
      await checkPatches(
        collection,
        batch.map((row) => operationOf(row, 'forth')),
      );
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

export interface EditOutcome {
  /** What was written, with the ETags it has now. */
  written: PreviewRow[];
  /** Why the rest was not; reasons by the id of the object where they are about one. */
  failure?: { message: string; reasons: Map<string, string> };
}

/** Writes alterations forth or back in as few batches as the server takes; the first that is refused ends it. */
export async function writeEdit(
  client: QueryClient,
  collection: string,
  rows: readonly PreviewRow[],
  direction: 'forth' | 'back',
  onProgress: Progress = () => undefined,
): Promise<EditOutcome> {
  const written: PreviewRow[] = [];
  const together = new Together();
  for (const batch of batchesOf(rows)) {
    try {
      const operations = batch.map((row) => operationOf(row, direction));
      const tags = await patchTogether(client, collection, operations, together);
      written.push(...batch.map((row) => ({ ...row, etag: tags.get(row.id) ?? '' })));
      onProgress(written.length, rows.length);
    } catch (error) {
      const places = error instanceof ApiError ? reasonsByPlace(error.details) : new Map<number, string>();
      const reasons = new Map([...places].map(([place, reason]) => [batch[place]?.id ?? '', reason]));
      return { written, failure: { message: messageOf(error), reasons } };
    }
  }
  return { written };
}
