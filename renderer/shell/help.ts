/** Pages of the documentation, for the command palette. */
import { queryOptions } from '@tanstack/react-query';
import { DOCS } from '../ui/docs';

/** A page of the documentation. */
interface HelpPage {
  title: string;
  hint: string;
  to: string;
}

/** The pages of the documentation that the server has, from its list for programs. */
export const helpQuery = (enabled: boolean) =>
  queryOptions({
    queryKey: ['help'],
    queryFn: async ({ signal }): Promise<HelpPage[]> => {
      const answer = await fetch(`${DOCS}llms.txt`, { signal });
      const text = answer.ok ? await answer.text() : '';
      return [...text.matchAll(/^- \[([^\]]+)\]\(([\w/-]+)\.md\): ?(.*)$/gm)].map(
        ([, title = '', page = '', hint = '']) => ({ title, hint, to: `${DOCS}${page}.html` }),
      );
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
