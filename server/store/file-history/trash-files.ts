/** Files of objects in the trash, and where they were in the data folder. */
import { join } from 'node:path';
import { allFilesBelow } from '../disk/files-below.js';
import type { Layout } from '../disk/layout.js';
import { isFolder, stampAt } from '../disk/stamp.js';
import { isKept } from '../history/kept-paths.js';
import { COLLECTION_FOLDER, type EntryRecord, FILES_FOLDER } from '../trash/entry.js';

/** The folder of an entry with files, and what it was in the data folder. */
export function trashFolderOf(
  { kind, id, collection, object = '' }: EntryRecord,
  layout: Layout,
): [folder: string, place: string] {
  const entry = layout.trashEntry(id);
  return kind === 'collection'
    ? [join(entry, COLLECTION_FOLDER), collection]
    : [join(entry, FILES_FOLDER), `${collection}/${object}`];
}

export interface TrashFile {
  /** Absolute path in the trash. */
  source: string;
  /** Below the data folder, when it was there. */
  path: string;
}

/** The files of an entry; texts of properties have a history of their own. Links are not followed. */
export async function filesOfEntry(record: EntryRecord, layout: Layout): Promise<TrashFile[]> {
  const [folder, place] = trashFolderOf(record, layout);
  if (layout.linkOn(folder)) return [];
  const files: TrashFile[] = [];
  for (const below of await allFilesBelow(folder)) {
    const path = `${place}/${below}`;
    const isHidden = below.split('/').some((name) => name.startsWith('.'));
    if (!isHidden && !isKept(path) && path.split('/').length > 2)
      files.push({ source: join(folder, below), path });
  }
  return files;
}

/** Whether the files of an entry have not come yet. */
export const isIncomplete = (record: EntryRecord, layout: Layout): boolean =>
  record.files && !isFolder(trashFolderOf(record, layout)[0]) && isWaiting(record, layout);

const isWaiting = ({ kind, collection, object }: EntryRecord, layout: Layout): boolean =>
  kind === 'object' &&
  object !== undefined &&
  !stampAt(layout.object(collection, object)) &&
  isFolder(layout.files(collection, object));
