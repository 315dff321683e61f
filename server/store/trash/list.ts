import { Yielder } from '../../async/yielder.js';
import { isLegalId } from '../../contract/names.js';
import type { TrashEntry } from '../../contract/objects.js';
import type { Layout } from '../disk/layout.js';
import { namesIn } from '../disk/names-in.js';
import { isFolder } from '../disk/stamp.js';
import { asEntry, type EntryRecord, holdsSomething, readEntry } from './entry.js';

/** Every readable record. */
export async function readRecords(layout: Layout): Promise<EntryRecord[]> {
  if (layout.linkOn(layout.trash)) return [];
  const records: EntryRecord[] = [];
  const yielder = new Yielder();
  for (const id of (await namesIn(layout.trash)).filter(isLegalId)) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    const record = readEntry(layout.trashEntry(id), id);
    if (record) records.push(record);
  }
  return records;
}

/** The entries that hold something, newest first; `flat`: what has no entry yet. */
export async function shownEntries(
  layout: Layout,
  records: readonly EntryRecord[],
  flat: readonly EntryRecord[],
): Promise<TrashEntry[]> {
  const shown: EntryRecord[] = flat.filter(({ id }) => !isFolder(layout.trashEntry(id)));
  const yielder = new Yielder();
  for (const record of records) {
    if (yielder.exhausted) await yielder.yieldToEventLoop();
    if (holdsSomething(layout.trashEntry(record.id))) shown.push(record);
  }
  return shown.map(asEntry).sort((a, b) => (a.deleted < b.deleted ? 1 : a.deleted > b.deleted ? -1 : 0));
}
