/** The address of the page that follows, for links inside a body. */
import type { Page } from '../query/page.js';

/**
 * The request's own target with the next page's offset; undefined on the last page. A key in `api_key` is omitted: the
 * body may end up in a page that others read.
 */
export function nextPage(target: string, { limit, offset }: Page, total: number): string | undefined {
  if (offset + limit >= total) return undefined;
  const mark = target.indexOf('?');
  const query = new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1));
  query.delete('api_key');
  query.set('offset', String(offset + limit));
  query.set('limit', String(limit));
  return `${mark < 0 ? target : target.slice(0, mark)}?${query}`;
}
