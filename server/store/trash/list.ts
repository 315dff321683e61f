import { isLegalId } from '../../contract/names.js';
import type { TrashEntry } from '../../contract/objects.js';
import type { Layout } from '../disk/layout.js';
import { namesIn } from '../disk/names-in.js';
import { isFolder } from '../disk/stamp.js';
import { asEntry, type EntryRecord, holdsSomething, readEntry } from './entry.js';

/** Every readable record. */
export async function readRecords(layout: Layout): Promise<EntryRecord[]> {
  if (layout.linkOn(layout.trash)) return [];
  const names = await namesIn(layout.trash);
  const records = names.filter(isLegalId).map((id) => readEntry(layout.trashEntry(id), id));
  return records.filter((record) => record !== undefined);
}

/** The entries that hold something, newest first; `flat`: what has no entry yet. */
export function shownEntries(
  layout: Layout,
  records: readonly EntryRecord[],
  flat: readonly EntryRecord[],
): TrashEntry[] {
  const shown = [
    ...records.filter(({ id }) => holdsSomething(layout.trashEntry(id))),
    ...flat.filter(({ id }) => !isFolder(layout.trashEntry(id))),
  ];
  return shown.map(asEntry).sort((a, b) => (a.deleted < b.deleted ? 1 : a.deleted > b.deleted ? -1 : 0));
}
