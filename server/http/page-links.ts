/** `Link` of a list (spec/queries.md#pages): first, prev, next, last, by offset and limit. */
import type { Page } from '../query/page.js';

/** Maximum length of all links: clients reject responses with much longer headers. */
const MAX_COUNT = 6000;

/** Links are dropped in this order when the target is too long for all. */
const LEAST_NEEDED = ['last', 'first', 'prev', 'next'] as const;

const ONLY_PAGE = /^(?:(?:limit|offset)=\d*&?)*$/;

/** Parameters in which only the brackets are encoded. */
const PLAIN = /^[\w.*[\]-]+=[\w.*-]*(?:&[\w.*[\]-]+=[\w.*-]*)*$/;
const OF_PAGE = /(^|&)(?:limit|offset|api_key)=[^&]*(?=&|$)/g;

/** The parameters of a query that stay the same on every page, each followed by `&`; never a key (`api_key`). */
function otherParameters(query: string): string {
  if (ONLY_PAGE.test(query)) return '';
  if (PLAIN.test(query)) {
    const others = query.replace(OF_PAGE, '').replace(/^&/, '');
    return others === '' ? '' : `${others.replaceAll('[', '%5B').replaceAll(']', '%5D')}&`;
  }
  const parameters = new URLSearchParams(query);
  for (const name of [...parameters.keys()]) if (/^api_key(?:\[|$)/.test(name)) parameters.delete(name);
  parameters.delete('limit');
  parameters.delete('offset');
  const text = parameters.toString();
  return text === '' ? '' : `${text}&`;
}

/**
 * Builds the header from the request's own target, so that prefix and other parameters are kept, without the API key.
 * Empty when the target is too long for any link; `X-Total-Count` is then enough to continue.
 */
export function pageLinks(target: string, { limit, offset }: Page, total: number): string {
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  const others = otherParameters(mark < 0 ? '' : target.slice(mark + 1));
  const links = new Map<string, string>();
  const link = (rel: (typeof LEAST_NEEDED)[number], at: number) => {
    links.set(rel, `<${path}?${others}limit=${limit}&offset=${at}>; rel="${rel}"`);
  };
  link('first', 0);
  if (offset > 0) link('prev', Math.max(0, Math.min(offset, total) - limit));
  if (offset + limit < total) link('next', offset + limit);
  link('last', total === 0 ? 0 : Math.floor((total - 1) / limit) * limit);
  let written = [...links.values()].join(', ');
  for (const rel of LEAST_NEEDED) {
    if (written.length <= MAX_COUNT) break;
    links.delete(rel);
    written = [...links.values()].join(', ');
  }
  return written;
}
