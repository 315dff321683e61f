/** Words of a query as they came become a filter, a search and a sort; limits: spec/limits.md#requests. */
import { MAX_CRITERIA } from '../../contract/criteria.js';
import { message } from '../../contract/messages/message.js';
import { OBJECT_STATES, type ObjectState } from '../../contract/objects.js';
import { isJsonObject } from '../../contract/values.js';
import { invalid } from '../../errors.js';
import {
  type Criterion,
  clausesOf,
  criterionOf,
  type Filter,
  NO_FILTER,
  parseCriteria,
} from '../../query/criteria.js';
import { parseSearch, type Search } from '../../query/search-terms.js';
import { type Direction, parseSort, type Sort } from '../../query/sort.js';
import type { Schema } from '../../schemas/schema.js';
import type { Collection } from '../model/collection.js';
import { orderOf } from './order-of.js';
import { isShown } from './row-values.js';

export const MAX_SEARCH_LENGTH = 200;
const MAX_SORT_KEYS = 20;

/** The query parameters as text: `include` and `exclude` hold criteria only. */
export interface QueryParams {
  include?: unknown;
  exclude?: unknown;
  /** Criteria of which one must match; each repetition is a group. */
  any?: unknown;
  /** `filter[property]=value` as an object: further criteria that must match. */
  filter?: unknown;
  search?: unknown;
  sort?: unknown;
  /** Only what is live. */
  published?: unknown;
  /** Only what is in this state. */
  state?: unknown;
}

/** A parameter's text, sent several times as one list; undefined when it is not sent. Throws `invalid` for brackets. */
export function listIn(name: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  if (parts.every((part) => typeof part === 'string')) return parts.join(',');
  throw invalid(message('parameterInvalid', { name }), { [name]: [message('notCommaList')] });
}

/** Whether only what is live is asked for. Throws `invalid` for other words: reading one as "no" would publish drafts. */
export function publishedFrom(value: unknown): boolean {
  const words: unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value];
  const known = ['1', 'true', '0', 'false', ''];
  if (words.every((word) => typeof word === 'string' && known.includes(word))) {
    return words.some((word) => word === '1' || word === 'true');
  }
  throw invalid(message('parameterInvalid', { name: 'published' }), { published: [message('notZeroOrOne')] });
}

/** The state that is asked for; undefined for all. Throws `invalid`. */
export function stateFrom(value: unknown): ObjectState | undefined {
  if (value === undefined || value === '') return undefined;
  const state = OBJECT_STATES.find((one) => one === value);
  if (state !== undefined) return state;
  throw invalid(message('parameterInvalid', { name: 'state' }), {
    state: [message('notOneOf', { choices: OBJECT_STATES.join(', ') })],
  });
}

/** The filter, unless it has too many criteria. Throws `invalid`, naming the parameter. */
export function checkFilterSize(filter: Filter, name: string): Filter {
  const { include, exclude, any = [] } = filter;
  if (include.length + exclude.length + any.flat().length <= MAX_CRITERIA) return filter;
  throw invalid(message('criteriaLimit'), { [name]: [message('criteriaOver', { limit: MAX_CRITERIA })] });
}

/** The filter of words in which every token of `include` and `exclude` is a criterion. Throws `invalid`. */
export function filterFrom({ include, exclude, any, filter }: QueryParams): Filter {
  const criteria = [listIn('include', include), listIn('exclude', exclude)].map((list) =>
    parseCriteria(list ?? ''),
  );
  const [all = [], none = []] = criteria;
  const bracketed = bracketFilter(filter).include;
  return checkFilterSize({ include: [...all, ...bracketed], exclude: none, ...groupsIn(any) }, 'include');
}

/** The groups of `any`, of each of which one criterion must match; nothing where there is none. Throws `invalid`. */
export function groupsIn(any: unknown): Pick<Filter, 'any'> {
  if (any === undefined) return {};
  const texts: unknown[] = Array.isArray(any) ? any : [any];
  if (!texts.every((text) => typeof text === 'string')) {
    throw invalid(message('parameterInvalid', { name: 'any' }), {
      any: [message('notCommaListOfCriteria')],
    });
  }
  const groups = texts.map(parseCriteria).filter((group) => group.length > 0);
  return groups.length > 0 ? { any: groups } : {};
}

/** The filter of the list's `filter[name]=value`, repeatable, all must match, and of `any`. Throws `invalid`. */
export function bracketFilter(filter: unknown, any?: unknown): Filter {
  if (filter === undefined && any === undefined) return NO_FILTER;
  if (filter === undefined) return checkFilterSize({ ...NO_FILTER, ...groupsIn(any) }, 'any');
  const invalidFilter = () =>
    invalid(message('parameterFilterUnreadable'), {
      filter: [message('notFilterForm')],
    });
  if (!isJsonObject(filter)) throw invalidFilter();
  const include: Criterion[] = [];
  for (const [name, requested] of Object.entries(filter)) {
    for (const one of Array.isArray(requested) ? requested : [requested]) {
      if (typeof one !== 'string') throw invalidFilter();
      include.push(criterionOf(name, one));
    }
  }
  return checkFilterSize({ include, exclude: [], ...groupsIn(any) }, 'filter');
}

/** The search; undefined when nothing is searched for. Throws `invalid`. */
export function searchFrom(search: unknown): Search | undefined {
  const first: unknown = Array.isArray(search) ? search[0] : search;
  if (first === undefined) return undefined;
  if (typeof first !== 'string') throw invalid(message('searchUnreadable'), { search: [message('notText')] });
  if (first.length > MAX_SEARCH_LENGTH) {
    throw invalid(message('searchTooLong'), { search: [message('maxLength', { limit: MAX_SEARCH_LENGTH })] });
  }
  return parseSearch(first);
}

/**
 * A sort (spec/queries.md#sort); undefined when none is requested. Properties that answers hide cannot be sorted by,
 * since an order would reveal them. If no criterion is left, rows are sorted by id. `language`: the folder's. Throws
 * `invalid`.
 */
export function sortFrom(
  sort: unknown,
  schema: Schema,
  language: string,
  otherwise: Direction = 'asc',
): Sort | undefined {
  const text = Array.isArray(sort) ? sort.filter((one) => typeof one === 'string').join() : sort;
  if (typeof text !== 'string' || clausesOf(text).length === 0) return undefined;
  const { keys, shuffle } = parseSort(text, otherwise, orderOf(schema, language));
  if (keys.length > MAX_SORT_KEYS) {
    throw invalid(message('sortLimit'), { sort: [message('criteriaOver', { limit: MAX_SORT_KEYS })] });
  }
  const shown = keys.filter(({ name }) => isShown(schema, name));
  if (shown.length > 0 || shuffle) return { keys: shown, shuffle };
  return { keys: [{ name: 'id', direction: keys[0]?.direction ?? 'asc', natural: false }], shuffle: false };
}

/** The order a collection is set to. */
export function collectionSort({ settings, schema }: Collection): Sort {
  const name = isShown(schema, settings.sortBy) ? settings.sortBy : 'id';
  return {
    keys: [{ name, direction: settings.reverseSort ? 'desc' : 'asc', natural: false }],
    shuffle: false,
  };
}
