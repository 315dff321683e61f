/** Which part of a list is requested. Out of range is clamped, unreadable is the default (spec/queries.md#pages). */

export interface PageBounds {
  limit: number;
  max: number;
}

export interface Page {
  limit: number;
  offset: number;
}

/** The list (spec/queries.md#list). */
export const LIST_BOUNDS: PageBounds = { limit: 50, max: 100 };

/** `/query` (spec/queries.md#query). */
export const QUERY_BOUNDS: PageBounds = { limit: 20, max: 100 };

/** Where a limit is asked for or there is none. */
export const UNBOUNDED: PageBounds = { limit: Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };

/** A whole number from a query word or a number; undefined for anything else. */
function wholeNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
  return typeof value === 'string' && /^[+-]?\d+$/.test(value.trim()) ? Number(value) : undefined;
}

/** Clamps limit to 1 up to the bounds' maximum and offset to 0 and above. */
export function pageOf(params: { limit?: unknown; offset?: unknown }, bounds: PageBounds): Page {
  const limit = wholeNumber(params.limit) ?? bounds.limit;
  const offset = wholeNumber(params.offset) ?? 0;
  return {
    limit: Math.min(Math.max(limit, 1), bounds.max),
    offset: Math.min(Math.max(offset, 0), Number.MAX_SAFE_INTEGER),
  };
}
