/** The index of a collection (interface 4.1, 4.6; facts 4.1): the indexed properties of all objects that match. */
import { NO_FILTER } from '../query/criteria.js';
import { Slices } from '../store/slices.js';
import type { Row } from '../store/store.js';
import type { AskedWords } from './asked.js';
import type { Base } from './base.js';
import { etagOfVersion, findRows, requestOf } from './find.js';
import { findKey } from './shelf-finder.js';

/** Entries of one piece of the body. */
const PIECE = 500;

export interface IndexListing {
  /** Tag of what the body will be; absent for a random order. */
  readonly etag?: string;
  readonly total: number;
  /** The JSON text in pieces: an index of a large collection is not held in memory. */
  readonly body: AsyncGenerator<string>;
}

async function* written(head: string, rows: readonly Row[], tail: string): AsyncGenerator<string> {
  const slices = new Slices();
  let piece = head;
  for (let at = 0; at < rows.length; at += PIECE) {
    const entries = rows.slice(at, at + PIECE).map(({ entry }) => JSON.stringify(entry));
    piece += (at > 0 ? ',' : '') + entries.join(',');
    yield piece;
    piece = '';
    if (slices.spent) await slices.pause();
  }
  yield piece + tail;
}

/** When the collection was last changed: the latest `modified` of its objects, null where there are none. */
async function lastChange(base: Base, name: string): Promise<unknown> {
  const keys = [{ name: 'modified', direction: 'desc', natural: false }] as const;
  const sort = { keys, shuffle: false };
  const { rows } = await findRows(base, name, { filter: NO_FILTER, sort, page: { offset: 0, limit: 1 } });
  return rows[0]?.entry.modified ?? null;
}

/**
 * `{collection, count, updated, objects}` of the objects that `include`, `exclude` and `search` keep, in the order of
 * `sort`. They look at whole objects, as everywhere, not only at what the index shows. Throws `missing` for an unknown
 * collection, `invalid` for words that cannot be read.
 */
export async function listIndex(
  base: Base,
  name: string,
  words: AskedWords,
  more: Record<string, true> = {},
): Promise<IndexListing> {
  const request = requestOf(base.collections.get(name), words);
  const updated = await lastChange(base, name);
  const { rows, total, version } = await findRows(base, name, request);
  const head = JSON.stringify({ collection: name, count: total, updated, ...more });
  const body = written(`${head.slice(0, -1)},"objects":[`, rows, ']}');
  if (request.sort.shuffle) return { total, body };
  return { etag: etagOfVersion(version, `index ${findKey(request)}`), total, body };
}

/** Forgets what is known of a collection, reads all of its objects again and answers the index made of them. */
export async function rebuildIndex(base: Base, name: string, words: AskedWords): Promise<IndexListing> {
  base.collections.get(name);
  base.store.catalogue.forget(name);
  base.finder.forget(name);
  return listIndex(base, name, words, { rebuilt: true });
}
