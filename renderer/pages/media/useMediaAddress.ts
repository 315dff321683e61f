/** What the page Media shows, all of it in the address. */
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { MEDIA_SORTS, MEDIA_TYPES } from '#contract/media';
import type { MediaRequest } from '../../api/media';

export interface MediaFilter extends Omit<MediaRequest, 'minSize' | 'counts'> {
  /** Smallest size in MB. */
  size: string;
}

/** Smallest sizes that can be chosen, in MB. */
export const MEDIA_SIZES = ['0', '1', '5', '20', '100'] as const;

/** Names of the parts in the address, with what stands for true there. */
const FLAGS = {
  withoutAlt: ['alt', 'missing'],
  unnamed: ['usage', 'unused'],
  duplicates: ['duplicates', 'true'],
} as const;

const USUAL = { size: '0', sort: 'newest' };

/** One of some words; another one, as of an address written by hand, is the usual one. */
const oneOf = (words: readonly string[], given: string | null, usual: string) =>
  words.find((word) => word === given) ?? usual;

function filterIn(params: URLSearchParams): MediaFilter {
  const text = (name: string) => params.get(name) ?? '';
  const flag = (name: keyof typeof FLAGS) => params.get(FLAGS[name][0]) === FLAGS[name][1];
  const collection = text('collection');
  return {
    search: text('q').trim(),
    type: oneOf(MEDIA_TYPES, params.get('type'), ''),
    size: oneOf(MEDIA_SIZES, params.get('size'), USUAL.size),
    sort: oneOf(MEDIA_SORTS, params.get('sort'), USUAL.sort),
    withoutAlt: flag('withoutAlt'),
    unnamed: flag('unnamed'),
    duplicates: flag('duplicates'),
    collection,
    property: collection === '' ? '' : text('property'),
    tag: text('tag'),
  };
}

/** The address with other parts in it. */
function changed(before: URLSearchParams, changes: Partial<MediaFilter>): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const [part, value] of Object.entries(changes)) {
    const isFlag = (name: string): name is keyof typeof FLAGS => name in FLAGS;
    const name = isFlag(part) ? FLAGS[part][0] : part === 'search' ? 'q' : part;
    const text = isFlag(part) && value === true ? FLAGS[part][1] : String(value || '');
    const usual = part === 'size' || part === 'sort' ? USUAL[part] : '';
    if (text === '' || text === usual) next.delete(name);
    else next.set(name, text);
  }
  return next;
}

/** The filter as the server is asked. Files nothing names have neither alternative texts nor copies. */
function requestOf(filter: MediaFilter): MediaRequest {
  const { size, unnamed, withoutAlt, duplicates, ...parts } = filter;
  return {
    ...parts,
    unnamed,
    withoutAlt: withoutAlt && !unnamed,
    duplicates: duplicates && !unnamed,
    minSize: Number(size) * 1024 * 1024,
    counts: true,
  };
}

export interface MediaAddress {
  filter: MediaFilter;
  request: MediaRequest;
  /** Names what is shown, whatever the order; empty for all files. */
  key: string;
  change(changes: Partial<MediaFilter>): void;
  /** Where a link leads that changes the filter. */
  linkTo(changes: Partial<MediaFilter>): { search: string };
}

export function useMediaAddress(): MediaAddress {
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => filterIn(params), [params]);
  const request = useMemo(() => requestOf(filter), [filter]);
  const linkTo = useCallback(
    (changes: Partial<MediaFilter>) => ({ search: changed(params, changes).toString() }),
    [params],
  );
  return {
    filter,
    request,
    key: changed(new URLSearchParams(), { ...filter, sort: USUAL.sort }).toString(),
    change: (changes) =>
      setParams((before) => changed(before, changes), {
        // Going back leads to the list before the search, not through its letters, and not through orders.
        replace: 'sort' in changes || ('search' in changes && filter.search !== ''),
      }),
    linkTo,
  };
}
