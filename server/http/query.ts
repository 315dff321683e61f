/** Query strings: parsing with limits, and parameters as checked values. */

import qs from 'qs';
import { message } from '../contract/messages/message.js';
import { isLegalId } from '../contract/names.js';
import { invalid } from '../errors.js';
import type { Request } from './request.js';

/** Plain words: nothing encoded, and no key with a special meaning in JavaScript. */
const PLAIN =
  /^(?:[a-z]{1,20}|filter\[[a-z]{1,40}\])=[\w.:,*-]{0,200}(?:&(?:[a-z]{1,20}|filter\[[a-z]{1,40}\])=[\w.:,*-]{0,200}){0,9}$/;

/** `]` */
const BRACKET = 93;

/** A prototype without properties: as safe as none, and much faster to create. */
const NOTHING: object = Object.freeze(Object.create(null));

/** A simple query, parsed as `qs` would; undefined when a key is repeated or reserved. */
function parsePlain(text: string): qs.ParsedQs | undefined {
  const query: qs.ParsedQs = Object.create(NOTHING);
  let filter: qs.ParsedQs | undefined;
  for (const pair of text.split('&')) {
    const mark = pair.indexOf('=');
    const bracketed = pair.charCodeAt(mark - 1) === BRACKET;
    if (bracketed && filter === undefined) {
      if ('filter' in query) return undefined;
      filter = Object.create(NOTHING);
      query.filter = filter;
    }
    const key = bracketed ? pair.slice(7, mark - 1) : pair.slice(0, mark);
    const among = (bracketed ? filter : undefined) ?? query;
    if (key in among || key in Object.prototype) return undefined;
    among[key] = pair.slice(mark + 1);
  }
  return query;
}

/** The parameters of a query: brackets (`filter[status]`), no prototype keys, bounded work. */
export function parseQuery(text: string): qs.ParsedQs {
  if (text === '') return Object.create(NOTHING);
  const plain = PLAIN.test(text) ? parsePlain(text) : undefined;
  return plain ?? parseAny(text);
}

function parseAny(text: string): qs.ParsedQs {
  return qs.parse(text, {
    plainObjects: true,
    allowPrototypes: false,
    depth: 4,
    parameterLimit: 200,
    arrayLimit: 100,
  });
}

/** A parameter's text; the first one when it was sent more than once, undefined for brackets. */
export function queryText(request: Request, name: string): string | undefined {
  const value = request.query[name];
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
}

/** Most ids in one address. */
export const MAX_IDS = 500;

/** The comma-separated ids of `ids`; undefined when it was not sent. Throws `invalid`, also for none where `some` are needed. */
export function queryIds(request: Request, { some = false } = {}): string[] | undefined {
  const sent = queryText(request, 'ids');
  if (sent === undefined && !some) return undefined;
  const ids = (sent ?? '').split(',').filter((id) => id !== '');
  if (ids.length <= MAX_IDS && (ids.length > 0 || !some) && ids.every(isLegalId)) return ids;
  const rule = some ? 'notCommaIdsFromOne' : 'notCommaIds';
  throw invalid(message('parameterInvalid', { name: 'ids' }), { ids: [message(rule, { limit: MAX_IDS })] });
}

/** True for `name=true` and `name=1`. */
export function queryFlag(request: Request, name: string): boolean {
  const value = queryText(request, name);
  return value === 'true' || value === '1';
}

/** A parameter that is one of some words; undefined when it is empty or was not sent. Throws `invalid`. */
export function queryChoice<Word extends string>(
  request: Request,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const text = queryText(request, name);
  if (text === undefined || text === '') return undefined;
  const found = words.find((one) => one === text);
  if (found !== undefined) return found;
  throw invalid(message('parameterInvalid', { name }), {
    [name]: [message('notOneOf', { choices: words.join(', ') })],
  });
}

/** A parameter that is a whole number; undefined when it is empty or was not sent. Throws `invalid`. */
export function queryInteger(request: Request, name: string): number | undefined {
  const text = queryText(request, name);
  if (text === undefined || text === '') return undefined;
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw invalid(message('parameterInvalid', { name }), {
    [name]: [message('notWholeNumberFrom', { min: 0 })],
  });
}

/** The parameters that shape objects, as sent; `content/shaping/shape-request` parses and bounds them. */
export function shapeWords({ query: { fields, expand, locale, published } }: Request) {
  return { fields, expand, locale, published };
}

/** The parameters of a list as sent; `content/reading/list` applies defaults and bounds. */
export function listQuery(request: Request) {
  return {
    limit: queryText(request, 'limit'),
    offset: queryText(request, 'offset'),
    sort: request.query.sort,
    order: queryText(request, 'order'),
    filter: request.query.filter,
    any: request.query.any,
    search: request.query.search,
    state: request.query.state,
    ...shapeWords(request),
  };
}

/** The parameters of a query and a page as sent; `content/search/query-params` parses and bounds them. */
export function queryParams(request: Request) {
  const { include, exclude, any, filter, search, sort, state } = request.query;
  const page = { limit: queryText(request, 'limit'), offset: queryText(request, 'offset') };
  const partial = queryFlag(request, 'partial');
  return { ...page, include, exclude, any, filter, search, sort, state, partial, ...shapeWords(request) };
}
