/** Interrupted deletions and restorations are finished or dropped: at open, and after a fault. */
import { dirname, join } from 'node:path';
import { isSame } from '../../contract/merge/equality.js';
import { isJsonObject, type JsonObject } from '../../contract/values.js';
import type { CleanupQueue } from '../disk/cleanup-queue.js';
import type { DurableFiles } from '../disk/durable.js';
import { serialise } from '../disk/json-file.js';
import type { Layout } from '../disk/layout.js';
import type { Log } from '../disk/log.js';
import { removeEmpty } from '../disk/remove-empty.js';
import { isFolder, stampAt, statOf } from '../disk/stamp.js';
import { isAbandoned } from '../host/machine.js';
import type { FileHistory } from '../types/file-history.js';
import { ENTRY_FILE, type EntryRecord, FILES_FOLDER, holdsSomething, JSON_FILE } from './entry.js';
import { documentAt, documentOf } from './files.js';
import { placeOf } from './restore.js';

export interface RecoveryParts {
  layout: Layout;
  durable: DurableFiles;
  trash: { records(): Promise<EntryRecord[]>; adoptAll(): Promise<void> };
  machine: string;
  log: Log;
}

/** Finishes every interrupted entry. A read-only folder stays unchanged. */
export async function recoverTrash(parts: RecoveryParts): Promise<void> {
  const { layout, trash, machine, log } = parts;
  await trash.adoptAll().catch((error: unknown) => {
    log('warn', 'Objects deleted while the disk was full have no trash entries yet', error);
  });
  for (const record of await trash.records()) {
    const about = { at: Date.parse(record.deleted), path: layout.trashEntry(record.id), here: machine };
    // It may be half synced rather than half done.
    if (!isAbandoned(record, about)) continue;
    try {
      await finishEntry(parts, record);
    } catch (error) {
      log('warn', `The trash entry ${record.id} could not be completed`, error);
    }
  }
}

/** Completes an entry, or drops one that holds nothing. */
async function finishEntry(
  { layout, durable }: Pick<RecoveryParts, 'layout' | 'durable'>,
  record: EntryRecord,
): Promise<void> {
  const folder = layout.trashEntry(record.id);
  if (!isFolder(folder)) return;
  if (!holdsSomething(folder)) return durable.removeFolder(folder);
  const json = stampAt(join(folder, JSON_FILE));
  const files = join(folder, FILES_FOLDER);
  if (record.kind === 'change') return finishChange({ layout, durable }, record);
  if (record.kind === 'collection' || !json) return;
  const place = placeOf(layout, record);
  const existing = statOf(place.json);
  // One file under both names: a restoration that only had to take its entry away, or a copy made too early.
  if (existing?.ino === json.ino) return durable.removeFolder(folder);
  const waiting = record.files && !statOf(files) && !existing;
  if (waiting && place.files && isFolder(place.files)) await durable.move(place.files, files);
}

/**
 * Completes the entry of a change: drops it where the change is in its set as before, else moves the files that belong
 * to it. Throws where one cannot be moved.
 */
export async function finishChange(
  { layout, durable }: Pick<RecoveryParts, 'layout' | 'durable'>,
  record: EntryRecord,
): Promise<void> {
  const { id, collection, object = '', set = '', files, dropped = [] } = record;
  const folder = layout.trashEntry(id);
  const isMoved = !files && dropped.length > 0;
  if (isMoved) return;
  const current = documentAt(layout.changeOf(set, collection, object));
  const kept = documentOf(folder);
  if (!kept || (current && holdsAll(current, kept))) return durable.removeFolder(folder);
  if (dropped.length === 0) return;
  const from = layout.files(collection, object);
  for (const { path } of dropped) {
    const [source, target] = [from, join(folder, FILES_FOLDER)].map((at) => join(at, ...path.split('/')));
    if (!source || !target || layout.linkOn(source) || !stampAt(source)) continue;
    await durable.makeFolder(dirname(target));
    await durable.move(source, target);
    await removeEmpty(dirname(source), from);
  }
  await removeEmpty(from, dirname(from));
  const finished = { ...record, files: false };
  await durable.replace(join(folder, ENTRY_FILE), serialise(finished), { mode: 0o600 });
}

/** Whether a change of a set still does all that another one does. */
function holdsAll(current: JsonObject, { change, values }: JsonObject): boolean {
  const now = isJsonObject(current.values) ? current.values : {};
  const names = isJsonObject(values) ? Object.entries(values) : [];
  return current.change === change && names.every(([name, value]) => isSame(now[name], value));
}

/** What finishing an entry later needs. */
export interface FinishParts extends Pick<RecoveryParts, 'layout' | 'durable' | 'log'> {
  unfinished: CleanupQueue;
  fileHistory: Pick<FileHistory, 'trashed'>;
  /** Called for files that may not match their rows. */
  invalidate: (collection: string, id: string) => void;
}

/** An interrupted operation is completed or undone as soon as the disk allows. */
export function finishLater(parts: FinishParts, record: EntryRecord): void {
  const { collection, object, id } = record;
  const { unfinished, invalidate } = parts;
  const key = object === undefined ? id : `${collection}/${object}`;
  const work = async () => {
    await finishEntry(parts, record);
    parts.fileHistory.trashed(id);
  };
  unfinished.add(key, work, key);
  if (object !== undefined) invalidate(collection, object);
}
