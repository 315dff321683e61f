/** What a form changes, and the right that takes (spec/unsaved.md). */
import type { Need } from '../access/permit.js';
import { message } from '../contract/messages/message.js';
import { isLegalId } from '../contract/names.js';
import { COLLECTION_SETTINGS, FOLDER_SETTINGS, type FormPlace, SCHEMAS } from '../contract/unsaved.js';
import { invalid } from '../errors.js';
import type { Site } from '../site.js';

const isId = (value: unknown): value is string => typeof value === 'string' && isLegalId(value);

/** Whether `object` names something in `collection` that has a form; undefined: something new. */
function isObject(collection: string, object: unknown): object is string | undefined {
  if (collection === FOLDER_SETTINGS.collection) return object === FOLDER_SETTINGS.object;
  if (object === undefined || isId(object)) return true;
  return object === COLLECTION_SETTINGS && collection !== SCHEMAS;
}

/** The place a body names. Throws `invalid`. */
export function placeOf({ collection, object }: FormPlace): FormPlace {
  const isPlace = (value: unknown): value is string =>
    isId(value) || value === SCHEMAS || value === FOLDER_SETTINGS.collection;
  if (!isPlace(collection)) {
    throw invalid(message('formOfNoObject'), { collection: [message('notIdOfCollection')] });
  }
  if (!isObject(collection, object)) {
    throw invalid(message('formOfNoObject'), { object: [message('notIdOfObject')] });
  }
  return { collection, ...(object !== undefined && { object }) };
}

/** Whether it is the form of an object, not of a schema or of settings. */
export const isOfObject = ({ collection, object }: FormPlace): boolean =>
  !collection.startsWith('.') && object !== COLLECTION_SETTINGS;

/** The change that a form makes when it is saved. */
export function changeOf({ collection, object }: FormPlace): Need {
  const manage = { method: 'PUT', operation: 'manage' } as const;
  if (collection === SCHEMAS) return { ...manage, segments: ['schemas', ...(object ? [object] : [])] };
  if (collection === FOLDER_SETTINGS.collection) return { ...manage, segments: ['settings'] };
  if (object === COLLECTION_SETTINGS) return { ...manage, segments: ['collections', collection] };
  return object === undefined
    ? { method: 'POST', segments: ['collections', collection], operation: 'create' }
    : { method: 'PATCH', segments: ['collections', collection, object], operation: 'update' };
}

/** Whether what a form changes exists; for a new object its collection. */
export async function exists({ store, collections, library }: Site, place: FormPlace): Promise<boolean> {
  const { collection, object } = place;
  if (collection === SCHEMAS) return object === undefined || library.document(object) !== undefined;
  if (collection.startsWith('.')) return true;
  if (!collections.all().some(({ settings }) => settings.id === collection)) return false;
  if (object === undefined || object === COLLECTION_SETTINGS) return true;
  const index = await store.catalogue.collectionIndex(collection);
  return index.get(object) !== undefined || index.damaged().some(({ id }) => id === object);
}
