/** Time and place of a save, for field kinds. */
import { filePathProblem } from '../../contract/file-names.js';
import type { SaveContext } from '../../properties/kind.js';
import type { Base } from './base.js';

/** For a new object: its sent values are trusted. */
export const newContext = (base: Base): SaveContext => ({
  now: base.now(),
  longTexts: base.longTexts,
});

/** For a save of one object: a value may only name files in the object's folder. */
export const saveContext = (base: Base, collection: string, id: string): SaveContext => ({
  ...newContext(base),
  fileExists: (path) =>
    filePathProblem(path) === undefined && base.store.files.stamp(collection, id, path) !== undefined,
});
