/** Revisions of objects and schemas as AI clients see them: a client sends back the one it read. */
import { isJsonObject, type JsonObject } from '../contract/values.js';

/** A revision: an ETag without the quotes. */
export const revOf = (etag: string): string => etag.replaceAll('"', '');

/** The value of `If-Match` that asks for a revision. */
export const matchOf = (rev: string): string => `"${rev}"`;

/** The object in an answer. */
export function objectOf(bytes: Buffer): JsonObject {
  const object: unknown = JSON.parse(bytes.toString());
  return isJsonObject(object) ? object : {};
}
