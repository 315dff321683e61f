/** Files of objects in the trash, and where they were in the data folder. */
import { join } from 'node:path';
import { isLegalId } from '../../contract/names.js';
import { allFilesBelow } from '../disk/files-below.js';
import type { Layout } from '../disk/layout.js';
import { stampAt } from '../disk/stamp.js';
import { isKept } from '../history/kept-paths.js';
import { COLLECTION_FOLDER, type EntryRecord, FILES_FOLDER } from '../trash/entry.js';

export interface TrashFile {
  /** Absolute path in the trash. */
  source: string;
  /** Below the data folder, when it was there. */
  path: string;
}

/** The files of an entry; texts of properties have a history of their own. Links are not followed. */
export async function filesOfEntry(
  { kind, id, collection, object = '' }: EntryRecord,
  layout: Layout,
): Promise<TrashFile[]> {
  const isCollection = kind === 'collection';
  const folder = join(layout.trashEntry(id), isCollection ? COLLECTION_FOLDER : FILES_FOLDER);
  const place = isCollection ? collection : `${collection}/${object}`;
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

/** Where the trash has a file that went with an entry; undefined where it does not. */
export function sourceInTrash(entry: string | undefined, path: string, layout: Layout): string | undefined {
  if (entry === undefined || !isLegalId(entry)) return undefined;
  const [, object = '', ...below] = path.split('/');
  const folder = layout.trashEntry(entry);
  const files = [join(folder, FILES_FOLDER, ...below), join(folder, COLLECTION_FOLDER, object, ...below)];
  return files.find((file) => stampAt(file) && !layout.linkOn(file));
}
