/** The activity of the folder, and undoing transactions. */
import { infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query';
import type { ActivityPage, Undone } from '#contract/history';
import { t } from '../t';
import { api, NO_VERSION } from './client';
import { transactionIn } from './history';
import { keys } from './keys';
import { ACTIVITY } from './paths';
import { readWork } from './work';

export interface ActivityFilter {
  collection?: string | undefined;
  id?: string | undefined;
  /** Kind of an actor, or its name. */
  actor?: string | undefined;
  transaction?: string | undefined;
  /** Only changes at or after this time. */
  since?: string | undefined;
  /** Only changes before this time. */
  before?: string | undefined;
}

/** The first states of files are no changes. */
const KINDS = 'saved,removed,outside';

/** Changes of a page. */
const ACTIVITY_PAGE = 60;

/** Changes of the folder, the newest first. */
export const activityQuery = (filter: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.activity, filter],
    queryFn: async ({ pageParam, signal }) => {
      const { before = filter.before } = pageParam;
      const query = { ...filter, kind: KINDS, limit: ACTIVITY_PAGE, before };
      return (await api.get<ActivityPage>(ACTIVITY, { query, signal })).data;
    },
    initialPageParam: {} as { before?: string },
    getNextPageParam: ({ next }) => (next === undefined ? undefined : { before: next }),
    placeholderData: keepPreviousData,
  });

export const undoPath = (transaction: string): string =>
  `${ACTIVITY}/${encodeURIComponent(transaction)}/undo`;

interface UndoProgress {
  event: 'progress';
  done: number;
  of: number;
}

const LOST = t('The connection was lost. What was undone stays; undo again to continue.');

/**
 * Undoes a transaction; `transaction` of the answer undoes that. An aborted `signal` ends it: what was undone until then
 * stays. Throws `ApiError`, and what `signal` was aborted with.
 */
export async function undoTransaction(
  client: QueryClient,
  transaction: string,
  { onProgress, signal }: { onProgress?: (event: UndoProgress) => void; signal?: AbortSignal } = {},
): Promise<{ undone: Undone[]; transaction: string | undefined }> {
  const options = {
    ifMatch: NO_VERSION,
    signal,
    read: readWork<UndoProgress, { undone: Undone[] }>((event) => onProgress?.(event), LOST),
  };
  const { data, headers } = await api
    .post<{ undone: Undone[] }>(undoPath(transaction), options)
    .finally(() =>
      client.invalidateQueries({ predicate: ({ queryKey }) => CONTENT.has(String(queryKey[0])) }),
    );
  return { undone: data.undone, transaction: transactionIn(headers) };
}

/** What an undo can change. */
const CONTENT: ReadonlySet<string> = new Set([
  'collection',
  'history',
  ...keys.changeSets,
  ...[keys.collections, keys.schemas, keys.media, keys.trash, keys.activity].flat(),
]);
