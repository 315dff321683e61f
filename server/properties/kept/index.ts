/**
 * Kinds whose values are more than JSON (files above all) and that Plinth does not edit yet.
 * What a folder holds of them is kept through every save and served as it stands.
 */
import { isJsonObject, type JsonValue } from '../../contract/values.js';
import type { PropertyKind } from '../kind.js';

/** Of files: their password is nobody's to read, not even as a hash; whether there is one may be known. */
function withoutPassword(value: JsonValue): JsonValue {
  if (!isJsonObject(value) || !Object.hasOwn(value, 'password')) return value;
  const { password } = value;
  return { ...value, password: '', ...(password === '' || password === null ? {} : { hasPassword: true }) };
}

const kept = (type: string, blank: PropertyKind['blank'], outermost = false): PropertyKind => ({
  type,
  blank,
  kept: true,
  outermost,
  schema: () => ({}),
  text: () => '',
  present: withoutPassword,
});

/** By field kind and by property type; the two share their names where both exist. */
export const keptKinds: ReadonlyMap<string, PropertyKind> = new Map([
  ['image', kept('image', {})],
  ['gallery', kept('gallery', [], true)],
  ['file', kept('file', {})],
  ['depot', kept('depot', {}, true)],
  ['folder', kept('folder', {})],
  ['rating', kept('rating', {})],
  ['schemaProperties', kept('object', {})],
  ['properties', kept('object', {})],
  ['customProperties', kept('object', {})],
]);
