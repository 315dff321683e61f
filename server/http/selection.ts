/** The objects of a report or an export, selected by the query (spec/queries.md#criteria), and how CSV has them. */

import type { QueryParams } from '../content/search/query-params.js';
import { DATE_ORDERS, DECIMAL_MARKS } from '../contract/cell-values.js';
import { SEPARATOR_NAMES, WRITTEN_ENCODINGS, type WrittenFormat } from '../contract/sheets.js';
import { queryChoice } from './query.js';
import type { Request } from './request.js';

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

/** How CSV is written (spec/import-export.md#export). Throws `invalid`. */
export const writtenFormat = (request: Request): WrittenFormat => ({
  encoding: queryChoice(request, 'encoding', WRITTEN_ENCODINGS),
  separator: queryChoice(request, 'separator', SEPARATOR_NAMES),
  decimal: queryChoice(request, 'decimal', DECIMAL_MARKS),
  dates: queryChoice(request, 'dates', DATE_ORDERS),
});

export const csvType = ({ encoding }: WrittenFormat): string =>
  `text/csv; charset=${encoding === 'utf-16le' ? 'utf-16' : 'utf-8'}`;
