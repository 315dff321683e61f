/** Relations: properties whose values name objects of a collection (`relationalOptions`, spec/field-kinds.md#choices). */
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import type { Property } from '../../schemas/schema.js';

export type Scalar = string | number | boolean;

export const isScalar = (value: JsonValue | undefined): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Every scalar of a value: a list's elements, the value itself. */
export const scalarsIn = (value: JsonValue | undefined): Scalar[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => isScalar(one)).filter((one) => one !== '');

/** Settings may name one property or several, as a list or with commas. */
export function namesOf(value: JsonValue | undefined): string[] {
  const names = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  const sound = names.filter((name) => typeof name === 'string').map((name) => name.trim());
  return sound.filter((name) => name !== '').length > 0 ? sound.filter((name) => name !== '') : ['id'];
}

/** The settings of a property that is a relation. */
export const relationOf = ({ definition }: Property): JsonObject | undefined => {
  const { relationalOptions } = definition.settings ?? {};
  return isJsonObject(relationalOptions) ? relationalOptions : undefined;
};

/** The collection whose objects a property names; undefined for properties that are no relation, or hidden. */
export function targetOf(property: Property): string | undefined {
  const target = relationOf(property)?.collection;
  return typeof target === 'string' && property.kind.private !== true ? target : undefined;
}
