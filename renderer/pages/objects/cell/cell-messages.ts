import { ApiError } from '../../../api/client';

/** What keeps a value from being written, with the field and the rule where the server names them. */
export function messagesOf(error: unknown): string[] {
  const details = error instanceof ApiError ? Object.values(error.details).flat() : [];
  if (details.length > 0) return details;
  return [error instanceof Error ? error.message : String(error)];
}
