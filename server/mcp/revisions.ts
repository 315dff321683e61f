/**
 * Revisions of objects and schemas for MCP clients: a change sends back the one that was read. It is required: a
 * model repeats what it was shown, so the safe way must be the one it takes by itself.
 */
import { isJsonObject, type JsonObject } from '../contract/values.js';

/** A revision: an ETag without the quotes. */
export const revOf = (etag: string): string => etag.replaceAll('"', '');

/** The `If-Match` value of a revision. */
export const matchOf = (rev: string): string => `"${rev}"`;

/** The object in an answer. */
export function objectOf(bytes: Buffer): JsonObject {
  const object: unknown = JSON.parse(bytes.toString());
  return isJsonObject(object) ? object : {};
}
