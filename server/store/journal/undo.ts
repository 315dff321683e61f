/** Undoes the changes of a batch of objects. It depends only on the files on disk, so it can be repeated. */
import { join } from 'node:path';
import type { DurableFiles } from '../disk/durable.js';
import { readBytes } from '../disk/json-file.js';
import type { Layout } from '../disk/layout.js';
import type { Log } from '../disk/log.js';
import { isFolder, stampAt, statOf } from '../disk/stamp.js';
import { JSON_FILE } from '../trash/entry.js';
import type { TrashFolder } from '../trash/trash.js';
import { ABSENT, type BatchRecord, digestOf, folderOf, oldFile, targetOf } from './record.js';

interface UndoParts {
  layout: Layout;
  durable: DurableFiles;
  trash: TrashFolder;
  log: Log;
}

/** Undoes what a record lists. What was changed elsewhere since then is left as it is. */
export async function undoBatch(parts: UndoParts, record: BatchRecord, folder: string): Promise<void> {
  const { layout, trash } = parts;
  for (const { collection, id, entry } of record.removals) {
    if (!isFolder(layout.collection(collection)) || statOf(layout.object(collection, id))) continue;
    if (stampAt(join(layout.trashEntry(entry), JSON_FILE))) await trash.restore(entry);
  }
  for (const [at, write] of record.writes.entries()) {
    if (isFolder(folderOf(layout, write))) await undoWrite(parts, write, join(folder, oldFile(at)));
  }
}

async function undoWrite(
  { layout, durable, trash, log }: UndoParts,
  write: BatchRecord['writes'][number],
  old: string,
): Promise<void> {
  const { collection, id, before, after } = write;
  const target = targetOf(layout, write);
  layout.guard(target);
  const existing = digestOf(readBytes(target)?.bytes);
  if (existing === before) return;
  if (existing !== after) {
    log('warn', `${collection}/${id} was changed by another program and is left as it is`);
    // The only copy of the file before the change.
    if (digestOf(readBytes(old)?.bytes) === before && before !== ABSENT)
      await trash.keepDamaged(collection, id, old);
    return;
  }
  if (before === ABSENT) return durable.remove(target);
  if (digestOf(readBytes(old)?.bytes) !== before) {
    throw new Error(`The former version of ${collection}/${id} is not in the journal`);
  }
  await durable.move(old, target);
}

/** Whether a change is there in part: some of its files are the new ones, and some are not. */
export function isMixed({ layout }: Pick<UndoParts, 'layout'>, { writes, removals }: BatchRecord): boolean {
  const done = [
    ...writes.map((write) => digestOf(readBytes(targetOf(layout, write))?.bytes) === write.after),
    ...removals.map(({ collection, id }) => statOf(layout.object(collection, id)) === undefined),
  ];
  return done.includes(true) && done.includes(false);
}
