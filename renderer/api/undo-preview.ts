/** What an undo would do. */
import { queryOptions } from '@tanstack/react-query';
import type { Undone } from '#contract/history';
import { undoPath } from './activity';
import { find } from './find';
import { keys } from './keys';

/** What undoing a transaction would do. 404 where nothing of it can be undone. */
export const undoPreviewQuery = (transaction: string) => {
  const queryKey = [...keys.activity, 'preview', transaction];
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const options = { method: 'post', query: { dryRun: true }, client, queryKey, signal } as const;
      return (await find<{ undone: Undone[] }>(undoPath(transaction), options)).undone;
    },
    retry: false,
  });
};
