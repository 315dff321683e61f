/** Records imports of rows while they run: an interrupted one is reported at the next start. */
import { createHash } from 'node:crypto';
import type { WriteBase } from '../content/core/base.js';
import { ImportProgress } from '../content/imports/import-progress.js';
import { allOrNothing, type Undo } from '../content/imports/undo.js';

export interface RecordedImport {
  collection: string;
  /** The same for the same file, imported in the same way. */
  digest: string;
  /** How many rows there are. */
  total: number;
  dryRun: boolean;
}

/** The identity of an import: the collection, whether objects are changed, and the file. */
export function digestOfFile(
  collection: string,
  { update }: { update: boolean },
  file: Buffer | string,
): string {
  return createHash('sha256')
    .update(JSON.stringify([collection, update]))
    .update(file)
    .digest('hex');
}

/**
 * Does the work of an import whole or not at all, as `allOrNothing` does. `done` notes that a row was imported, and
 * resolves when that is durable. A dry run leaves no record.
 */
export async function recorded(
  base: WriteBase,
  { collection, digest, total, dryRun }: RecordedImport,
  work: (undo: Undo, own: WriteBase, done: (row: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  const head = { name: collection, collection, digest, begun: base.now().toISOString(), seed: 0, total };
  const progress = await ImportProgress.open(base, head, { dryRun });
  await allOrNothing(
    base,
    'import',
    (undo, own) => work(undo, own, (row) => progress.made(`row ${row}`)),
    progress,
  );
  await progress.finish();
}
