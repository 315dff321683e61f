/** Which objects a report or an export is made of, as the query says (spec/queries.md#criteria). */
import type { Request } from 'express';
import type { AskedWords } from '../content/asked.js';

/** `filter` is an older word for `include` (spec/reports.md#parameters). */
export function askedOf({ query }: Request): AskedWords {
  return {
    include: query.include ?? query.filter,
    exclude: query.exclude,
    search: query.search,
    sort: query.sort,
  };
}
