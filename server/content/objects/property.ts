/** Operations on one property of an object (spec/content.md#properties). */
import { message } from '../../contract/messages/message.js';
import { SYSTEM_PROPERTIES } from '../../contract/names.js';
import type { ObjectDocument } from '../../contract/objects.js';
import { isJsonObject, type JsonValue } from '../../contract/values.js';
import { invalid, missing } from '../../errors.js';
import type { Property } from '../../schemas/schema.js';
import type { Answer } from '../answers/answer.js';
import type { WriteBase } from '../core/base.js';
import type { Collection } from '../model/collection.js';
import { type ChangeOptions, changeObject } from './change.js';

/** A property that can be addressed. Throws `missing` for an unknown one, `invalid` for those Plinth keeps itself. */
export function addressedProperty({ schema, settings }: Collection, name: string): Property {
  if (name === 'id' || SYSTEM_PROPERTIES.has(name)) {
    throw invalid(message('propertyManaged', { name }), { [name]: [message('unchangeable')] });
  }
  const property = schema.properties.get(name);
  if (!property) throw missing(message('propertyMissing', { name, collection: settings.id }));
  return property;
}

/** The stored value of a property; undefined when it has none. */
export function storedValue(document: ObjectDocument | undefined, name: string): JsonValue | undefined {
  return document && Object.hasOwn(document, name) ? document[name] : undefined;
}

async function change(
  base: WriteBase,
  [collection, id, name]: readonly [collection: string, id: string, property: string],
  { sent, ...options }: ChangeOptions & { sent: JsonValue },
  valueFrom: (property: Property, stored: JsonValue | undefined) => JsonValue,
): Promise<Answer> {
  // Checked before the object, so that an unknown property is reported as such.
  addressedProperty(base.collections.get(collection), name);
  const { answer } = await changeObject(
    base,
    collection,
    id,
    { ...options, mode: 'merge', sent: { [name]: sent } },
    (bound, stored) => ({
      [name]: valueFrom(addressedProperty(bound, name), storedValue(stored, name)),
    }),
  );
  return answer;
}

/** Collection, object and property of an operation. */
export type PropertyPlace = readonly [collection: string, id: string, property: string];

/**
 * PUT: replaces the value; null removes it. Returns the updated object. Throws `missing`, `invalid` without a value
 * and for `id`, `created`, `modified`, `validation` for a value the schema rejects, `stale`.
 */
export function setProperty(
  base: WriteBase,
  place: PropertyPlace,
  value: JsonValue | undefined,
  options: ChangeOptions = {},
): Promise<Answer> {
  if (value === undefined) throw invalid(message('bodyNeedsValue'));
  return change(base, place, { ...options, sent: value }, () => value);
}

/** The merged value; rejects what cannot be merged: values of other kinds, and shapes that do not fit together. */
function merged(property: Property, stored: JsonValue | undefined, patch: JsonValue): JsonValue {
  const { name, kind } = property;
  const isList = Array.isArray(kind.blank);
  if (!kind.merge) {
    throw invalid(message('valueSingle', { name }));
  }
  if (typeof patch !== 'object' && !(isList && typeof patch === 'string')) {
    throw invalid(message('bodyNeedsShape', { shape: isList ? 'a list' : 'an object or a list', name }));
  }
  if (patch === null) throw invalid(message('valueNullMerge', { name }));
  // An empty list is what PHP writes for an empty object.
  const current = stored === undefined || kind.isEmpty?.(stored) ? kind.blank : stored;
  if (current === null) return patch;
  const fits =
    isList || (isJsonObject(current) ? isJsonObject(patch) : Array.isArray(current) === Array.isArray(patch));
  if (!fits || (!isList && typeof current !== 'object')) {
    throw invalid(message('bodyShapeDiffers', { name }));
  }
  return kind.merge(current, patch);
}

/** PATCH: objects are merged shallowly, lists put together without repeats. Throws as `setProperty`. */
export function mergeProperty(
  base: WriteBase,
  place: PropertyPlace,
  patch: JsonValue | undefined,
  options: ChangeOptions = {},
): Promise<Answer> {
  if (patch === undefined) throw invalid(message('bodyNeedsMerge'));
  return change(base, place, { ...options, sent: patch }, (property, stored) =>
    merged(property, stored, patch),
  );
}

/** DELETE: removes the property from the object. Throws as `setProperty`; `validation` for a required one. */
export function clearProperty(
  base: WriteBase,
  place: PropertyPlace,
  options: ChangeOptions = {},
): Promise<Answer> {
  return change(base, place, { ...options, sent: null }, () => null);
}
