/** The filter of the activity, kept in the address. */
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { ActivityFilter } from '../../api/activity';
import { t } from '../../t';

const DAY = 24 * 3_600_000;

export const PERIODS = [
  { value: '1', label: t('Last 24 hours') },
  { value: '7', label: t('Last 7 days') },
  { value: '30', label: t('Last 30 days') },
];

const NAMES = ['collection', 'id', 'actor', 'transaction', 'since'] as const;

/** The beginning of a period of days, the same for a whole minute, so that its query is asked for once. */
function sinceDays(days: string | null): string | undefined {
  const count = Number(days);
  if (days === null || !Number.isFinite(count)) return undefined;
  return new Date(Math.floor(Date.now() / 60_000) * 60_000 - count * DAY).toISOString();
}

export function useActivityFilter() {
  const [search, setSearch] = useSearchParams();
  const text = search.toString();
  const filter = useMemo((): ActivityFilter => {
    const given = new URLSearchParams(text);
    const found = Object.fromEntries(NAMES.map((name) => [name, given.get(name) ?? undefined]));
    return { ...found, since: found.since ?? sinceDays(given.get('days')) };
  }, [text]);
  return {
    filter,
    period: search.get('days'),
    isNarrowed: text !== '',
    change: (name: string, value: string | null) =>
      setSearch(
        (last) => {
          const next = new URLSearchParams(last);
          if (name === 'days') next.delete('since');
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    clear: () => setSearch({}, { replace: true }),
  };
}
