/** Where the form of a draft is. */
import { COLLECTION_SETTINGS, type DraftSummary, FOLDER_SETTINGS, SCHEMAS } from '#contract/drafts';

const part = encodeURIComponent;

export interface FormAddress {
  path: string;
  /** Opens the draft in the form. */
  state?: { draft: string };
}

/** What a draft is about. */
export type DraftKind = 'object' | 'schema' | 'collection' | 'settings';

export function kindOf({ collection, object }: Pick<DraftSummary, 'collection' | 'object'>): DraftKind {
  if (collection === SCHEMAS) return 'schema';
  if (collection === FOLDER_SETTINGS.collection) return 'settings';
  return object === COLLECTION_SETTINGS ? 'collection' : 'object';
}

/** The form of a draft; a draft of something new, or for a new object, is opened in it at once. */
export function formOf(draft: DraftSummary): FormAddress {
  const { id, collection, object, missing } = draft;
  const state = { draft: id };
  switch (kindOf(draft)) {
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
        ? newFormOf(draft)
        : { path: `/c/${part(collection)}/${part(object)}`, state };
  }
}

/** The form of a new object that begins with the values of a draft. */
export const newFormOf = ({ id, collection }: Pick<DraftSummary, 'id' | 'collection'>): FormAddress => ({
  path: `/c/${part(collection)}/new`,
  state: { draft: id },
});
