/** Files of objects as they were at a time: those that were replaced or deleted since, and those not written since. */
import { constants, createReadStream, openSync } from 'node:fs';
import { message } from '../../contract/messages/message.js';
import { missing } from '../../errors.js';
import { openPlainFile } from '../disk/open-file.js';
import { sameStamp, stampAt } from '../disk/stamp.js';
import { type FileHistory, UNKNOWN } from '../types/file-history.js';
import type { PropertyFiles } from '../types/files.js';
import type { Stamp } from '../types/stamp.js';

/** A link is not followed. Absent on Windows. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

type Place = [collection: string, id: string, path: string];

/** Where bytes are that files had at a time, by their objects (`blog/first-post`) and their paths below these. */
type FormerPaths = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Those that are damaged are left out. */
export async function formerPaths(history: FileHistory, at: number): Promise<FormerPaths> {
  const paths = new Map<string, Map<string, string>>();
  for await (const file of history.at(at)) {
    // The earliest that ended since; very large ones have no hash.
    const source = file.revision === UNKNOWN ? file.source : await history.intact(file);
    const [collection, id, ...below] = file.path.split('/');
    const object = `${collection}/${id}`;
    const known = paths.get(object) ?? new Map<string, string>();
    paths.set(object, known);
    if (source !== undefined && !known.has(below.join('/'))) known.set(below.join('/'), source);
  }
  return paths;
}

/** `files`: of the folder as it is; `document`: of the past; `former`: as of `formerPaths`. */
export function pastFiles(
  files: PropertyFiles,
  document: PropertyFiles['document'],
  former: FormerPaths,
  at: number,
): PropertyFiles {
  const pathFor = (...place: Place): string => {
    const [collection, id, below] = place;
    const path = former.get(`${collection}/${id}`)?.get(below);
    // What was replaced or deleted after the time was there then, whatever is there now.
    if (path !== undefined && stampAt(path)) return path;
    const stamp = files.stamp(...place);
    if (stamp && stamp.mtimeMs <= at) return files.pathFor(...place);
    throw gone(place, stamp);
  };
  return {
    ...bound(files),
    document,
    pathFor,
    open: async (...place) => {
      const file = openPlainFile(pathFor(...place));
      if (!file) throw gone(place, undefined);
      return file;
    },
    stamp: (...place) => stampAt(pathFor(...place)),
    isSame: (collection, id, path, stamp) => sameStamp(stampAt(pathFor(collection, id, path)), stamp),
    read: (...place) => createReadStream('', { fd: openSync(pathFor(...place), READ_FLAGS) }),
    list: async (collection, id) => {
      const found = new Map((await files.list(collection, id)).map((file) => [file.path, file]));
      for (const [path, { mtimeMs }] of found) if (mtimeMs > at) found.delete(path);
      for (const [path, source] of former.get(`${collection}/${id}`) ?? []) {
        const stamp = stampAt(source);
        if (stamp) found.set(path, { path, size: stamp.size, mtimeMs: stamp.mtimeMs });
      }
      return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    },
  };
}

const gone = ([, id, path]: Place, now: Stamp | undefined) =>
  missing(now ? message('pastFileReplaced', { path, id }) : message('pastFileMissing', { path, id }));

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
