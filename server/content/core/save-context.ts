/** The moment and the place of a save, as field kinds need to know them. */
import { filePathProblem } from '../../contract/file-names.js';
import type { SaveContext } from '../../properties/kind.js';
import type { Base } from './base.js';

/** For an object that is new here: whatever comes with it is believed. */
export const newContext = (base: Base): SaveContext => ({
  now: base.now(),
  longTexts: base.longTexts,
});

/** For a save of one object: a value may only name files that lie in the object's folder. */
export const saveContext = (base: Base, collection: string, id: string): SaveContext => ({
  ...newContext(base),
  stands: (path) =>
    filePathProblem(path) === undefined && base.store.files.stamp(collection, id, path) !== undefined,
});
