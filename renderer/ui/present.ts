/** Who has which object open, in words. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OpenObject } from '#contract/unsaved';
import { presenceQuery } from '../api/unsaved';
import { groupBy } from './group-by';

const texts = {
  own: 'You have this open in another window',
  others: (names: string) => (names.includes(', ') ? `${names} have this open` : `${names} has this open`),
  more: (count: number) => `${count} more`,
};

/** Names beyond these are counted. */
const MOST = 3;

/** What others than this form have open, a sentence for other users and one for other windows. */
export function presentWords(open: readonly OpenObject[]): string[] {
  const names = new Set(open.filter(({ own }) => !own).map(({ name }) => name));
  const shown = [...names].slice(0, MOST);
  if (names.size > MOST) shown.push(texts.more(names.size - MOST));
  const own = open.some((one) => one.own);
  return [...(shown.length > 0 ? [texts.others(shown.join(', '))] : []), ...(own ? [texts.own] : [])];
}

/** Initials of the users, and how many they are. */
export function initialsOf(open: readonly OpenObject[]): { initials: string; more: number } {
  const names = [...new Set(open.map(({ name }) => name))];
  const words = (names[0] ?? '').split(/\s+/).filter((word) => word !== '');
  const initials = words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('');
  return { initials: initials.toLocaleUpperCase(), more: Math.max(0, names.length - 1) };
}

const NONE: readonly OpenObject[] = [];

/** The open forms of a collection, by the ID of the object. */
export function useOpenIn(collection: string): ReadonlyMap<string, readonly OpenObject[]> {
  const { data = NONE } = useQuery(presenceQuery(collection));
  return useMemo(() => groupBy(data, ({ id }) => id), [data]);
}
