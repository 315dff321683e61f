/** Files of objects as they were at a time: those that were replaced or deleted since, and those not written since. */
import { message } from '../../contract/messages/message.js';
import { missing } from '../../errors.js';
import type { PropertyFiles } from '../types/files.js';

type Place = [collection: string, id: string, path: string];

/** `files`: of the folder as it is; `past`: of a folder with JSON files of the past, and former files. */
export function pastFiles(files: PropertyFiles, past: PropertyFiles, at: number): PropertyFiles {
  const sourceOf = (...place: Place): PropertyFiles => {
    // What was replaced or deleted after the time was there then, whatever is there now.
    if (past.stamp(...place)) return past;
    const stamp = files.stamp(...place);
    if (stamp && stamp.mtimeMs <= at) return files;
    const [, id, path] = place;
    throw missing(
      stamp ? message('pastFileReplaced', { path, id }) : message('pastFileMissing', { path, id }),
    );
  };
  return {
    ...bound(files),
    document: (collection, id) => past.document(collection, id),
    open: async (...place) => sourceOf(...place).open(...place),
    pathFor: (...place) => sourceOf(...place).pathFor(...place),
    stamp: (...place) => sourceOf(...place).stamp(...place),
    isSame: (collection, id, path, stamp) =>
      sourceOf(collection, id, path).isSame(collection, id, path, stamp),
    read: (...place) => sourceOf(...place).read(...place),
    list: async (...object) => {
      const former = await past.list(...object);
      const names = new Set(former.map(({ path }) => path));
      const current = await files.list(...object);
      const left = current.filter(({ path, mtimeMs }) => mtimeMs <= at && !names.has(path));
      return [...former, ...left].sort((a, b) => (a.path < b.path ? -1 : 1));
    },
  };
}

const bound = (files: PropertyFiles): PropertyFiles => ({
  open: (...args) => files.open(...args),
  pathFor: (...args) => files.pathFor(...args),
  stamp: (...args) => files.stamp(...args),
  isSame: (...args) => files.isSame(...args),
  list: (...args) => files.list(...args),
  below: (...args) => files.below(...args),
  duplicate: (...args) => files.duplicate(...args),
  clear: (...args) => files.clear(...args),
  makeFolder: (...args) => files.makeFolder(...args),
  read: (...args) => files.read(...args),
  document: (...args) => files.document(...args),
  incoming: () => files.incoming(),
});
