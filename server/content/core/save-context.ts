/** Time and place of a save, for field kinds. */
import { filePathProblem } from '../../contract/file-names.js';
import type { SaveContext } from '../../properties/kind.js';
import type { Base } from './base.js';

/** So many checks of a request that saves many objects may end for their time: 20 seconds. */
const MOST_SLOW_CHECKS = 2000;

/** The same folder for a request that saves many objects, whose slow checks are counted together. */
export const withSlowChecks = <T extends Base>(base: T): T => ({
  ...base,
  slowChecks: { left: MOST_SLOW_CHECKS },
});

/** For a new object: its sent values are trusted. */
export const newContext = (base: Base): SaveContext => ({
  now: base.now(),
  longTexts: base.longTexts,
  ...(base.slowChecks && { slowChecks: base.slowChecks }),
});

/** For a save of one object: a value may only name files in the object's folder. */
export const saveContext = (base: Base, collection: string, id: string): SaveContext => ({
  ...newContext(base),
  fileExists: (path) =>
    filePathProblem(path) === undefined && base.store.files.stamp(collection, id, path) !== undefined,
});
