/** Where the form of unsaved changes is. */
import { COLLECTION_SETTINGS, FOLDER_SETTINGS, SCHEMAS, type UnsavedSummary } from '#contract/unsaved';

const part = encodeURIComponent;

export interface FormAddress {
  path: string;
  /** Takes them into the form. */
  state?: { unsaved: string };
}

/** What the changes are of. */
export type FormKind = 'object' | 'schema' | 'collection' | 'settings';

export function kindOf({ collection, object }: Pick<UnsavedSummary, 'collection' | 'object'>): FormKind {
  if (collection === SCHEMAS) return 'schema';
  if (collection === FOLDER_SETTINGS.collection) return 'settings';
  return object === COLLECTION_SETTINGS ? 'collection' : 'object';
}

/** The form of unsaved changes; those of something new, or for a new object, are taken into it at once. */
export function formOf(unsaved: UnsavedSummary): FormAddress {
  const { id, collection, object, missing } = unsaved;
  const state = { unsaved: id };
  switch (kindOf(unsaved)) {
    case 'schema':
      return object === undefined || missing
        ? { path: '/schemas/new', state }
        : { path: `/schemas/${part(object)}/edit`, state };
    case 'settings':
      return { path: '/settings', state };
    case 'collection':
      return { path: `/c/${part(collection)}`, state };
    case 'object':
      return object === undefined
        ? newFormOf(unsaved)
        : { path: `/c/${part(collection)}/${part(object)}`, state };
  }
}

/** The form of a new object that begins with the values of unsaved changes. */
export const newFormOf = ({ id, collection }: Pick<UnsavedSummary, 'id' | 'collection'>): FormAddress => ({
  path: `/c/${part(collection)}/new`,
  state: { unsaved: id },
});
