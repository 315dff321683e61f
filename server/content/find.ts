/** Filter, search and sort over a collection (spec/queries.md#criteria): the one way for lists, queries, reports and exports. */
import { PlinthError } from '../errors.js';
import type { Row, Shelf } from '../store/store.js';
import { etagOf } from './answer.js';
import { type AskedWords, filterFrom, searchFrom, settledSort, sortFrom } from './asked.js';
import type { Base } from './base.js';
import { type BoundShelf, boundShelf } from './bound-shelf.js';
import type { Collection } from './collections.js';
import { countedBytes } from './counted.js';
import type { FindRequest, Found } from './shelf-finder.js';

export interface FoundRows extends Found {
  readonly collection: Collection;
  readonly shelf: Shelf;
}

/** The rows of a request, of one shelf from beginning to end. */
export async function findOn(
  base: Base,
  { collection, shelf }: BoundShelf,
  request: FindRequest,
): Promise<FoundRows> {
  return { ...(await base.finder.of(collection, shelf).find(request)), collection, shelf };
}

/**
 * All rows that `include`, `exclude`, `search` and `sort` ask for, as the words of a query came. Every token of
 * `include` and `exclude` is a criterion (spec/queries.md#criteria); without a sort it is the collection's own. Throws `invalid`, and
 * `missing` for an unknown collection.
 */
export async function findAsked(base: Base, name: string, words: AskedWords): Promise<FoundRows> {
  const bound = await boundShelf(base, name);
  return findOn(base, bound, requestOf(bound.collection, words));
}

/** The request that the words of a query make. Throws `invalid`. */
export const requestOf = (collection: Collection, words: AskedWords): FindRequest => ({
  filter: filterFrom(words),
  search: searchFrom(words.search),
  sort: sortFrom(words.sort, collection.schema) ?? settledSort(collection),
});

/**
 * Strong ETag of what is made of a shelf's version by a request: bytes that need not be made to be compared. Each
 * version is of one state of one collection, in one run of the program.
 */
export const etagOfVersion = (version: number, key: string): string => {
  return `"${version.toString(36)}-${etagOf(key).slice(1, 16)}"`;
};

/** The answers of rows that can be read: one damaged since it was filed must not spoil a page. */
export function readableBytes(base: Base, collection: string, shelf: Shelf, rows: readonly Row[]): Buffer[] {
  const parts: Buffer[] = [];
  const counted = base.counts.any(collection);
  for (const row of rows) {
    try {
      const bytes = shelf.bytes(row);
      parts.push(counted ? countedBytes(base.counts, collection, row.id, bytes) : bytes);
    } catch (error) {
      if (!(error instanceof PlinthError)) throw error;
    }
  }
  return parts;
}
