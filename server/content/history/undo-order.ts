/** In which order the changes of a transaction are undone. */
import type { Subject } from './activity.js';
import type { StoredVersions } from './stored-versions.js';
import type { Step } from './undo-steps.js';

/** What was changed, and the runs of changes that are undone. */
export interface FoundChange {
  subject: Subject;
  steps: Step[];
  stored: StoredVersions;
}

/**
 * Objects are checked by the schema they had, and what was created is removed once nothing uses it: a collection without
 * objects, a schema without collections.
 */
export function placeOf({ subject, steps }: FoundChange): number {
  const isNew = steps.at(-1)?.before === null;
  if (subject.type === 'schema') return isNew ? 3 : 0;
  return subject.type === 'collection' && isNew ? 2 : 1;
}
