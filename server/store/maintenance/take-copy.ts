/** Moves conflict copies to the trash. */
import { join } from 'node:path';
import type { ChangeOrigin } from '../../contract/changes.js';
import { message } from '../../contract/messages/message.js';
import { isLegalId } from '../../contract/names.js';
import type { ConflictCopy, TrashEntry } from '../../contract/objects.js';
import { stale } from '../disk/fs-errors.js';
import { readBytes } from '../disk/json-file.js';
import type { OwnWrites } from '../disk/own-writes.js';
import { revisionOf } from '../history/revision.js';
import { asEntry, JSON_FILE } from '../trash/entry.js';
import { type EntryParts, NewEntries } from '../trash/new-entries.js';
import type { History } from '../types/history.js';
import type { ConflictCopies } from './conflict-copies.js';

export interface TakeCopyParts extends EntryParts {
  own: OwnWrites;
  history: History;
  copies: ConflictCopies;
}

/** `revision`: of its bytes as they were seen. Throws `stale` where it has others now, `missing`. */
export async function takeCopy(
  { layout, durable, own, history, copies, ...parts }: TakeCopyParts,
  { collection: place, id, path }: ConflictCopy,
  revision: string,
  change: ChangeOrigin,
): Promise<TrashEntry> {
  const name = path.slice(place.length + 1);
  const source = layout.named(place, name);
  const object = isLegalId(id) ? id : undefined;
  const entry = { kind: 'copy', collection: place, object, title: name, file: name, files: false } as const;
  return own.during(path, async () => {
    const record = await new NewEntries({ layout, durable, ...parts }).take(entry, source, JSON_FILE);
    const folder = layout.trashEntry(record.id);
    const taken = join(folder, JSON_FILE);
    // Compared when no other program can change it any more.
    if (revisionOf(readBytes(taken)?.bytes ?? Buffer.alloc(0)) !== revision) {
      await durable.move(taken, source, { expect: 'absent' });
      await durable.removeFolder(folder).catch(() => {});
      throw stale(message('conflictCopyChanged'));
    }
    copies.taken(path);
    if (history.keeps(source)) history.record(path, null, change);
    return asEntry(record);
  });
}
