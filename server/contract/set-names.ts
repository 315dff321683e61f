/** Names of change sets; apart from the shapes of requests, which the first screen of the admin does not need. */

/** The set that every folder has: what editors have saved as a draft. */
export const SHARED_DRAFT = 'draft';

/** In a perspective the last of the sets: the unsaved changes of the forms that the reader has open. No set has this id. */
export const UNSAVED_CHANGES = 'unsaved';

/** Names the sets of a request; in the answer to callers who may only suggest the suggestion they work on. */
export const PERSPECTIVE_HEADER = 'X-Plinth-Perspective';

/** The event of a change of a set (spec/events.md#change-sets): a set, or with collection and id a change in it. */
export const CHANGE_SET_EVENT = 'change-set';
