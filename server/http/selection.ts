/** The objects of a report or an export, selected by the query (spec/queries.md#criteria). */
import type { Request } from 'express';
import type { QueryParams } from '../content/search/query-params.js';

/** `filter` is an older name of `include` (spec/reports.md#parameters). */
export function selectionOf({ query }: Request): QueryParams {
  return {
    include: query.include ?? query.filter,
    exclude: query.exclude,
    any: query.any,
    search: query.search,
    sort: query.sort,
    published: query.published,
    state: query.state,
  };
}
