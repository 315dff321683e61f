/** The order of names that users gave: that of the content's language, else of the page's; numbers count as numbers. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { statusQuery } from '../api/queries';
import { LOCALE } from '../locale';

export function useCompare(): (a: string, b: string) => number {
  const { data } = useQuery(statusQuery());
  const language = data?.language || LOCALE;
  return useMemo(() => new Intl.Collator(language, { numeric: true }).compare, [language]);
}
