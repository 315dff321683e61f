/** Values by dotted names: `image.alt` reaches into a card, `photos.alt` into every item of a list (spec/queries.md#criteria). Pure. */
import { isJsonObject, type JsonValue } from '../contract/values.js';

/** Reads one named value of an item; undefined where it has none. */
export type Reader<T> = (item: T) => JsonValue | undefined;

function own(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function step(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (!Array.isArray(value)) return own(value, key);
  const found = value.map((item) => own(item, key)).filter((item) => item !== undefined);
  return found.length > 0 ? found.flat() : undefined;
}

/** The value below `value` at these keys; own keys only. Inside a list: the values of all its items. */
export function valueBelow(value: JsonValue | undefined, keys: readonly string[]): JsonValue | undefined {
  let found = value;
  for (const key of keys) {
    if (found === undefined) return undefined;
    found = step(found, key);
  }
  return found;
}
