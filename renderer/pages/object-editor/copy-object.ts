import type { QueryClient } from '@tanstack/react-query';
import { isLegalId, MAX_ID_LENGTH } from '#contract/names';
import { ApiError } from '../../api/client';
import { type Copied, cloneObject } from '../../api/mutations';

/** After this many taken ids something else is wrong. */
const MOST_COPIES = 50;

/** `post` becomes `post-copy`, then `post-copy-2`; cut so that it stays a legal id. */
function copyId(id: string, attempt: number): string {
  const suffix = attempt === 1 ? '-copy' : `-copy-${attempt}`;
  return id.slice(0, MAX_ID_LENGTH - suffix.length) + suffix;
}

/** Copies an object beside itself under the first free id. Throws `ApiError`. */
export async function copyObject(
  client: QueryClient,
  collection: string,
  id: string,
  set?: string,
): Promise<Copied> {
  for (let attempt = 1; ; attempt += 1) {
    const wanted = copyId(id, attempt);
    try {
      return await cloneObject(client, collection, id, wanted, set);
    } catch (error) {
      const taken = error instanceof ApiError && error.status === 422 && error.details.id !== undefined;
      if (!taken || attempt === MOST_COPIES || !isLegalId(copyId(id, attempt + 1))) throw error;
    }
  }
}
