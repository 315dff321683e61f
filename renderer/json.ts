import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';

/**
 * Whether two values are the same JSON, read in the same order: a deck whose items changed places is another one.
 * Missing is not null.
 */
export function sameJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === right) return true;
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, at) => sameJson(item, right[at]))
    );
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const [keys, others] = [Object.keys(left), Object.keys(right)];
  return (
    keys.length === others.length &&
    keys.every((key, at) => key === others[at] && sameJson(left[key], right[key]))
  );
}

/** An object's own value, never something from its prototype. */
export function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
