/**
 * Recently answered versions, by ETag (decision 14): with them a rejected `If-Match` can name what has changed since
 * it was read. Public answers of objects are added when they are replaced, so reads cost nothing. Other versions
 * are rejected without names.
 */
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { type Message, message } from '../../contract/messages/message.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/values.js';
import { PlinthError } from '../../errors.js';

const MAX_VERSIONS = 2000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Larger answers are not remembered: a few of them would evict all others. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** Max names in one rejection. */
const MAX_NAMES = 50;

/** The parts of a version by the names users know. */
export type PartsOf = (version: JsonObject) => JsonObject;

/** Whether an `If-Match` value names one of these tags; `*` matches any version. */
export const namesTag = (ifMatch: string, tags: readonly string[]): boolean =>
  ifMatch.split(',').some((part) => part.trim() === '*' || tags.includes(part.trim()));

/** The error of a stale `If-Match`, with the names of what has changed. */
export function staleParts(what: Message, names: readonly string[]): PlinthError {
  const parts = names.join(', ');
  return new PlinthError('stale', parts ? message('changedParts', { what: what.text, parts }) : what, {
    ...(names.length > 0 && {
      details: Object.fromEntries(names.map((name) => [name, [message('changedSinceRead', { name })]])),
    }),
  });
}

/** Earlier revisions of objects, which changes of them are merged with. */
export interface RevisionSource {
  /** An object as it was answered with an ETag; undefined when that revision is not known. */
  read(collection: string, id: string, etag: string): Promise<JsonObject | undefined>;
}

export class Versions implements RevisionSource {
  readonly #bytes = new LRUCache<string, Buffer>({
    max: MAX_VERSIONS,
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ANSWER_BYTES,
    sizeCalculation: ({ length }) => Math.max(length, 1),
  });

  /** Keeps an answer, the ones not used for longest making room. */
  remember({ etag, bytes }: { readonly etag: string; readonly bytes: Buffer }): void {
    this.#bytes.set(etag, bytes);
  }

  /**
   * The error of a stale `If-Match`, with the differences between the version it names and the current one; of several
   * forms of the current one (`now`) the one with the fewest differences counts.
   */
  stale(ifMatch: string, what: Message, now: readonly JsonObject[], partsOf: PartsOf): PlinthError {
    const [nearest = []] = now
      .map((version) => this.changed(ifMatch, version, partsOf) ?? [])
      .sort((a, b) => a.length - b.length);
    return staleParts(what, nearest.slice(0, MAX_NAMES));
  }

  /** Of answers that are still remembered. */
  async read(_collection: string, id: string, etag: string): Promise<JsonObject | undefined> {
    const found = this.find(etag);
    return found?.id === id ? found : undefined;
  }

  /** The answer with an ETag, if it is still remembered. */
  find(etag: string): JsonObject | undefined {
    const bytes = this.#bytes.get(etag);
    const version: JsonValue | undefined = bytes && JSON.parse(bytes.toString());
    return isJsonObject(version) ? version : undefined;
  }

  /**
   * Names of the parts that differ from the version `If-Match` names; undefined when that version is no longer
   * remembered.
   */
  changed(ifMatch: string, now: JsonObject, partsOf: PartsOf): string[] | undefined {
    const tag = ifMatch.split(',').find((part) => this.#bytes.has(part.trim()));
    const read = tag === undefined ? undefined : this.find(tag.trim());
    if (!read) return undefined;
    const [before, after] = [partsOf(read), partsOf(now)];
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (name) => !isDeepStrictEqual(before[name], after[name]),
    );
  }
}
