/** Any value JSON can carry. What objects, requests and answers are made of. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object. Made with a null prototype or checked keys where it comes from outside. */
export type JsonObject = { [key: string]: JsonValue };

/** True for a plain JSON object: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
