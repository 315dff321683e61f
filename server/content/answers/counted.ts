/** Answers with how often files were fetched: counted outside the folder, and no part of an object's version. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import type { Answer } from './answer.js';

/** How often one file of an object was fetched. */
export interface FileCount {
  /** Where in the object its value is. */
  keys: readonly string[];
  name: string;
  count: number;
}

export interface Counts {
  /** Whether a file of any object of a collection was fetched. */
  any(collection: string): boolean;
  /** The files of an object that were fetched; undefined for none. */
  of(collection: string, id: string): readonly FileCount[] | undefined;
}

function valueAt(document: JsonObject, keys: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = document;
  for (const key of keys) value = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

/** The JSON text of an object with its counts, each beside what the file itself had when it came. */
export function countedBytes(counts: Counts, collection: string, id: string, bytes: Buffer): Buffer {
  const found = counts.of(collection, id);
  if (!found) return bytes;
  const object: JsonObject = JSON.parse(bytes.toString());
  for (const { keys, name, count } of found) {
    const value = valueAt(object, keys);
    if (!isJsonObject(value) || value.name !== name) continue;
    value.count = (typeof value.count === 'number' ? value.count : 0) + count;
  }
  return Buffer.from(JSON.stringify(object));
}

/** An answer with the counts of its object, under the same ETag. */
export function countedAnswer<T extends Answer>(
  counts: Counts,
  collection: string,
  id: string,
  answer: T,
): T {
  const bytes = countedBytes(counts, collection, id, answer.bytes);
  return bytes === answer.bytes ? answer : { ...answer, bytes };
}
