/** Revisions of objects as AI clients see them: a client sends back the one it read, and learns what changed since. */
import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../content/answer.js';
import { isJsonObject, type JsonObject } from '../contract/values.js';
import { RecentlyUsed } from '../query/recently-used.js';

/** Objects that were handed out last; of older ones a client only learns that they changed. */
const REMEMBERED = 500;
/** Larger objects are not kept for comparison. In bytes. */
const LARGEST = 32_000;

/** An object's revision: its ETag without the quotes. */
export const revOf = (etag: string): string => etag.replaceAll('"', '');

/** The value of `If-Match` that asks for a revision. */
export const matchOf = (rev: string): string => `"${rev}"`;

/** The object in an answer. */
export function objectOf(bytes: Buffer): JsonObject {
  const object: unknown = JSON.parse(bytes.toString());
  return isJsonObject(object) ? object : {};
}

export class Revisions {
  readonly #answers = new RecentlyUsed<Buffer>(REMEMBERED);

  /** Remembers an answer that is handed out; gives its revision. */
  handOut(collection: string, id: string, { etag, bytes }: Pick<Answer, 'bytes' | 'etag'>): string {
    const rev = revOf(etag);
    // A copy: the bytes of an answer can be a part of a larger buffer.
    if (bytes.length <= LARGEST) this.#answers.set(`${collection}/${id} ${rev}`, Buffer.from(bytes));
    return rev;
  }

  /** Names of the properties that differ from a revision; undefined where it is not remembered. */
  changedSince(collection: string, id: string, rev: string, now: JsonObject): string[] | undefined {
    const bytes = this.#answers.get(`${collection}/${id} ${rev}`);
    if (!bytes) return undefined;
    const then = objectOf(bytes);
    const names = new Set([...Object.keys(then), ...Object.keys(now)]);
    return [...names].filter((name) => !isDeepStrictEqual(then[name], now[name]));
  }
}
