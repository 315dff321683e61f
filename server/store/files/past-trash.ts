/** Files of objects that were replaced or deleted after a time, from the trash. */
import { constants } from 'node:fs';
import { copyFile, link, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Yielder } from '../../async/yielder.js';
import { allFilesBelow } from '../disk/files-below.js';
import { codeOf } from '../disk/fs-errors.js';
import type { Layout } from '../disk/layout.js';
import { stampAt } from '../disk/stamp.js';
import { trashFolderOf } from '../file-history/trash-files.js';
import type { EntryRecord } from '../trash/entry.js';
import { readRecords } from '../trash/list.js';
import type { FileHistory } from '../types/file-history.js';

/** Bytes that are copied where the file system cannot link; further files count as not kept. */
const MAX_COPIED = 256 * 1024 * 1024;

/**
 * Gives files as they were at a time (ms since 1970) second names below `target`, where they were in the data folder.
 * The earliest deletion after the time has the bytes of the time. Links in the trash are not followed.
 */
export async function placePastFiles(layout: Layout, target: string, at: number): Promise<void> {
  const later = (await readRecords(layout))
    .filter(({ deleted }) => Date.parse(deleted) > at)
    .sort((a, b) => Date.parse(a.deleted) - Date.parse(b.deleted));
  const yielder = new Yielder();
  let copied = 0;
  for (const record of later) {
    const [folder, place] = trashFolderOf(record, layout);
    if (layout.linkOn(folder)) continue;
    for (const path of await allFilesBelow(folder)) {
      if (yielder.exhausted) await yielder.yieldToEventLoop();
      const source = join(folder, path);
      const stamp = stampAt(source);
      if (!stamp || stamp.mtimeMs > at || isJson(record, path)) continue;
      const mayCopy = stamp.size <= MAX_COPIED - copied;
      if (await placed(source, join(target, place, path), mayCopy)) copied += stamp.size;
    }
  }
}

/** As `placePastFiles`, of files whose bytes the history has. The folder of the past is only read. */
export async function placeKeptFiles(history: FileHistory, target: string, at: number): Promise<void> {
  for await (const { path, revision } of history.at(at)) {
    const source = await history.intact(revision);
    if (source === undefined) continue;
    await placed(source, join(target, ...path.split('/')), false);
  }
}

/** The JSON of a deleted collection is in the history. */
const isJson = ({ kind }: EntryRecord, path: string): boolean => kind === 'collection' && !path.includes('/');

/** Whether bytes were copied. A file that is there stays; one that cannot be placed is left out. */
async function placed(source: string, file: string, mayCopy: boolean): Promise<boolean> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    await link(source, file);
    return false;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || !mayCopy) return false;
  }
  return copyFile(source, file, constants.COPYFILE_EXCL).then(
    () => true,
    () => false,
  );
}
