/** Relations: properties whose values name objects of a collection (`relationalOptions`, spec/field-kinds.md#choices). */
import type { JsonObject, JsonValue } from '../../contract/values.js';
import { relationIn } from '../../properties/references.js';
import type { Property } from '../../schemas/schema.js';

export type Scalar = string | number | boolean;

export const isScalar = (value: JsonValue | undefined): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Every scalar of a value: a list's elements, the value itself. */
export const scalarsIn = (value: JsonValue | undefined): Scalar[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => isScalar(one)).filter((one) => one !== '');

/** The settings of a property that is a relation. */
export const relationOf = ({ definition }: Property): JsonObject | undefined => relationIn(definition);

/** The collection whose objects a property names; undefined for properties that are no relation, or hidden. */
export function targetOf(property: Property): string | undefined {
  const target = relationOf(property)?.collection;
  return typeof target === 'string' && property.kind.private !== true ? target : undefined;
}
