/** Bodies with one thing changed each: what a schema could refuse, and odd values of every property it describes. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../server/contract/values.js';

export interface Mutation {
  /** What is changed, as `sort = ""`. */
  what: string;
  /** The changed body. */
  in(body: JsonObject): JsonValue;
}

/** Replaces a reference by what it leads to. */
type Resolve = (schema: JsonObject) => JsonObject;
type Steps = readonly (string | number)[];

const ODD: readonly JsonValue[] = [null, 5, true, '', 'ö / x', [], [5], ['x', 'x'], {}];

/** Values at the bounds of a schema and beyond. */
function bounds(schema: JsonObject, value: JsonValue | undefined): JsonValue[] {
  const { maxLength, minLength, minimum, maximum, maxItems, enum: choices, type } = schema;
  const found: JsonValue[] = [];
  if (typeof maxLength === 'number') found.push('x'.repeat(maxLength), 'x'.repeat(maxLength + 1));
  if (typeof minLength === 'number' && minLength > 0) found.push('x'.repeat(minLength - 1));
  if (typeof minimum === 'number') found.push(minimum, minimum - 1);
  if (typeof maximum === 'number') found.push(maximum, maximum + 1);
  if ([type].flat().includes('integer')) found.push(1.5);
  if (Array.isArray(choices)) found.push(...choices.slice(0, 3), 'no such choice');
  const [item] = Array.isArray(value) ? value : [];
  if (typeof maxItems === 'number' && item !== undefined) found.push(Array(maxItems + 1).fill(item));
  return found;
}

const shown = (value: JsonValue): string => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 30)}… (${text.length} characters)` : text;
};

/** A value with another one below it; undefined removes it. */
function changed(whole: JsonValue, [step, ...rest]: Steps, value: JsonValue | undefined): JsonValue {
  if (step === undefined) return value ?? null;
  const copy = structuredClone(whole);
  if (typeof copy !== 'object' || copy === null) return copy;
  const below: JsonValue = Object(copy)[step] ?? null;
  if (rest.length === 0 && value === undefined) delete Object(copy)[step];
  else Object(copy)[step] = changed(below, rest, value);
  return copy;
}

const setTo = (steps: Steps, value: JsonValue): Mutation => ({
  what: `${steps.join('.')} = ${shown(value)}`,
  in: (body) => changed(body, steps, value),
});

function* below(
  resolve: Resolve,
  given: JsonObject,
  value: JsonValue | undefined,
  steps: Steps,
): Generator<Mutation> {
  const { properties, items, additionalProperties } = resolve(given);
  if (isJsonObject(properties) && isJsonObject(value)) {
    for (const [name, one] of Object.entries(properties)) {
      const schema = isJsonObject(one) ? resolve(one) : {};
      if (schema.readOnly === true) continue;
      const at = [...steps, name];
      if (Object.hasOwn(value, name)) {
        yield { what: `${at.join('.')} left out`, in: (body) => changed(body, at, undefined) };
      }
      for (const odd of [...ODD, ...bounds(schema, value[name])]) yield setTo(at, odd);
      yield* below(resolve, schema, value[name], at);
    }
    if (additionalProperties === false) yield setTo([...steps, 'x-more'], 1);
  }
  if (isJsonObject(items) && Array.isArray(value) && value.length > 0) {
    const at = [...steps, 0];
    for (const odd of [...ODD, ...bounds(resolve(items), value[0])]) yield setTo(at, odd);
    yield* below(resolve, items, value[0], at);
  }
}

/** Changes of a sound body at one place each. */
export const mutations = (resolve: Resolve, schema: JsonObject, body: JsonObject): Mutation[] => [
  ...below(resolve, schema, body, []),
];
