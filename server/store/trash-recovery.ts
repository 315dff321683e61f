/** At open: deletions and restorations that were cut off are finished or dropped (promises, part 2). */
import { join } from 'node:path';
import type { DurableFiles } from './durable.js';
import type { Layout } from './layout.js';
import type { Log } from './log.js';
import { isAlive } from './process-alive.js';
import { isFolder, stampAt, statOf } from './stamp.js';
import type { TrashFolder } from './trash.js';
import { type EntryRecord, FILES_FOLDER, holdsSomething, JSON_FILE, thisMachine } from './trash-entry.js';
import { takeBackReplaced } from './trash-files.js';
import { placeOf } from './trash-restore.js';

const PATIENCE_MS = 60_000;

export interface RecoveryParts {
  layout: Layout;
  durable: DurableFiles;
  trash: TrashFolder;
  log: Log;
}

/** Settles every entry this machine left half done. A folder that cannot be written stays as it is. */
export async function recoverTrash(parts: RecoveryParts): Promise<void> {
  for (const record of await parts.trash.records()) {
    // Another machine's entry may be half synced rather than half done.
    if (record.machine !== thisMachine() || isUnderWay(record)) continue;
    try {
      await settle(parts, record);
    } catch (error) {
      parts.log('warn', `The trash entry ${record.id} could not be completed`, error);
    }
  }
}

/** Another process may be at it right now; after a minute its number belongs to somebody else. */
function isUnderWay({ pid, deleted }: EntryRecord): boolean {
  return Math.abs(Date.now() - Date.parse(deleted)) < PATIENCE_MS && isAlive(pid);
}

async function settle(parts: RecoveryParts, record: EntryRecord): Promise<void> {
  const { layout, durable } = parts;
  const folder = layout.trashEntry(record.id);
  if (!holdsSomething(folder)) return durable.removeFolder(folder);
  if (record.replacing) return takeBackReplaced(parts, record);
  const json = stampAt(join(folder, JSON_FILE));
  const files = join(folder, FILES_FOLDER);
  if (record.kind === 'collection' || !json) return;
  const place = placeOf(layout, record);
  const standing = statOf(place.json);
  // One file under both names: a restoration that only had to take its entry away, or a copy made too early.
  if (standing?.ino === json.ino) return durable.removeFolder(folder);
  const waiting = record.files && !statOf(files) && !standing;
  if (waiting && place.files && isFolder(place.files)) await durable.move(place.files, files);
}
