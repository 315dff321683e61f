/** The folder's changes in the pages that show them. */
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from './client';
import { followChanges } from './events';
import { keys } from './keys';

/** Follows the folder while somebody is signed in. */
export function useChanges(signedIn: boolean): void {
  const client = useQueryClient();
  useEffect(() => (signedIn ? followChanges(client, api) : undefined), [signedIn, client]);
}

/** Whether changes are heard of as they happen; who is not told has to look. */
export function useLive(): boolean {
  const { data } = useQuery({
    queryKey: keys.live,
    queryFn: skipToken,
    initialData: false,
  });
  return data === true;
}
