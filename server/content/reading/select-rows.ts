/** The objects of a report or an export (spec/queries.md#criteria), selected before it is made. */
import { isSortedNaturally } from '../../contract/natural-order.js';
import type { Sort } from '../../query/sort.js';
import type { Row } from '../../store/types/catalogue.js';
import type { Clock, Content } from '../core/base.js';
import { boundCollection } from '../core/bound-collection.js';
import type { Collection } from '../model/collection.js';
import { findKeys } from '../search/collection-query.js';
import { orderOf } from '../search/order-of.js';
import { collectionSort, type QueryParams, sortFrom } from '../search/query-params.js';
import { etagOfVersion, findRows, requestOf } from './find-rows.js';

export interface SelectedRows {
  rows: readonly Row[];
  /** Tag of what `purpose` makes of these objects; absent when their order is random. */
  etag?: string;
  /** Ids of objects whose files cannot be read, so that it is unknown whether they match. */
  damaged: readonly string[];
}

/** The order of the collection as the admin's list shows it. */
function orderOfList(collection: Collection, language: string): Sort {
  const { keys, shuffle } = collectionSort(collection);
  const { properties } = collection.schema;
  const natural = (name: string) => isSortedNaturally(name, properties.get(name)?.kindName);
  const { collation } = orderOf(collection.schema, language);
  const ordered = keys.map((key) =>
    natural(key.name) ? { ...key, natural: true, collation: collation(key.name) } : key,
  );
  return { keys: ordered, shuffle };
}

/**
 * Selects rows by `include`, `exclude`, `search` and `sort`; without a sort in the order of the admin's list.
 * `purpose` distinguishes what is made of the same objects. Throws `missing` for an unknown collection, `invalid` for
 * parameters that cannot be read.
 */
export async function selectRows(
  base: Content & Clock,
  collection: string,
  words: QueryParams,
  purpose: string,
): Promise<SelectedRows> {
  const bound = await boundCollection(base, collection);
  const { collection: requested } = bound;
  const sort =
    sortFrom(words.sort, requested.schema, base.language()) ?? orderOfList(requested, base.language());
  const request = { ...(await requestOf(base, bound, words)), sort };
  const { rows, collectionIndex, version } = await findRows(base, bound, request);
  const damaged = collectionIndex.damaged().map(({ id }) => id);
  const etag = etagOfVersion(version, `${purpose}\n${findKeys(request).all}`);
  return { rows, damaged, ...(!request.sort.shuffle && { etag }) };
}
