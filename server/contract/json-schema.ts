/**
 * JSON Schemas of common values, and functions that create those of objects and lists. What passes over the wire is
 * written here once: `Typed` is the type of the values that a schema describes. It is imported as
 * `wire`, whose calls the build of the admin leaves out where only types are used (`renderer/vite.config.ts`).
 */
import type { MessageOnWire } from './messages/message.js';
import type { JsonObject, JsonValue } from './values.js';

/** Carries the type of a schema's values; there is no such key. */
export declare const VALUES: unique symbol;
/** A JSON Schema of values of a type. */
export type Shape<T = unknown> = JsonObject & { readonly [VALUES]?: T };
/** The values that a schema describes. */
export type Typed<S> = S extends { readonly [VALUES]?: infer T } ? T : unknown;

type Parts = Readonly<Record<string, JsonObject>>;
type Whole<P> = { -readonly [K in keyof P]: Typed<P[K]> };
type Flat<T> = { [K in keyof T]: T[K] };

export const text: Shape<string> = { type: 'string' };
/** A non-empty string. */
export const filled: Shape<string> = { type: 'string', minLength: 1 };
export const count: Shape<number> = { type: 'integer', minimum: 0 };
export const number: Shape<number> = { type: 'number' };
export const integer: Shape<number> = { type: 'integer' };
export const bool: Shape<boolean> = { type: 'boolean' };
export const yes: Shape<true> = { const: true };
export const time: Shape<string> = { type: 'string', format: 'date-time' };
export const scalar: Shape<string | number | boolean> = { type: ['string', 'number', 'boolean'] };
export const scalarOrNull: Shape<string | number | boolean | null> = {
  type: ['string', 'number', 'boolean', 'null'],
};
export const open: Shape<JsonObject> = { type: 'object', additionalProperties: true };
export const anything: Shape<JsonValue> = {};
export const messages: Shape<Record<string, string[]>> = {
  type: 'object',
  additionalProperties: { type: 'array', items: text },
};
/** The key and the values of a message (spec/errors.md#messages). */
export const said = {
  key: text as Shape<MessageOnWire['key']>,
  values: { type: 'object', additionalProperties: { type: ['string', 'number'] } } as Shape<
    MessageOnWire['values']
  >,
};
export const problems: Shape<Record<string, MessageOnWire[]>> = {
  type: 'object',
  additionalProperties: { type: 'array', items: { type: 'object', properties: said } },
};

/** A value, or null, which removes or resets it. */
// @__NO_SIDE_EFFECTS__
export function orNull<S extends JsonObject>(shape: S): Shape<Typed<S> | null> {
  const { type, enum: choices }: JsonObject = shape;
  if (type === undefined && shape.$ref === undefined) return shape as Shape<Typed<S> | null>;
  if (type === undefined || Array.isArray(type)) return { anyOf: [shape, { type: 'null' }] };
  return {
    ...(shape as JsonObject),
    type: [type, 'null'],
    ...(Array.isArray(choices) && { enum: [...choices, null] }),
  };
}
/** Properties that may all be null. */
// @__NO_SIDE_EFFECTS__
export const eachOrNull = <P extends Parts>(properties: P) =>
  Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, orNull(shape)])) as {
    [K in keyof P]: Shape<Typed<P[K]> | null>;
  };

// @__NO_SIDE_EFFECTS__
export const listOf = <S extends JsonObject>(items: S): Shape<Typed<S>[]> => ({ type: 'array', items });
// @__NO_SIDE_EFFECTS__
export const mapOf = <S extends JsonObject>(items: S): Shape<Record<string, Typed<S>>> => ({
  type: 'object',
  additionalProperties: items,
});
// @__NO_SIDE_EFFECTS__
export const choice = <const W extends string>(...words: readonly W[]): Shape<W> => ({
  type: 'string',
  enum: [...words],
});
// @__NO_SIDE_EFFECTS__
export const each = <S extends JsonObject, const N extends string>(shape: S, names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, shape])) as { [K in N]: S };
// @__NO_SIDE_EFFECTS__
export const texts = <const N extends string>(...names: N[]) => each(text, names);
// @__NO_SIDE_EFFECTS__
export const counts = <const N extends string>(...names: N[]) => each(count, names);

const NAME = Symbol('name');
/** A schema that the document of the API lists by a name and refers to. What is spread from it has no name. */
// @__NO_SIDE_EFFECTS__
export const named = <S extends JsonObject>(name: string, shape: S): S =>
  Object.defineProperty({ ...shape }, NAME, { value: name });
export const nameOf = (shape: JsonObject & { readonly [NAME]?: string }): string | undefined => shape[NAME];

/** An object with these required properties, and the second ones if they are there. */
export function all<P extends Parts>(properties: P): Shape<Whole<P>>;
export function all<P extends Parts, O extends Parts>(
  properties: P,
  optional: O,
): Shape<Flat<Whole<P> & Partial<Whole<O>>>>;
// @__NO_SIDE_EFFECTS__
export function all(properties: JsonObject, optional?: JsonObject): JsonObject {
  return { type: 'object', required: Object.keys(properties), properties: { ...properties, ...optional } };
}
/** An object of a shape with more properties, which are required, and others, which are not. */
export function extended<S extends JsonObject, P extends Parts>(
  shape: S,
  properties: P,
): Shape<Flat<Typed<S> & Whole<P>>>;
export function extended<S extends JsonObject, P extends Parts, O extends Parts>(
  shape: S,
  properties: P,
  optional: O,
): Shape<Flat<Typed<S> & Whole<P> & Partial<Whole<O>>>>;
// @__NO_SIDE_EFFECTS__
export function extended(shape: JsonObject, properties: JsonObject, optional?: JsonObject): JsonObject {
  const { required, properties: own } = shape;
  const names = [...(Array.isArray(required) ? required : []), ...Object.keys(properties)];
  return {
    ...shape,
    ...(names.length > 0 && { required: names }),
    properties: { ...(own as JsonObject), ...properties, ...optional },
  };
}
/** An object of a shape of which every property may be missing. */
// @__NO_SIDE_EFFECTS__
export function part<S extends JsonObject>(shape: S): Shape<Partial<Typed<S>>> {
  const { required: _, ...rest }: JsonObject = shape;
  return rest;
}
/** An object with these properties, none of them required. */
// @__NO_SIDE_EFFECTS__
export const some = <P extends Parts>(properties: P): Shape<Partial<Whole<P>>> => ({
  type: 'object',
  properties: properties as JsonObject,
});
/** As `all`, with additional properties. */
// @__NO_SIDE_EFFECTS__
export const atLeast = <P extends Parts, O extends Parts>(properties: P, optional: O) =>
  ({ ...(all(properties, optional) as JsonObject), additionalProperties: true }) as Shape<
    Flat<Whole<P> & Partial<Whole<O>>>
  >;
