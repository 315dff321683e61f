/** Which objects a report or an export is made of, as the query says (interface 4.6). */
import type { Request } from 'express';
import type { Selection } from '../content/selection.js';
import { word } from './query.js';

/** `filter` is an older word for `include` (facts 4.7). */
export function selectionOf(request: Request): Selection {
  return {
    include: word(request, 'include') ?? word(request, 'filter'),
    exclude: word(request, 'exclude'),
    search: word(request, 'search'),
    sort: word(request, 'sort'),
  };
}
