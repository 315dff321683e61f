/** Many objects by their ids, in few requests. */
import type { JsonObject } from '#contract/values';
import { ApiError, api, type Tagged } from './client';
import { objectPath } from './paths';

/** Ids the server takes in one request, and the length of them that an address has room for. */
const MAX_IDS = 500;
const MAX_IDS_LENGTH = 4000;

/** Parts of a list of ids that one address can hold. */
export function idParts(
  ids: readonly string[],
  lengthOf = (id: string) => id.length + 1,
  room = MAX_IDS_LENGTH,
): string[][] {
  const parts: string[][] = [];
  let part: string[] = [];
  let length = 0;
  for (const id of ids) {
    length += lengthOf(id);
    if (part.length === MAX_IDS || (part.length > 0 && length >= room)) {
      parts.push(part);
      [part, length] = [[], lengthOf(id)];
    }
    part.push(id);
  }
  return part.length > 0 ? [...parts, part] : parts;
}

/** An object as it is now, or why it cannot be read. */
export interface ReadObject {
  id: string;
  read: Tagged<JsonObject> | ApiError;
}

interface Line {
  id?: string;
  rev?: string;
  data?: JsonObject;
}

/** Errors that are about one object: it is gone or damaged. Any other one is about all. */
const OF_ONE: readonly number[] = [404, 409, 422, 500];

async function readOne(
  collection: string,
  id: string,
  options: { set?: string | undefined; signal?: AbortSignal | undefined },
): Promise<ReadObject['read']> {
  try {
    return await api.get<JsonObject>(objectPath(collection, id), options);
  } catch (error) {
    if (error instanceof ApiError && OF_ONE.includes(error.status)) return error;
    throw error;
  }
}

/**
 * Reads objects as they are now, live or in a change set, some hundred at a time, in the order of `ids`. Throws
 * `ApiError` where the server does not answer, and what `signal` was aborted with.
 */
export async function* readObjects(
  collection: string,
  ids: readonly string[],
  options: { set?: string | undefined; signal?: AbortSignal | undefined } = {},
): AsyncGenerator<ReadObject[]> {
  for (const part of idParts(ids)) {
    const query = { collections: collection, ids: part.join() };
    const { data } = await api.lines<Line>('/api/objects.ndjson', { ...options, query });
    const lines = new Map(data.map((line) => [line.id, line]));
    const found: ReadObject[] = [];
    for (const id of part) {
      const { data: object, rev } = lines.get(id) ?? {};
      // What the answer leaves out is asked for alone, to be told why.
      const read = object ? { data: object, etag: `"${rev}"` } : await readOne(collection, id, options);
      found.push({ id, read });
    }
    yield found;
  }
}
