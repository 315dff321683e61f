/** Files of objects as they were at a time: those that have not been written since. */
import { missing } from '../../errors.js';
import type { PropertyFiles } from '../types/files.js';

/** `documents`: reads JSON files of the past; `files`: of the folder as it is. */
export function pastFiles(files: PropertyFiles, documents: PropertyFiles, at: number): PropertyFiles {
  const check = (collection: string, id: string, path: string) => {
    const stamp = files.stamp(collection, id, path);
    if (stamp && stamp.mtimeMs <= at) return stamp;
    throw missing(
      stamp
        ? `The bytes of "${path}" of "${id}" at this time are not kept: the file was replaced later`
        : `The bytes of "${path}" of "${id}" at this time are not kept`,
    );
  };
  return {
    ...bound(files),
    document: (collection, id) => documents.document(collection, id),
    open: async (...place) => {
      check(...place);
      return files.open(...place);
    },
    pathFor: (...place) => {
      check(...place);
      return files.pathFor(...place);
    },
    stamp: (...place) => check(...place),
    read: (...place) => {
      check(...place);
      return files.read(...place);
    },
    list: async (...place) => (await files.list(...place)).filter(({ mtimeMs }) => mtimeMs <= at),
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
