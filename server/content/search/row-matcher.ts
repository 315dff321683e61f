/** Whether single rows match a filter and a search: by reading them, which is less work than an index for few of them. */
import type { Filter } from '../../query/criteria.js';
import { filterTest } from '../../query/matching.js';
import { isFound, type Search } from '../../query/search-terms.js';
import type { Schema } from '../../schemas/schema.js';
import type { CollectionIndex, Row } from '../../store/types/catalogue.js';
import { RowValues } from './row-values.js';

export function rowMatcher(
  collectionIndex: CollectionIndex,
  schema: Schema,
  { filter, search }: { filter: Filter; search?: Search | undefined },
): (row: Row) => boolean {
  const values = new RowValues(collectionIndex, schema);
  const filtered = filterTest(filter, (name) => values.reader(name));
  return (row) => filtered(row) && (!search || isFound(values.text(row), search));
}
