/** The activity of the folder, and undoing transactions. */
import type { QueryClient } from '@tanstack/react-query';
import { api, NO_VERSION } from './client';
import { transactionIn } from './history';
import { keys } from './keys';
import { ACTIVITY } from './paths';

/** What a change was about. */
export type Subject =
  | { type: 'object'; collection: string; id: string }
  | { type: 'collection'; collection: string }
  | { type: 'schema'; schema: string }
  | { type: 'settings' };

/** What became of one subject (spec/history.md#undo). */
export interface Undone {
  subject: Subject;
  result: 'restored' | 'removed' | 'unchanged' | 'clash' | 'skipped';
  properties?: string[];
  message?: string;
}

const undoPath = (transaction: string): string => `${ACTIVITY}/${encodeURIComponent(transaction)}/undo`;

/** Undoes a transaction; `transaction` of the answer undoes that. */
export async function undoTransaction(
  client: QueryClient,
  transaction: string,
): Promise<{ undone: Undone[]; transaction: string | undefined }> {
  const { data, headers } = await api.post<{ undone: Undone[] }>(undoPath(transaction), {
    ifMatch: NO_VERSION,
  });
  await client.invalidateQueries({ predicate: ({ queryKey }) => CONTENT.has(String(queryKey[0])) });
  return { undone: data.undone, transaction: transactionIn(headers) };
}

/** What an undo can change. */
const CONTENT: ReadonlySet<string> = new Set([
  'collection',
  'history',
  ...[keys.collections, keys.media, keys.trash, keys.activity].flat(),
]);
