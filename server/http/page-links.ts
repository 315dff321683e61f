/** `Link` of a list (interface 4.1, note 5): first, prev, next, last, by offset and limit. */
import type { Page } from '../query/page.js';

/** Builds the header from the request's own target, so that prefix and other parameters are kept. */
export function pageLinks(target: string, { limit, offset }: Page, total: number): string {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1));
  const link = (rel: string, at: number) => {
    query.set('offset', String(at));
    query.set('limit', String(limit));
    return `<${path}?${query}>; rel="${rel}"`;
  };
  const links = [link('first', 0)];
  if (offset > 0) links.push(link('prev', Math.max(0, Math.min(offset, total) - limit)));
  if (offset + limit < total) links.push(link('next', offset + limit));
  links.push(link('last', total === 0 ? 0 : Math.floor((total - 1) / limit) * limit));
  return links.join(', ');
}
